import Identity

/// A successful token response with an ID token (OpenID Connect Core 1.0 section 3.1.3.3), or the tokens that an app brings
/// in its place. None of them is verified.
struct OpenIDTokenResponse: Sendable {
  let idToken: String
  let nonce: NonceRule
  let tokens: ProviderTokens
  let user: AppleUser?
  /// True if a code was redeemed, so that the access token was issued to this client.
  let isRedeemed: Bool
}

extension TokenExchange {
  /// An app's ID token as it came, or the tokens that a code is redeemed for.
  ///
  /// - Parameters:
  ///   - owner: the provider in error messages, such as "Google's".
  ///   - kinds: the credentials that the provider takes, for the error about any other.
  ///   - appNonce: the rule for an app's ID token.
  ///   - client: returns the token endpoint and the client authentication there. Called for a code alone.
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

  /// The access token of a token response.
  ///
  /// - Parameter owner: the provider in the error message, such as "GitHub's".
  func requireAccessToken(of owner: String) throws(IdentityError) -> String {
    guard let accessToken else { throw Self.missing("access token", "access token", owner) }
    return accessToken
  }

  fileprivate static func missing(_ kind: String, _ shown: String, _ owner: String) -> IdentityError {
    .invalidIDPResponse("The answer of \(owner) token endpoint contains no \(shown).")
      .diagnosed(Diagnosis.tokenMissing(kind: kind))
  }
}
