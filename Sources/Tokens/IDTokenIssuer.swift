import Identity
import IdentityWire

/// Issues Firebase ID tokens: JWTs (RFC 7519) under the ring's active key of the project's algorithm, or without a
/// signature where a development server has ``UnsignedTokens``.
///
/// What makes one an ID token is said at ``IssuedTokenVerifier``.
public struct IDTokenIssuer: Sendable {
  /// For the other kinds of tokens under the same keys.
  public let signer: JWTSigner
  let unsigned: UnsignedTokens?

  /// - Parameter unsigned: makes ID tokens and session cookies without a signature. Nil signs all of them.
  public init(keys: KeyRing, signer: any TokenSigner, unsigned: UnsignedTokens? = nil) {
    self.signer = JWTSigner(keys: keys, signer: signer)
    self.unsigned = unsigned
  }

  /// - Parameters:
  ///   - project: the account's.
  ///   - authenticatedAt: `auth_time`; a refreshed token keeps that of its session.
  /// - Throws: ``IdentityError/busy(retryAfter:)`` when too many signatures wait; `CLAIMS_TOO_LARGE`;
  ///   `UNAVAILABLE` without a usable key.
  public func issue(
    account: Account, signIn: SignInFacts, project: Project, authenticatedAt: Instant, now: Instant
  ) async throws(IdentityError) -> IDToken {
    if let unsigned {
      return try IDTokenDraft(
        account: account, signIn: signIn, project: project, authenticatedAt: authenticatedAt, now: now,
        unsigned: unsigned
      ).signed(with: [])
    }
    let key = try await signer.activeKey(of: project.tokenAlgorithm, now: now)
    let token = IDTokenDraft(
      account: account, signIn: signIn, project: project, authenticatedAt: authenticatedAt, now: now,
      key: key)
    let signature = try await signer.signer.sign(token.signingInput, with: key)
    // Clients look their account up with a new token at once.
    signer.keys.checked.insert(.init(token.signingInput, signature))
    return try token.signed(with: signature)
  }
}
