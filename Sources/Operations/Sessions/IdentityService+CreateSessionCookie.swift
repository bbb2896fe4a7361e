import Identity
import IdentityWire
import Tokens

extension IdentityService {
  /// `projects/{p}:createSessionCookie`, for administrators.
  ///
  /// If the project's sessions have an absolute lifetime, a cookie ends no later than the sign-in of its ID
  /// token, even if a longer time was requested.
  ///
  /// - Throws: `MISSING_ID_TOKEN`, `INVALID_DURATION`, `TOKEN_EXPIRED` if that sign-in has ended; the errors of
  ///   ``authenticate(_:_:mayLackFactor:)``.
  public func createSessionCookie(_ request: CreateSessionCookieRequest, _ caller: Caller)
    async throws(IdentityError) -> CreateSessionCookieResponse
  {
    guard caller.isAdministrator else { throw .forbidden("The caller does not have permission") }
    guard request.idToken?.isEmpty == false else { throw .refused(.missingIDToken) }
    // proto3 encodes a missing number as zero.
    let asked = request.validDuration?.value ?? 0
    var lifetime = asked == 0 ? SessionCookie.maximumLifetime : asked
    guard (SessionCookie.minimumLifetime...SessionCookie.maximumLifetime).contains(lifetime) else {
      throw .refused(.invalidDuration)
    }
    let token = try await authenticate(request.idToken, caller).token
    let now = clock.now()
    if let end = caller.project.sessions.end(ofProofAt: token.authenticatedAt) {
      lifetime = min(lifetime, end.seconds - now.seconds)
      guard lifetime > 0 else {
        throw .refused(.tokenExpired).because("the session's lifetime is over")
      }
    }
    let cookie = try await SessionCookie.issue(
      for: token, lifetime: lifetime, now: now, issuer: issuer)
    return CreateSessionCookieResponse(sessionCookie: cookie.text)
  }
}
