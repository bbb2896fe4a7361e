import Foundation
import Identity
import IdentityWire
import Secrets
import Tokens

/// The tokens that a sign-in hands out.
public struct SignInTokens: Sendable {
  public var idToken: String
  public var refreshToken: String
  /// Seconds, as text: clients insist on it.
  public var expiresIn: String
}

extension IdentityService {
  /// Makes the tokens of a sign-in. The session has to be written in the same transaction as the sign-in's
  /// other effects, after them, and nothing may be answered before it was.
  ///
  /// A session that goes on from an ID token is none of its own: it ends when the token's sign-in does, by its
  /// absolute lifetime and when a used refresh token of it is presented. Else whoever has a copy could open one
  /// after the other. And it is counted: each leaves a row.
  ///
  /// - Parameters:
  ///   - client: where the session is noted to have begun.
  ///   - session: of the ID token that the user asked with, where they were signed in already.
  ///   - authenticatedAt: when the user proved who they are, if that was not now.
  /// - Throws: `TOKEN_EXPIRED` when the token's sign-in has lasted too long.
  func openSession(
    for account: Account, _ facts: SignInFacts, in project: Project, from client: ClientDetails,
    continuing session: UserSession? = nil, authenticatedAt: Instant? = nil, now: Instant
  ) async throws(IdentityError) -> (tokens: SignInTokens, writes: [StoreWrite]) {
    var writes: [StoreWrite] = []
    if let session {
      if let end = project.sessions.end(ofProofAt: session.authenticatedAt), now >= end {
        throw .refused(.tokenExpired).because("the session's lifetime is over")
      }
      writes = continuation(of: session, now: now)
    }
    let authenticatedAt = authenticatedAt ?? now
    let idToken = try await issuer.issue(
      account: account, signIn: facts, project: project, authenticatedAt: authenticatedAt, now: now)
    let refresh = RefreshToken(
      for: account, signIn: facts, authenticatedAt: authenticatedAt, now: now, policy: project.sessions,
      origin: client.origin, random: random)
    let tokens = SignInTokens(
      idToken: idToken.text, refreshToken: refresh.token.text, expiresIn: String(IDToken.lifetime))
    return (tokens, writes + [.insertSession(refresh.session)])
  }

  /// Who presents an ID token: signature, project, expiry, and that the account exists, is enabled and has
  /// not revoked it, nor was the token's sign-in ended.
  ///
  /// - Parameter mayLackFactor: whether it is for what users may do who have no second factor where one is required.
  /// - Throws: `MISSING_ID_TOKEN`, `INVALID_ID_TOKEN`, `TOKEN_EXPIRED`, `USER_NOT_FOUND`, `USER_DISABLED`,
  ///   `TENANT_ID_MISMATCH`.
  func authenticate(_ idToken: String?, _ caller: Caller, mayLackFactor: Bool = false)
    async throws(IdentityError)
    -> (token: VerifiedIDToken, account: Account)
  {
    let identified = try await identify(idToken, caller)
    try identified.token.session.requireValid(
      for: identified.account, requiresFactor: !mayLackFactor && caller.requiresFactor(now: clock.now()))
    return identified
  }

  /// As ``authenticate(_:_:mayLackFactor:)``, but whether the account revoked the token is left to
  /// ``UserSession/requireValid(for:requiresFactor:)``.
  func identify(_ idToken: String?, _ caller: Caller) async throws(IdentityError)
    -> (token: VerifiedIDToken, account: Account)
  {
    guard let idToken, !idToken.isEmpty else { throw .refused(.missingIDToken) }
    let token: VerifiedIDToken
    do {
      if let presented = caller.presentedToken, presented.text == idToken {
        token = try await verifier.verify(presented.parts, project: caller.project, now: clock.now())
      } else {
        token = try await verifier.verify(idToken, project: caller.project, now: clock.now())
      }
    } catch {
      throw error.identityError
    }
    if token.keyID == nil, caller.client.isOfOtherSite {
      throw .refused(.invalidIDToken).because("an unsigned token came from a page of another site")
    }
    guard token.scope.tenant == caller.tenant?.id else { throw .refused(.tenantIDMismatch) }
    guard
      let (account, signInHasEnded) = try await storing({ () async throws(StoreError) in
        try await store.account(token.accountID, in: token.scope, signedInAt: token.authenticatedAt)
      })
    else { throw .refused(.userNotFound) }
    AuditContext.current.trail?.noteAuthenticated(account.id)
    if account.disabled { throw .refused(.userDisabled) }
    if signInHasEnded { throw .refused(.tokenExpired).because("the sign-in was ended") }
    return (token, account)
  }
}

extension Caller {
  /// True if nobody of the accounts in view signs in without a second factor by now. The console asks its administrators
  /// for one itself: they enrol it by a session that is good for nothing else.
  func requiresFactor(now: Instant) -> Bool {
    project.id != .console && signIn.multiFactor.requiresFactor(now: now)
  }

  /// The project's rule for sessions that add a way to sign in.
  var linkingPolicy: RecentSignInPolicy {
    RecentSignInPolicy(linkingRequiresRecentSignIn: signIn.linkingRequiresRecentSignIn)
  }
}
