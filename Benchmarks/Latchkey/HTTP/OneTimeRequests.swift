/// Makes requests that the server accepts only once, so every load needs new ones.
protocol OneTimeRequests {
  /// Writes `count` new requests to the file of their operation.
  mutating func write(_ count: Int) async throws
}

extension OneTimeRequests {
  /// Makes the request bodies with these numbers, several concurrently.
  static func bodies(_ numbers: Range<Int>, _ body: @escaping @Sendable (Int) async throws -> String)
    async throws -> [String]
  {
    let atOnce = 16
    return try await withThrowingTaskGroup(of: [String].self) { group in
      for worker in 0..<atOnce {
        group.addTask {
          var bodies: [String] = []
          for number in stride(from: numbers.lowerBound + worker, to: numbers.upperBound, by: atOnce) {
            bodies.append(try await body(number))
          }
          return bodies
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
  }
}

extension HTTPOperation {
  /// Makes the writer of one-time requests; nil for operations whose requests can be repeated.
  ///
  /// - Parameter lab: the provider lab, if ``usesLab`` is true.
  func oneTimeRequests(_ subjects: LoadSubjects, lab: ServerProcess?) async throws -> (any OneTimeRequests)? {
    switch self {
    case .signInWithIdp:
      guard let lab else { return nil }
      return try await AppleTokens(for: subjects, by: lab)
    case .signInWithPasskey: return try await PasskeySignIns(for: subjects)
    case .lookup, .refresh, .signUp, .signInWithPassword, .isolation: return nil
    }
  }

  var usesLab: Bool { self == .signInWithIdp }
}
