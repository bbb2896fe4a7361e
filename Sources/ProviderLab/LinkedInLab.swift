import Hummingbird
import IdentityWire

/// LinkedIn's OpenID provider: it returns no nonce, refuses PKCE, and may write `email_verified` as text.
struct LinkedInLab: ProviderRules {
  static let issuer = "https://www.linkedin.com/oauth"

  let lab: ProviderLab
  let profile = ProviderProfile(
    id: .linkedIn, name: "LinkedIn", issuer: issuer, codeLifetime: 1_800, codePrefix: "AQ",
    denial: [
      ("error", "user_cancelled_authorize"),
      ("error_description", "The user cancelled the authorization"),
    ])

  func addRoutes<Context>(to routes: LabRoutes<Context>) {
    routes.on([.get, .post], "oauth/v2/authorization", .authorize) { try await authorize($0) }
    routes.on([.post], "oauth/v2/accessToken", .token) { try await exchangeCode($0) }
    routes.on([.get], "v2/userinfo", .userinfo) { try await userInfo($0, userClaims) }
    routes.on([.get], "oauth/openid/jwks", .jwks) { _ in LabReply.json(try lab.keys.jwks(of: .linkedIn)) }
  }

  func refusal(of request: ReceivedAuthorizationRequest) -> AuthorizationRefusal? {
    request.codeChallenge == nil
      ? nil
      : AuthorizationRefusal(
        error: "invalid_request", description: "Not enough permissions to access: PKCE.", isShown: true)
  }

  func adjust(_ grant: inout Grant, for request: ReceivedAuthorizationRequest) { grant.nonce = nil }

  func profileClaims(of grant: Grant) -> [(String, JSONValue)] { userClaims(of: grant) }

  private func userClaims(of grant: Grant) -> [(String, JSONValue)] {
    var claims = grant.allows("profile") ? nameClaims(of: grant.person) : []
    guard grant.allows("email"), let email = grant.person.email else { return claims }
    claims.append(("email", .string(email)))
    claims.append(("email_verified", grant.person.isEmailVerified ? "true" : "false"))
    return claims
  }
}
