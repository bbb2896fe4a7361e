import Identity
import IdentityWire

/// Issues Firebase ID tokens: JWTs (RFC 7519) under the ring's active key of the project's algorithm.
///
/// What makes one an ID token is said at ``IssuedTokenVerifier``.
public struct IDTokenIssuer: Sendable {
  /// For the other kinds of tokens under the same keys.
  public let signer: JWTSigner

  public init(keys: KeyRing, signer: any TokenSigner) {
    self.signer = JWTSigner(keys: keys, signer: signer)
  }

  /// - Parameters:
  ///   - project: the account's.
  ///   - authenticatedAt: `auth_time`; a refreshed token keeps that of its session.
  /// - Throws: ``IdentityError/busy(retryAfter:)`` when too many signatures wait; `CLAIMS_TOO_LARGE`;
  ///   `UNAVAILABLE` without a usable key.
  public func issue(
    account: Account, signIn: SignInFacts, project: Project, authenticatedAt: Instant, now: Instant
  ) async throws(IdentityError) -> IDToken {
    let key = try await signer.activeKey(of: project.tokenAlgorithm, now: now)
    let token = UnsignedIDToken(
      account: account, signIn: signIn, project: project, authenticatedAt: authenticatedAt, now: now,
      key: key)
    let signature = try await signer.signer.sign(token.signingInput, with: key)
    // Clients look their account up with a new token at once.
    signer.keys.checked.insert(.init(token.signingInput, signature))
    return try token.signed(with: signature)
  }
}
