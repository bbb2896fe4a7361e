import Identity
import IdentityWire
import Tokens

extension IdentityService {
  /// `/v1/token`: exchanges a refresh token for an ID token. If the project rotates refresh tokens, also
  /// issues the next one.
  ///
  /// Within the grace period, all requests with the same token get the same successor. A replay after the grace
  /// period ends every session of the sign-in.
  ///
  /// - Throws: `MISSING_REFRESH_TOKEN`, `INVALID_REFRESH_TOKEN`, `TENANT_ID_MISMATCH`, `MISSING_GRANT_TYPE`,
  ///   `INVALID_GRANT_TYPE`, `USER_NOT_FOUND`, `USER_DISABLED`, `TOKEN_EXPIRED`, `PROJECT_DISABLED` for a
  ///   tenant that is disabled.
  public func refresh(_ request: TokenRequest, _ caller: Caller) async throws(IdentityError) -> TokenResponse
  {
    try await retryingConflicts { try await self.exchange(request, caller) }
  }

  private func exchange(_ request: TokenRequest, _ caller: Caller) async throws -> TokenResponse {
    // The clock is read before the account, so that a revocation in between makes the new token outdated.
    let now = clock.now()
    guard let text = request.refreshToken, !text.isEmpty else {
      throw IdentityError.refused(.missingRefreshToken)
    }
    guard let hash = RefreshToken.hash(ofPresented: text) else {
      throw IdentityError.refused(.invalidRefreshToken)
    }
    try requireRoom(
      "refresh/network", Array((caller.network?.description ?? "").utf8), limits.refreshesPerNetwork, now: now
    )
    let found = try await store.session(tokenHash: hash)
    guard let (session, account) = found, session.scope.project == caller.project.id else {
      // Official clients sign their user out for a deleted account, and not for an invalid token.
      let isOfDeletedAccount =
        found == nil ? try await wasDeleted(withSession: hash, caller, now: now) : false
      throw IdentityError.refused(isOfDeletedAccount ? .userNotFound : .invalidRefreshToken)
    }
    // A tenant in the request is only an additional check. The token contains its own tenant.
    if let tenant = caller.tenant, tenant.id != session.scope.tenant {
      throw IdentityError.refused(.tenantIDMismatch)
    }
    guard let grantType = request.grantType, !grantType.isEmpty else {
      throw IdentityError.refused(.missingGrantType)
    }
    guard grantType == "refresh_token" else { throw IdentityError.refused(.invalidGrantType) }
    if account.disabled { throw IdentityError.refused(.userDisabled) }
    let tenant = try await projects.tenant(
      named: session.scope.tenant?.rawValue, in: session.scope.project)
    if tenant?.signIn.isDisabled == true { throw IdentityError.refused(.projectDisabled) }
    let policy = caller.project.sessions
    // A refresh need not name its tenant.
    var view = caller
    view.tenant = tenant
    let decision = try RefreshDecision.decide(
      session, of: account, policy, secondFactors: view.secondFactorPolicy(now: now), now: now)
    if decision == .endFamily { try await endFamily(of: session, now: now) }
    try requireRoom("refresh/session", session.familyHash, limits.refreshesPerSession, now: now)
    try RefreshDecision.requireLifetime(of: session, policy, now: now)
    // The ID token is issued before the refresh token is consumed. After a failure here, the client can try again
    // with the refresh token.
    let idToken = try await issuer.issue(
      account: account, signIn: session.signIn, project: caller.project,
      authenticatedAt: session.authenticatedAt, now: now)
    let next = try await nextToken(text, session, decision, policy, now: now)
    return TokenResponse(
      idToken: idToken.text, refreshToken: next, expiresIn: String(IDToken.lifetime),
      userID: account.id.rawValue, projectID: caller.project.number)
  }

  /// Counts a refresh.
  ///
  /// - Throws: `TOO_MANY_ATTEMPTS_TRY_LATER`.
  private func requireRoom(_ kind: String, _ subject: [UInt8], _ throttle: Throttle, now: Instant)
    throws(IdentityError)
  {
    let key = LocalThrottles.Key(kind: kind, subject: subject)
    guard let retryAfter = refreshThrottles.refusal(of: key, throttle, now: now) else { return }
    throw .throttled(kind: kind, retryAfter: retryAfter)
  }

  private func endFamily(of session: RefreshSession, now: Instant) async throws {
    try await store.apply([
      .revokeSessionFamily(
        of: session, now: now, forgetAt: now.adding(seconds: SessionPolicy.memory))
    ])
    log.notice(
      "a used refresh token was presented again; its sign-in was ended",
      metadata: ["project": "\(session.scope.project)", "account": "\(session.accountID)"])
    throw Self.presentedAgain
  }

  private static var presentedAgain: IdentityError {
    .refused(.tokenExpired).because("a used refresh token was presented again")
  }

  /// Returns the refresh token for the response.
  private func nextToken(
    _ text: String, _ session: RefreshSession, _ decision: RefreshDecision, _ policy: SessionPolicy,
    now: Instant
  ) async throws -> String {
    switch decision {
    case .repeatSuccessor(let sealed):
      guard let successor = RefreshToken.openSuccessor(sealed, ofPresented: text) else {
        throw IdentityError.unavailable(.internalError, cause: "a refresh token's successor does not open")
      }
      return successor
    case .keep(let note):
      if let note {
        try await store.apply([
          .noteSessionUse(tokenHash: session.tokenHash, at: note.usedAt, forgetAt: note.forgetAt)
        ])
      }
      return text
    case .endFamily: throw Self.presentedAgain
    case .rotate:
      guard
        let successor = try RefreshToken.successor(
          ofPresented: text, session, policy: policy, now: now, random: random)
      else { throw IdentityError.refused(.invalidRefreshToken) }
      try await store.apply([
        .rotateSession(
          tokenHash: session.tokenHash, successor: successor.session, sealedSuccessor: successor.sealed,
          now: now, forgetAt: now.adding(seconds: SessionPolicy.memory))
      ])
      return successor.text
    }
  }

  private func wasDeleted(withSession tokenHash: [UInt8], _ caller: Caller, now: Instant) async throws
    -> Bool
  {
    let left = try await store.artifact(
      tokenHash: tokenHash, purpose: RefreshSession.purposeOfDeletedAccounts, now: now)
    return left?.scope.project == caller.project.id
  }
}
