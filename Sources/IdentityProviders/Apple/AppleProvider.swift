import Identity

extension Provider {
  static let apple: Provider = {
    var provider = Provider("apple.com", "Apple") { AppleVerifier(services: $0) }
    provider.defaultScopes = ["name", "email"]
    provider.credentials = [.idToken, .authorizationCode]
    provider.languageParameter = "locale"
    provider.takesNonce = true
    provider.endpoints.authorization = "https://appleid.apple.com/auth/authorize"
    provider.endpoints.token = "https://appleid.apple.com/auth/token"
    provider.endpoints.jwks = "https://appleid.apple.com/auth/keys"
    provider.endpoints.revocation = "https://appleid.apple.com/auth/revoke"
    provider.revocation = .appleToken
    provider.clientIDName = .servicesID
    provider.clientProof = .signedSecret
    // A native app signs in under its bundle id only.
    provider.isKnownByAudience = [.appCredentials]
    provider.fields = [.clientID, .audiences, .appleKey]
    provider.registration = "https://developer.apple.com/account/resources/identifiers/list"
    provider.postsProfile = true
    provider.issuers = AppleVerifier.issuers
    return provider
  }()
}
