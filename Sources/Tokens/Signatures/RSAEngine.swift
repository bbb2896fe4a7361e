/// A way to make and check RSASSA-PKCS1-v1_5 signatures with SHA-256 (RFC 8017 section 8.2), on the calling
/// thread.
protocol RSAEngine: Sendable {
  /// How many signatures one call makes, at most.
  var width: Int { get }

  /// - Parameter requests: at most ``width``.
  /// - Returns: one for each request, in their order. Nobody has checked them: a fault of the machine, brought
  ///   about on purpose perhaps, can make a wrong one, which gives the private key away (Boneh, DeMillo, Lipton
  ///   1997).
  func sign(_ requests: [SignatureRequest]) -> [Result<[UInt8], RSAKeyPair.Failure>]

  /// Says for each of at most ``width`` signatures whether it is the one that was asked for.
  func verify(_ signatures: [[UInt8]], of requests: [SignatureRequest]) -> [Bool]
}
