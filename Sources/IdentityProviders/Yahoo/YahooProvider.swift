import Identity

extension Provider {
  static let yahoo: Provider = {
    var provider = Provider("yahoo.com", "Yahoo") { FixedIssuerVerifier(services: $0) }
    provider.useOpenIDConnect(languageParameter: "language")
    provider.credentials = [.idToken, .authorizationCode]
    provider.endpoints.issuer = "https://api.login.yahoo.com"
    provider.endpoints.authorization = "https://api.login.yahoo.com/oauth2/request_auth"
    provider.endpoints.token = "https://api.login.yahoo.com/oauth2/get_token"
    provider.endpoints.jwks = "https://api.login.yahoo.com/openid/v1/certs"
    provider.endpoints.userInfo = "https://api.login.yahoo.com/openid/v1/userinfo"
    provider.clientProof = .secretForCodes
    provider.registration = "https://developer.yahoo.com/apps/"
    provider.asksForProfile = true
    provider.issuers = ["https://api.login.yahoo.com"]
    return provider
  }()
}
