import Foundation
import Identity
import IdentityWire
import Secrets
import Tokens

/// The tokens that a sign-in issues.
public struct SignInTokens: Sendable {
  public var idToken: String
  public var refreshToken: String
  /// The lifetime of the ID token in seconds. Clients require it as a text.
  public var expiresIn: String
}

extension IdentityService {
  /// Makes the tokens of a sign-in. The session must be written in the same transaction as the sign-in's
  /// other writes, after them. Nothing may be returned to the client before that.
  ///
  /// A session that continues from an ID token is not independent. It ends with the token's sign-in: after the
  /// absolute lifetime, or when a refresh token of the sign-in is replayed. Otherwise a thief with a copy of the
  /// token could open one session after the other. The session is also counted, because each session adds a row.
  ///
  /// - Parameters:
  ///   - client: stored as the session's origin.
  ///   - session: the session of the request's ID token, if the user was signed in already.
  ///   - authenticatedAt: the time of the user's authentication, if that was not now.
  /// - Throws: `TOKEN_EXPIRED` if the token's sign-in has lasted too long.
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

  /// Authenticates the user of an ID token. Checks its signature, project and expiry, that the account
  /// exists, is enabled and has not revoked the token, and that its sign-in has not ended.
  ///
  /// - Parameter mayLackFactor: whether the operation is allowed to users who have yet to get a required second factor.
  /// - Throws: `MISSING_ID_TOKEN`, `INVALID_ID_TOKEN`, `TOKEN_EXPIRED`, `USER_NOT_FOUND`, `USER_DISABLED`,
  ///   `TENANT_ID_MISMATCH`.
  func authenticate(_ idToken: String?, _ caller: Caller, mayLackFactor: Bool = false)
    async throws(IdentityError)
    -> (token: VerifiedIDToken, account: Account)
  {
    let identified = try await identify(idToken, caller)
    try identified.token.session.requireValid(
      for: identified.account, secondFactors: caller.secondFactorPolicy(now: clock.now()),
      mayLackFactor: mayLackFactor)
    return identified
  }

  /// Authenticates like ``authenticate(_:_:mayLackFactor:)``, but does not check whether the account revoked
  /// the token: see ``UserSession/requireValid(for:secondFactors:mayLackFactor:)``.
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
      throw .refused(.invalidIDToken).because("a page of another site sent an unsigned token")
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
  /// The rule for second factors of the accounts in scope. The console enforces its own rule: its administrators
  /// enrol a factor in a session that allows nothing else.
  func secondFactorPolicy(now: Instant) -> SecondFactorPolicy {
    guard project.id != .console, signIn.multiFactor.requiresFactor(now: now) else { return .optional }
    let passkeys = try? passkeyPolicy().settings
    return .required(passkeysFor: passkeys?.countsAsTwoFactors == true ? passkeys?.rpID : nil)
  }

  /// The project's rule for sessions that add a way to sign in.
  var linkingPolicy: RecentSignInPolicy {
    RecentSignInPolicy(linkingRequiresRecentSignIn: signIn.linkingRequiresRecentSignIn)
  }
}
