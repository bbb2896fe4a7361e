import Identity

/// A token for the revocation endpoint (RFC 7009 section 2.1).
struct RevocableToken: Sendable {
  var text: String
  var kind: ProviderGrant.TokenKind

  /// Returns the form and the header of the request, and the secret that the form or the header contains.
  ///
  /// - Parameter authentication: nil if the provider requires no client authentication.
  func form(of clientID: String, _ authentication: TokenExchange.ClientAuthentication?) -> (
    pairs: [(name: String, value: String)], authorization: ProviderAPI.Authorization?, secret: String?
  ) {
    var pairs: [(name: String, value: String)] = [("token", text)]
    guard let authentication else { return (pairs, nil, nil) }
    pairs += [("token_type_hint", kind.rawValue), ("client_id", clientID)]
    let (authorization, secret) = authentication.authenticate(clientID, in: &pairs)
    return (pairs, authorization, secret)
  }
}

extension ProviderTokens {
  /// The token to revoke if the app's access has to end: the refresh token if there is one, because it
  /// outlives the access token.
  var revocable: RevocableToken? {
    if let refreshToken { return RevocableToken(text: refreshToken, kind: .refresh) }
    return accessToken.map { RevocableToken(text: $0, kind: .access) }
  }
}

extension ProviderServices {
  /// Returns Apple's revocation endpoint, and the client's authentication there.
  ///
  /// - Parameter settings: the settings. Their client id must be the client that the token belongs to.
  func appleRevocation(
    _ settings: ProviderSettings, _ secrets: ProviderSecrets, now: Instant
  ) throws(IdentityError) -> (endpoint: String, secret: String) {
    let endpoint = try ProviderCatalog.revocationEndpoint(of: settings)
    return (endpoint, try AppleClientSecret.make(settings: settings, secrets: secrets, now: now))
  }
}

extension ProviderCatalog {
  /// Returns the URL at which a provider without discovery revokes access.
  static func revocationEndpoint(of settings: ProviderSettings) throws(IdentityError) -> String {
    try required(endpoints(for: settings)?.revocation, "revocation", of: settings.providerID)
  }
}
