import Hummingbird
import IdentityWire

/// Yahoo's OpenID provider. Its ID tokens only identify the person; name and address come from UserInfo.
struct YahooLab: ProviderRules {
  static let issuer = "https://api.login.yahoo.com"

  let lab: ProviderLab
  let profile = ProviderProfile(id: .yahoo, name: "Yahoo", issuer: issuer)

  func addRoutes<Context>(to routes: LabRoutes<Context>) {
    routes.on([.get, .post], "oauth2/request_auth", .authorize) { try await authorize($0) }
    routes.on([.post], "oauth2/get_token", .token) { try await exchangeCode($0) }
    routes.on([.get, .post], "openid/v1/userinfo", .userinfo) { try await userInfo($0, userClaims) }
    routes.on([.get], "openid/v1/certs", .jwks) { _ in LabReply.json(try lab.keys.jwks(of: .yahoo)) }
  }

  /// The claims other than the subject. Only a native app's ID token contains them; in the browser flow, the answer of
  /// UserInfo contains them.
  func profileClaims(of grant: Grant) -> [(String, JSONValue)] {
    grant.redirectURI.isEmpty ? userClaims(of: grant) : []
  }

  private func userClaims(of grant: Grant) -> [(String, JSONValue)] {
    (grant.allows("profile") ? nameClaims(of: grant.person) : [])
      + (grant.allows("email") ? emailClaims(of: grant.person) : [])
  }
}
