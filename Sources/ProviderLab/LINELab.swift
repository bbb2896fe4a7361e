import Hummingbird
import IdentityWire

/// LINE Login. The channel secret signs the ID tokens of the browser flow (HS256), and a published key signs the ID
/// tokens of native apps. Neither kind of ID token says whether the address is verified.
struct LINELab: ProviderRules {
  static let issuer = "https://access.line.me"

  let lab: ProviderLab
  let profile = ProviderProfile(id: .line, name: "LINE", issuer: issuer, knowsSilentPrompt: true)

  func addRoutes<Context>(to routes: LabRoutes<Context>) {
    routes.on([.get, .post], "oauth2/v2.1/authorize", .authorize) { try await authorize($0) }
    routes.on([.post], "oauth2/v2.1/token", .token) { try await exchangeCode($0) }
    routes.on([.get, .post], "oauth2/v2.1/userinfo", .userinfo) { try await userInfo($0, nameClaims) }
    routes.on([.get], "oauth2/v2.1/certs", .jwks) { _ in LabReply.json(try lab.keys.jwks(of: .line)) }
  }

  func signingSecret(for grant: Grant) -> String? {
    grant.redirectURI.isEmpty ? nil : ProviderLab.clients.line.secret
  }

  func profileClaims(of grant: Grant) -> [(String, JSONValue)] {
    var claims = nameClaims(of: grant)
    if grant.allows("email"), let email = grant.person.email { claims.append(("email", .string(email))) }
    return claims
  }

  private func nameClaims(of grant: Grant) -> [(String, JSONValue)] {
    guard grant.allows("profile"), !grant.person.name.isEmpty else { return [] }
    return [
      ("name", .string(grant.person.name)), ("picture", .string(lab.pictureURL(of: grant.person))),
    ]
  }
}
