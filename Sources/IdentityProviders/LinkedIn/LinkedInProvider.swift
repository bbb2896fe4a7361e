import Identity

extension Provider {
  /// LinkedIn's ID tokens have no nonce, and only native apps that LinkedIn has approved may use PKCE.
  static let linkedIn: Provider = {
    var provider = Provider("linkedin.com", "LinkedIn") { FixedIssuerVerifier(services: $0) }
    provider.defaultScopes = ["openid", "profile", "email"]
    provider.requiredScopes = ["openid", "profile", "email"]
    provider.credentials = [.authorizationCode]
    provider.endpoints.issuer = "https://www.linkedin.com/oauth"
    provider.endpoints.authorization = "https://www.linkedin.com/oauth/v2/authorization"
    provider.endpoints.token = "https://www.linkedin.com/oauth/v2/accessToken"
    provider.endpoints.jwks = "https://www.linkedin.com/oauth/openid/jwks"
    provider.endpoints.userInfo = "https://api.linkedin.com/v2/userinfo"
    provider.registration = "https://www.linkedin.com/developers/apps"
    provider.asksForProfile = true
    provider.issuers = ["https://www.linkedin.com/oauth"]
    return provider
  }()
}
