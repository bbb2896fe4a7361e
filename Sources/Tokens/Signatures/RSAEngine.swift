/// Makes and verifies RSASSA-PKCS1-v1_5 signatures with SHA-256 (RFC 8017 section 8.2) on the calling thread.
protocol RSAEngine: Sendable {
  /// The maximum number of signatures per call.
  var width: Int { get }

  /// - Parameter requests: at most ``width``.
  /// - Returns: a signature for each request, in order. The signatures are not verified. A fault of the
  ///   machine, possibly caused by an attacker, can make a wrong signature, which reveals the private key
  ///   (Boneh, DeMillo, Lipton 1997).
  func sign(_ requests: [SignatureRequest]) -> [Result<[UInt8], RSAKeyPair.Failure>]

  /// Verifies at most ``width`` signatures. Returns true for each signature that is valid for its request.
  func verify(_ signatures: [[UInt8]], of requests: [SignatureRequest]) -> [Bool]
}
