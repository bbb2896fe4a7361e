import Identity

extension Provider {
  static let gameCenter: Provider = {
    var provider = Provider(GameCenterVerifier.providerID, "Game Center") { GameCenterVerifier(services: $0) }
    // The base URL of Apple's certificates.
    provider.endpoints.jwks = "https://static.gc.apple.com/public-key/"
    provider.clientIDName = .bundleID
    provider.clientProof = .none
    provider.isKnownByAudience = [.appCredentials, .webFlow]
    provider.fields = [.clientID, .audiences]
    provider.registration = "https://developer.apple.com/account/resources/identifiers/list"
    provider.provesByIDToken = false
    return provider
  }()
}
