import Identity
import IdentityWire

extension ProviderRegistry {
  /// Obtains the temporary credentials of a flow (RFC 5849 section 2.1). The provider binds them to the
  /// callback URL. OAuth 1.0a has no `state`, so the flow's state is part of the callback URL.
  ///
  /// - Throws: `INVALID_IDP_RESPONSE`, `OPERATION_NOT_ALLOWED` if the settings are incomplete.
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
