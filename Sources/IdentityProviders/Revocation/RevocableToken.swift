import Identity

/// A token as the revocation endpoint takes it (RFC 7009 section 2.1).
struct RevocableToken: Sendable {
  var text: String
  var kind: ProviderGrant.TokenKind

  /// Returns the form of the request, its header, and the secret that either holds.
  ///
  /// - Parameter authentication: nil where the provider asks for no client.
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
  /// The token whose revocation ends the app's access: the refresh token, which outlives the access token, if there is one.
  var revocable: RevocableToken? {
    if let refreshToken { return RevocableToken(text: refreshToken, kind: .refresh) }
    return accessToken.map { RevocableToken(text: $0, kind: .access) }
  }
}

extension ProviderServices {
  /// Returns the endpoint at which Apple revokes tokens, and the client's authentication there.
  ///
  /// - Parameter settings: name the client that the token belongs to.
  func appleRevocation(
    _ settings: ProviderSettings, _ secrets: ProviderSecrets, now: Instant
  ) throws(IdentityError) -> (endpoint: String, secret: String) {
    let endpoint = try ProviderCatalog.revocationEndpoint(of: settings)
    return (endpoint, try AppleClientSecret.make(settings: settings, secrets: secrets, now: now))
  }
}

extension ProviderCatalog {
  /// Returns the address at which a provider without discovery revokes access.
  static func revocationEndpoint(of settings: ProviderSettings) throws(IdentityError) -> String {
    try required(endpoints(for: settings)?.revocation, "revocation", of: settings.providerID)
  }
}
