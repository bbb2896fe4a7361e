import Identity

extension Provider {
  static let microsoft: Provider = {
    var provider = Provider("microsoft.com", "Microsoft") { MicrosoftVerifier(services: $0) }
    // The scope `profile` provides the claims `oid` and `tid`; `User.Read` provides the profile.
    provider.useOpenIDConnect(
      languageParameter: "ui_locales", scopes: ["openid", "email", "profile", "User.Read"])
    provider.credentials = [.idToken, .authorizationCode]
    let authority = "https://login.microsoftonline.com/{tenant}"
    provider.endpoints.authorization = authority + "/oauth2/v2.0/authorize"
    provider.endpoints.token = authority + "/oauth2/v2.0/token"
    provider.endpoints.jwks = authority + "/discovery/v2.0/keys"
    provider.endpoints.discovery = authority + "/v2.0/.well-known/openid-configuration"
    provider.endpoints.userInfo = "https://graph.microsoft.com/v1.0/me"
    provider.clientProof = .secretForCodes
    provider.fields = [.clientID, .clientSecret, .tenant]
    provider.registration = "https://entra.microsoft.com/"
    provider.asksForProfile = true
    provider.mayHaveOtherIssuer = true
    return provider
  }()
}
