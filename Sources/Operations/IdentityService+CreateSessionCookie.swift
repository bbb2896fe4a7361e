import IdentityWire
import Tokens

extension IdentityService {
  /// `projects/{p}:createSessionCookie`, for administrators.
  ///
  /// - Throws: `MISSING_ID_TOKEN`, `INVALID_DURATION`; what ``authenticate(_:_:)`` throws.
  public func createSessionCookie(_ request: CreateSessionCookieRequest, _ caller: Caller)
    async throws(WireError) -> CreateSessionCookieResponse
  {
    guard caller.isAdministrator else { throw .permissionDenied("The caller does not have permission") }
    guard request.idToken?.isEmpty == false else { throw .badRequest("MISSING_ID_TOKEN") }
    // Zero is what proto3 writes for a number that was not given.
    let asked = request.validDuration?.value ?? 0
    let lifetime = asked == 0 ? SessionCookie.maximumLifetime : asked
    guard (SessionCookie.minimumLifetime...SessionCookie.maximumLifetime).contains(lifetime) else {
      throw .badRequest("INVALID_DURATION")
    }
    let token = try await authenticate(request.idToken, caller).token
    let cookie = try await SessionCookie.issue(
      for: token, lifetime: lifetime, now: clock.now(), signer: issuer.signer)
    return CreateSessionCookieResponse(sessionCookie: cookie.text)
  }
}
