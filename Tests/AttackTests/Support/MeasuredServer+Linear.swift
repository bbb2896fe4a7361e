import Testing

extension MeasuredServer {
  typealias Request = (method: String, target: String, headers: [(String, String)], body: String)

  /// Seconds of processor time below which a request with a text costs hardly more than one without.
  private static let remarkable = 0.003

  /// Asks with a length and with its sixteenfold. What the server does in a linear way takes sixteen times as long.
  func expectLinear(
    _ what: String, from length: Int = 16_384, status: ClosedRange<Int> = 200...499,
    sourceLocation: SourceLocation = #_sourceLocation, _ request: (Int) -> Request
  ) async throws {
    try await expectLinear(what, from: length, sourceLocation: sourceLocation) { length in
      let request = request(length)
      let before = processorTime
      let answer = try await send(
        request.method, request.target, headers: request.headers, body: request.body)
      #expect(
        status.contains(answer.status), "\(what): \(answer.body.prefix(utf8Bytes: 300))",
        sourceLocation: sourceLocation)
      return processorTime - before
    }
  }

  /// The same for work of several requests.
  ///
  /// - Parameter measure: works with a length, and returns the seconds of processor time that count.
  func expectLinear(
    _ what: String, from length: Int, sourceLocation: SourceLocation = #_sourceLocation,
    _ measure: (Int) async throws -> Double
  ) async throws {
    var (short, long) = (Double.infinity, Double.infinity)
    for _ in 0..<3 {
      long = min(long, try await measure(16 * length))
      // Whatever the shorter one takes.
      if long <= 32 * Self.remarkable { return }
      short = min(short, try await measure(length))
      if long <= 32 * max(short, Self.remarkable) { return }
    }
    Issue.record(
      "\(what): \(short) s, and \(long) s for sixteen times as much", sourceLocation: sourceLocation)
  }
}
