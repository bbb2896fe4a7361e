import Identity

extension Provider {
  static let playGames: Provider = {
    var provider = Provider("playgames.google.com", "Google Play Games") { PlayGamesVerifier(services: $0) }
    provider.credentials = [.serverAuthCode]
    provider.endpoints.token = "https://oauth2.googleapis.com/token"
    provider.endpoints.userInfo = "https://games.googleapis.com/games/v1/players/me"
    provider.registration = "https://play.google.com/console/developers"
    provider.provesByIDToken = false
    return provider
  }()
}
