import Identity

extension Provider {
  static let facebook: Provider = {
    var provider = Provider("facebook.com", "Facebook") { FacebookVerifier(services: $0) }
    provider.defaultScopes = ["public_profile", "email"]
    provider.scopeSeparator = ","
    provider.credentials = [.idToken, .accessToken, .authorizationCode]
    provider.languageParameter = "locale"
    provider.endpoints.authorization = "https://www.facebook.com/v25.0/dialog/oauth"
    provider.endpoints.token = "https://graph.facebook.com/v25.0/oauth/access_token"
    provider.endpoints.userInfo = "https://graph.facebook.com/v25.0/me"
    provider.endpoints.tokenCheck = "https://graph.facebook.com/v25.0/debug_token"
    provider.endpoints.limitedLoginJWKS = "https://limited.facebook.com/.well-known/oauth/openid/jwks/"
    provider.endpoints.revocation = "https://graph.facebook.com/v25.0/{user_id}/permissions"
    provider.revocation = .facebookPermissions
    provider.clientIDName = .appID
    provider.clientSecretName = .appSecret
    provider.registration = "https://developers.facebook.com/apps/"
    provider.provesByIDToken = false
    provider.issuers = FacebookVerifier.limitedLoginIssuers
    return provider
  }()
}
