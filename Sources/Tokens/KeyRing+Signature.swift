import Identity
import IdentityWire

extension KeyRing {
  /// Verifies that one of our published keys signed the token with the key's own algorithm. Each signature
  /// is verified only once: see ``CheckedSignatures``.
  ///
  /// - Parameter type: the required type of the token. No other claim is checked.
  func header(of token: UnverifiedJWT, type: JOSEHeader.TokenType, now: Instant)
    async throws(TokenFailure) -> JOSEHeader
  {
    let header = try JOSEHeader(reading: token.headerMembers, type: type)
    let found: SigningKey?
    do {
      found = try await key(header.keyID, now: now)
    } catch {
      throw .unavailable("signing keys: \(error)")
    }
    guard let key = found else { throw .unknownKey }
    guard header.algorithm == key.algorithm else { throw .malformed("algorithm") }
    let digest = CheckedSignatures.Digest(token.signingInput, token.signature)
    if checked.contains(digest) { return header }
    let isValid: Bool
    do {
      isValid = try key.material.isValid(signature: token.signature, of: token.signingInput)
    } catch {
      throw .unavailable("verification: \(error)")
    }
    guard isValid else { throw .badSignature }
    checked.insert(digest)
    return header
  }
}
