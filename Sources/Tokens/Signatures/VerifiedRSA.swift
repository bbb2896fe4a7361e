/// Makes signatures and verifies them with the public key before it returns them.
///
/// If the first engine fails or makes a wrong signature, the other engine makes the signature again. If the
/// second signature is wrong, too, the result is an error.
struct VerifiedRSA: Sendable {
  let engine: any RSAEngine
  let other: any RSAEngine
  /// Called for each wrong signature.
  let observeFault: @Sendable () -> Void

  /// - Parameter requests: at most the engine's width.
  /// - Returns: one result for each request, in order.
  func signatures(for requests: [SignatureRequest]) -> [Result<[UInt8], RSAKeyPair.Failure>] {
    var results = attempt(requests, by: engine)
    let open = requests.indices.filter { index in
      if case .failure = results[index] { true } else { false }
    }
    for start in stride(from: 0, to: open.count, by: other.width) {
      let indices = open[start..<min(start + other.width, open.count)]
      for (index, result) in zip(indices, attempt(indices.map { requests[$0] }, by: other)) {
        results[index] = result
      }
    }
    return results
  }

  private func attempt(
    _ requests: [SignatureRequest], by engine: any RSAEngine
  ) -> [Result<[UInt8], RSAKeyPair.Failure>] {
    let none = Result<[UInt8], RSAKeyPair.Failure>.failure(.unsuited)
    var results = engine.sign(requests)
    guard results.count == requests.count else { return requests.map { _ in none } }
    let made = results.indices.compactMap { index in
      (try? results[index].get()).map { (index: index, signature: $0) }
    }
    guard !made.isEmpty else { return results }
    let verdicts = engine.verify(made.map(\.signature), of: made.map { requests[$0.index] })
    for (position, item) in made.enumerated() where position >= verdicts.count || !verdicts[position] {
      results[item.index] = .failure(.wrongSignature)
      observeFault()
    }
    return results
  }
}
