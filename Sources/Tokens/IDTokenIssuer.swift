import Identity
import IdentityWire

/// Issues Firebase ID tokens: JWTs (RFC 7519) signed with the ring's active key of the project's algorithm,
/// or unsigned on a development server with ``UnsignedTokens``.
///
/// ``IssuedTokenVerifier`` explains how an ID token differs from other tokens.
public struct IDTokenIssuer: Sendable {
  /// Signs the other kinds of tokens with the same keys.
  public let signer: JWTSigner
  let unsigned: UnsignedTokens?

  /// - Parameter unsigned: makes unsigned ID tokens and session cookies. Nil if all tokens are signed.
  public init(keys: KeyRing, signer: any TokenSigner, unsigned: UnsignedTokens? = nil) {
    self.signer = JWTSigner(keys: keys, signer: signer)
    self.unsigned = unsigned
  }

  /// - Parameters:
  ///   - project: the account's project.
  ///   - authenticatedAt: the claim `auth_time`. A refreshed token keeps the `auth_time` of its session.
  /// - Throws: ``IdentityError/busy(retryAfter:)`` if too many signatures are waiting; `CLAIMS_TOO_LARGE`;
  ///   `UNAVAILABLE` if there is no usable key.
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
    // Clients present a new token at once, to look up their account. So its signature is cached here.
    signer.keys.checked.insert(.init(token.signingInput, signature))
    return try token.signed(with: signature)
  }
}
