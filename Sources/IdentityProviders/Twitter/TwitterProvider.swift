import Identity

extension Provider {
  static let twitter: Provider = {
    var provider = Provider("twitter.com", "X (Twitter)") { TwitterVerifier(services: $0) }
    provider.credentials = [.accessToken, .authorizationCode]
    provider.isOAuth1 = true
    provider.languageParameter = "lang"
    provider.languageSeparator = "-"
    provider.endpoints.temporaryCredentials = "https://api.twitter.com/oauth/request_token"
    provider.endpoints.authorization = "https://api.twitter.com/oauth/authenticate"
    provider.endpoints.token = "https://api.twitter.com/oauth/access_token"
    provider.endpoints.userInfo = "https://api.twitter.com/1.1/account/verify_credentials.json"
    provider.clientIDName = .apiKey
    provider.clientSecretName = .apiKeySecret
    provider.registration = "https://developer.x.com/en/portal/projects-and-apps"
    provider.provesByIDToken = false
    return provider
  }()
}
