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
  /// other effects, and nothing may be answered before it was.
  ///
  /// - Parameter authenticatedAt: when the user proved who they are, if that was not now.
  func openSession(
    for account: Account, _ facts: SignInFacts, in project: Project, authenticatedAt: Timestamp? = nil,
    now: Timestamp
  ) async throws(WireError) -> (tokens: SignInTokens, write: StoreWrite) {
    let authenticatedAt = authenticatedAt ?? now
    let idToken = try await issuer.issue(
      account: account, signIn: facts, project: project, authenticatedAt: authenticatedAt, now: now)
    let refresh = RefreshToken(
      for: account, signIn: facts, authenticatedAt: authenticatedAt, now: now, random: random)
    let tokens = SignInTokens(
      idToken: idToken.text, refreshToken: refresh.token.text, expiresIn: String(IDToken.lifetime))
    return (tokens, .insertSession(refresh.session))
  }

  /// Who presents an ID token: signature, project, expiry, and that the account exists, is enabled and has
  /// not revoked it.
  ///
  /// - Throws: `MISSING_ID_TOKEN`, `INVALID_ID_TOKEN`, `TOKEN_EXPIRED`, `USER_NOT_FOUND`, `USER_DISABLED`,
  ///   `TENANT_ID_MISMATCH`.
  func authenticate(_ idToken: String?, _ caller: Caller) async throws(WireError)
    -> (token: VerifiedIDToken, account: Account)
  {
    let identified = try await identify(idToken, caller)
    try requireValid(identified.token, for: identified.account)
    return identified
  }

  /// - Throws: `TOKEN_EXPIRED`.
  func requireValid(_ token: VerifiedIDToken, for account: Account) throws(WireError) {
    guard token.isValid(for: account), Self.isComplete(token.signIn, for: account) else {
      throw .badRequest("TOKEN_EXPIRED")
    }
  }

  /// As ``authenticate(_:_:)``, but whether the token was revoked is left to ``requireValid(_:for:)``.
  func identify(_ idToken: String?, _ caller: Caller) async throws(WireError)
    -> (token: VerifiedIDToken, account: Account)
  {
    guard let idToken, !idToken.isEmpty else { throw .badRequest("MISSING_ID_TOKEN") }
    let token: VerifiedIDToken
    do {
      token = try await verifier.verify(idToken, project: caller.project, now: clock.now())
    } catch {
      throw error.wireError
    }
    guard token.scope.tenant == caller.tenant?.id else { throw .badRequest("TENANT_ID_MISMATCH") }
    guard
      let account = try await storing({ () async throws(StoreError) in
        try await store.account(token.accountID, in: token.scope)
      })
    else { throw .badRequest("USER_NOT_FOUND") }
    if account.disabled { throw .badRequest("USER_DISABLED") }
    return (token, account)
  }

  /// Whether a sign-in proved a second factor, where the account has one by now. What was signed in without it
  /// is at an end, whoever gave the account the factor, and however.
  static func isComplete(_ signIn: SignInFacts, for account: Account) -> Bool {
    account.factors.isEmpty || signIn.secondFactor != nil
  }

  /// Seconds for which a sign-in allows what decides who the account belongs to: deleting it, and changing
  /// its address or password.
  static let recentSignInLifetime: Int64 = 300

  /// Whoever found an unlocked device must not be able to take the account away. A user who signed in
  /// anonymously, and still is anonymous, has nothing to prove themselves with once more.
  ///
  /// - Throws: `CREDENTIAL_TOO_OLD_LOGIN_AGAIN`.
  func requireRecentSignIn(_ token: VerifiedIDToken, of account: Account) throws(WireError) {
    let age = clock.now().seconds - token.authenticatedAt.seconds
    guard age <= Self.recentSignInLifetime || token.isAnonymous(account) else {
      throw .badRequest("CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
    }
  }

  /// `/v1/token`: a fresh ID token for a refresh token, which stays the same.
  public func refresh(_ request: TokenRequest, _ caller: Caller) async throws(WireError) -> TokenResponse {
    // Before the account is read, so that a revocation that comes between makes the token an old one.
    let now = clock.now()
    guard let text = request.refreshToken, !text.isEmpty else { throw .badRequest("MISSING_REFRESH_TOKEN") }
    guard let hash = RefreshToken.hash(ofPresented: text) else { throw .badRequest("INVALID_REFRESH_TOKEN") }
    if let network = caller.network {
      try requireRoom(
        "refresh/network", Array(network.description.utf8), limits.refreshesPerNetwork, now: now)
    }
    let found = try await storing { () async throws(StoreError) in try await store.session(tokenHash: hash) }
    guard let (session, account) = found, session.scope.project == caller.project.id else {
      // Official clients sign their user out for the one, and not for the other.
      let isOfDeletedAccount =
        found == nil ? try await wasDeleted(withSession: hash, caller, now: now) : false
      throw .badRequest(isOfDeletedAccount ? "USER_NOT_FOUND" : "INVALID_REFRESH_TOKEN")
    }
    // A refresh names a tenant only to be safe; the token knows its own.
    if let tenant = caller.tenant, tenant.id != session.scope.tenant {
      throw .badRequest("TENANT_ID_MISMATCH")
    }
    guard let grantType = request.grantType, !grantType.isEmpty else {
      throw .badRequest("MISSING_GRANT_TYPE")
    }
    guard grantType == "refresh_token" else { throw .badRequest("INVALID_GRANT_TYPE") }
    if account.disabled { throw .badRequest("USER_DISABLED") }
    guard session.isValid(for: account), Self.isComplete(session.signIn, for: account) else {
      throw .badRequest("TOKEN_EXPIRED")
    }
    try requireRoom("refresh/session", hash, limits.refreshesPerSession, now: now)
    let idToken = try await issuer.issue(
      account: account, signIn: session.signIn, project: caller.project,
      authenticatedAt: session.authenticatedAt, now: now)
    return TokenResponse(
      idToken: idToken.text, refreshToken: text, expiresIn: String(IDToken.lifetime),
      userID: account.id.rawValue, projectID: caller.project.number)
  }

  /// Counts a refresh.
  ///
  /// - Throws: `TOO_MANY_ATTEMPTS_TRY_LATER`.
  private func requireRoom(_ kind: String, _ subject: [UInt8], _ throttle: Throttle, now: Timestamp)
    throws(WireError)
  {
    let key = LocalThrottles.Key(kind: kind, subject: subject)
    guard let retryAfter = refreshThrottles.refusal(of: key, throttle, now: now) else { return }
    throw .throttled(kind: kind, retryAfter: retryAfter)
  }

  private func wasDeleted(withSession tokenHash: [UInt8], _ caller: Caller, now: Timestamp)
    async throws(WireError) -> Bool
  {
    let left = try await storing { () async throws(StoreError) in
      try await store.artifact(
        tokenHash: tokenHash, purpose: RefreshSession.purposeOfDeletedAccounts, now: now)
    }
    return left?.scope.project == caller.project.id
  }
}

extension VerifiedIDToken {
  /// Whether its user, who signed in anonymously, still is nobody else.
  fileprivate func isAnonymous(_ account: Account) -> Bool {
    account.isAnonymous && signIn.provider == "anonymous"
  }

  /// The moment of the proof that a session goes on to rest on when its user links something: whoever found
  /// an unlocked device can link what is their own. Nil where the link is the first proof of all.
  func authenticationKept(linkingTo account: Account) -> Timestamp? {
    isAnonymous(account) ? nil : authenticatedAt
  }
}
