import Identity

/// Makes signatures. A request waits for one signature; the signer decides how many it makes at once.
public protocol TokenSigner: Sendable {
  /// - Parameter signingInput: the JWS signing input (RFC 7515 section 5.1), not its digest.
  /// - Returns: a signature with the key's own algorithm.
  /// - Throws: ``IdentityError/busy(retryAfter:)`` if too many requests are waiting; an internal error if the
  ///   signature could not be made.
  func sign(_ signingInput: [UInt8], with key: SigningKey) async throws(IdentityError) -> [UInt8]
}
