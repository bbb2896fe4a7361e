import Identity

/// A successful token response with an ID token (OpenID Connect Core 1.0 section 3.1.3.3), or the tokens
/// that an app sends instead. The tokens are not verified.
struct OpenIDTokenResponse: Sendable {
  let idToken: String
  let nonce: NonceRule
  let tokens: ProviderTokens
  let user: AppleUser?
  /// True if a code was redeemed. The access token was then issued to this client.
  let isRedeemed: Bool
}

extension TokenExchange {
  /// Returns an app's ID token unchanged, or redeems a code for tokens.
  ///
  /// - Parameters:
  ///   - owner: the provider's name in error messages, such as "Google's".
  ///   - kinds: the kinds of credentials that the provider accepts, for the error message.
  ///   - appNonce: the nonce rule for an app's ID token.
  ///   - client: returns the token endpoint and the client authentication there. Called only for a code.
  func tokenResponse(
    for credential: ProviderCredential, from owner: String, settings: ProviderSettings,
    takes kinds: String = "an ID token", appNonce: (String?) -> NonceRule = { .mutual(raw: $0) },
    client: () async throws(IdentityError) -> (String, ClientAuthentication)
  ) async throws(IdentityError) -> OpenIDTokenResponse {
    switch credential {
    case .idToken(let token, let rawNonce, let accessToken, let user):
      return OpenIDTokenResponse(
        idToken: token, nonce: appNonce(rawNonce), tokens: ProviderTokens(accessToken: accessToken),
        user: user,
        isRedeemed: false)
    case .authorizationCode(let code, let redirectURI, let verifier, let nonce, let user):
      let (endpoint, authentication) = try await client()
      let tokens = try await redeem(
        code: code, redirectURI: redirectURI, codeVerifier: verifier, at: endpoint,
        authentication: authentication, settings: settings)
      guard let idToken = tokens.idToken else { throw ProviderTokens.missing("ID token", "ID Token", owner) }
      return OpenIDTokenResponse(
        idToken: idToken, nonce: .verbatim(expected: nonce), tokens: tokens, user: user, isRedeemed: true)
    case .accessToken, .temporaryCredentials:
      throw .unsupportedCredential(settings.providerID, takes: kinds)
    }
  }
}

extension ProviderTokens {
  init(accessToken: String?) {
    self.init()
    self.accessToken = accessToken
  }

  /// Returns the access token of a token response.
  ///
  /// - Parameter owner: the provider's name in the error message, such as "GitHub's".
  func requireAccessToken(of owner: String) throws(IdentityError) -> String {
    guard let accessToken else { throw Self.missing("access token", "access token", owner) }
    return accessToken
  }

  fileprivate static func missing(_ kind: String, _ shown: String, _ owner: String) -> IdentityError {
    .invalidIDPResponse("The answer of \(owner) token endpoint contains no \(shown).")
      .diagnosed(Diagnosis.tokenMissing(kind: kind))
  }
}
