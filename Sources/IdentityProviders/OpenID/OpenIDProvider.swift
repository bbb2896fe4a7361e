import Identity

extension Provider {
  /// A generic OpenID provider.
  static func openID(_ providerID: String) -> Provider {
    var provider = Provider(providerID, providerID) { OpenIDVerifier(services: $0) }
    provider.useOpenIDConnect(languageParameter: "ui_locales")
    provider.requiredScopes = ["openid"]
    provider.credentials = [.idToken, .authorizationCode]
    provider.clientProof = .chosen
    provider.fields = [.clientID, .clientSecret, .audiences]
    // LINE has its own revocation request, which does not withdraw the user's consent.
    provider.revocation = OpenIDPreset(for: providerID) == nil ? .token : nil
    provider.isDiscovered = true
    provider.asksForProfile = true
    provider.mayAnswerByIDToken = true
    provider.registration = OpenIDPreset(for: providerID)?.registration
    return provider
  }
}
