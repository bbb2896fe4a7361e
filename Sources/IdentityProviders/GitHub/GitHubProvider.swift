import Identity

extension Provider {
  static let gitHub: Provider = {
    var provider = Provider("github.com", "GitHub") { GitHubVerifier(services: $0) }
    provider.defaultScopes = ["user:email"]
    provider.requiredScopes = ["user:email"]
    provider.credentials = [.accessToken, .authorizationCode]
    provider.takesPKCE = true
    provider.endpoints.authorization = "https://github.com/login/oauth/authorize"
    provider.endpoints.token = "https://github.com/login/oauth/access_token"
    provider.endpoints.userInfo = "https://api.github.com/user"
    provider.endpoints.userEmails = "https://api.github.com/user/emails"
    provider.endpoints.tokenCheck = "https://api.github.com/applications/{client_id}/token"
    provider.endpoints.revocation = "https://api.github.com/applications/{client_id}/grant"
    provider.revocation = .gitHubGrant
    provider.registration = "https://github.com/settings/developers"
    provider.provesByIDToken = false
    return provider
  }()
}
