import Identity

/// Makes signatures. A request waits for one; how many are made at once, and how, is the signer's affair.
public protocol TokenSigner: Sendable {
  /// - Parameter signingInput: what is signed, not its digest: the JWS signing input (RFC 7515 section 5.1).
  /// - Returns: the signature of the key's own algorithm.
  /// - Throws: ``IdentityError/busy(retryAfter:)`` when too much waits already, an internal error when
  ///   the signature could not be made.
  func sign(_ signingInput: [UInt8], with key: SigningKey) async throws(IdentityError) -> [UInt8]
}
