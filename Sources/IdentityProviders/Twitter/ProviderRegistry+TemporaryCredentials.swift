import Identity
import IdentityWire

extension ProviderRegistry {
  /// Obtains the temporary credentials of a flow (RFC 5849 section 2.1). The provider ties them to the address that the
  /// browser comes back to. It has no `state` of its own, so that the flow's stands in that address.
  ///
  /// - Throws: `INVALID_IDP_RESPONSE`, `OPERATION_NOT_ALLOWED` for settings that are not complete.
  public func temporaryCredentials(
    for request: AuthorizationRequest, secrets: ProviderSecrets, now: Instant,
    random: any RandomSource = SystemRandom()
  ) async throws(IdentityError) -> OAuth1Token {
    let twitter = try TwitterAPI(services, request.settings, secrets, now: now, random: random)
    return try await twitter.temporaryCredentials(callback: try request.callbackWithState())
  }
}

extension AuthorizationRequest {
  func callbackWithState() throws(IdentityError) -> String {
    guard !state.isEmpty, !redirectURI.isEmpty, !redirectURI.contains("#") else {
      throw .malformed("INVALID_CONTINUE_URI")
    }
    return redirectURI + (redirectURI.contains("?") ? "&" : "?") + "state=" + FormURLEncoded.encode(state)
  }
}
