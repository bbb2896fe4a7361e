import Identity
import IdentityWire

/// Issues Firebase ID tokens: JWTs (RFC 7519) under the ring's active key.
///
/// What makes one an ID token is said at ``IDTokenVerifier``.
public struct IDTokenIssuer: Sendable {
  private let keys: KeyRing
  private let signer: any TokenSigner

  public init(keys: KeyRing, signer: any TokenSigner) {
    self.keys = keys
    self.signer = signer
  }

  /// - Parameters:
  ///   - project: the account's.
  ///   - authenticatedAt: `auth_time`; a refreshed token keeps that of its session.
  /// - Throws: ``WireError/tooManyAttempts(retryAfter:)`` when too many signatures wait; `CLAIMS_TOO_LARGE`;
  ///   `UNAVAILABLE` without a usable key.
  public func issue(
    account: Account, signIn: SignInFacts, project: Project, authenticatedAt: Timestamp, now: Timestamp
  ) async throws(WireError) -> IDToken {
    let key: SigningKey
    do {
      key = try keys.activeKey(now: now)
    } catch {
      throw .unavailable("UNAVAILABLE", cause: "signing keys: \(error)")
    }
    let token = UnsignedIDToken(
      account: account, signIn: signIn, project: project, authenticatedAt: authenticatedAt, now: now,
      key: key)
    return try token.signed(with: try await signer.sign(token.signingInput, with: key))
  }
}
