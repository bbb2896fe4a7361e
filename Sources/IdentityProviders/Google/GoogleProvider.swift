import Identity

extension Provider {
  static let google: Provider = {
    var provider = Provider("google.com", "Google") { GoogleVerifier(services: $0) }
    provider.useOpenIDConnect(languageParameter: "hl")
    provider.credentials = [.idToken, .accessToken, .authorizationCode]
    provider.endpoints.authorization = "https://accounts.google.com/o/oauth2/v2/auth"
    provider.endpoints.token = "https://oauth2.googleapis.com/token"
    provider.endpoints.jwks = "https://www.googleapis.com/oauth2/v3/certs"
    provider.endpoints.userInfo = "https://www.googleapis.com/userinfo/v2/me"
    provider.endpoints.tokenCheck = "https://oauth2.googleapis.com/tokeninfo"
    provider.endpoints.revocation = "https://oauth2.googleapis.com/revoke"
    provider.revocation = .publicToken
    provider.offlineParameter = ("access_type", "offline")
    provider.clientProof = .secretForCodes
    provider.fields = [.clientID, .clientSecret, .audiences]
    provider.registration = "https://console.cloud.google.com/auth/clients"
    provider.mayAnswerByIDToken = true
    provider.issuers = GoogleVerifier.issuers
    return provider
  }()
}
