import Foundation
import Hummingbird
import IdentityWire

/// Sign in with Apple.
struct AppleLab: ProviderRules {
  static let issuer = "https://appleid.apple.com"

  let lab: ProviderLab
  let profile = ProviderProfile(
    id: .apple, name: "Apple", issuer: issuer, codeLifetime: 300, idTokenLifetime: 86_400, codePrefix: "c",
    accessTokenPrefix: "a", responseTypes: [["code"], ["code", "id_token"]], showsErrors: true,
    denial: [("error", "user_cancelled_authorize")])

  func addRoutes<Context>(to routes: LabRoutes<Context>) {
    routes.on([.get, .post], "auth/authorize", .authorize) { try await authorize($0) }
    routes.on([.post], "auth/token", .token, use: token)
    routes.on([.post], "auth/revoke", .revoke, use: revoke)
    routes.on([.get], "auth/keys", .jwks) { _ in LabReply.json(try lab.keys.jwks(of: .apple)) }
  }

  func refusal(of request: ReceivedAuthorizationRequest) -> AuthorizationRefusal? {
    let asksProfile = request.scopes.contains { $0 == "name" || $0 == "email" }
    guard asksProfile, request.responseMode != .formPost else { return nil }
    return AuthorizationRefusal(
      error: "invalid_request",
      description: "response_mode must be form_post when name or email scope is requested.")
  }

  func issuesIDToken(for scopes: [String]) -> Bool { true }

  func adjust(_ grant: inout Grant, for request: ReceivedAuthorizationRequest) {
    // An earlier consent also covers later requests for fewer scopes. Apple sends the name only at the first sign-in.
    let (isFirst, scopes) = lab.state.recordConsent(grant)
    grant.scopes = (isFirst ? [Self.firstTime] : []) + scopes.sorted()
  }

  /// A scope that marks the grant of a first authorization. It contains a space, so no app can request it.
  private static let firstTime = "first time"

  func callbackFields(for grant: Grant, _ request: ReceivedAuthorizationRequest) -> [(String, String)] {
    guard grant.allows(Self.firstTime), grant.order?.fault != .nameOnlyOnce else { return [] }
    var user: [String: JSONValue] = [:]
    if request.scopes.contains("name") {
      user["name"] = [
        "firstName": .string(grant.person.givenName), "lastName": .string(grant.person.familyName),
      ]
    }
    if request.scopes.contains("email"), let email = grant.person.email { user["email"] = .string(email) }
    return user.isEmpty ? [] : [("user", JSONWriter.text(.object(user)))]
  }

  func profileClaims(of grant: Grant) -> [(String, JSONValue)] {
    var claims: [(String, JSONValue)] = [
      ("auth_time", .integer(Int64(grant.authenticatedAt.timeIntervalSince1970))), ("nonce_supported", true),
    ]
    if grant.isNative { claims.append(("real_user_status", 2)) }
    guard grant.allows("email"), let email = grant.person.email else { return claims }
    claims += [("email", .string(email)), ("email_verified", flag(grant.person.isEmailVerified))]
    if grant.person.hasPrivateRelay { claims.append(("is_private_email", flag(true))) }
    return claims
  }

  private func flag(_ value: Bool) -> JSONValue {
    lab.state.settings.appleStringBooleans ? .string(value ? "true" : "false") : .bool(value)
  }

  private func token(_ request: LabRequest) async throws -> Response {
    guard let clientID = authenticatedAppleClient(of: request) else {
      return LabReply.oauthError("invalid_client")
    }
    var body: [String: JSONValue] = ["token_type": "Bearer"]
    let grant: Grant
    switch request.form["grant_type"] {
    case "authorization_code":
      do {
        grant = try await redeemCode(from: request, clientID: clientID)
      } catch let refusal as GrantRefusal {
        return LabReply.oauthError(refusal == .otherRedirectURI ? "invalid_client" : "invalid_grant")
      }
      body["refresh_token"] = .string(issueRefreshToken(for: grant))
    case "refresh_token":
      guard let issued = liveToken(request.form["refresh_token"], .refresh), issued.grant.clientID == clientID
      else { return LabReply.oauthError("invalid_grant") }
      grant = issued.grant
    case nil: return LabReply.oauthError("invalid_request")
    default: return LabReply.oauthError("unsupported_grant_type")
    }
    let access = issueAccessToken(for: grant)
    body["access_token"] = .string(access.token)
    body["expires_in"] = .integer(access.expiresIn ?? 3600)
    body["id_token"] = .string(try idToken(for: grant, accessToken: access.token))
    return LabReply.json(.object(body))
  }

  /// Revokes a token. The answer for an unknown token is also 200 without a body.
  private func revoke(_ request: LabRequest) async throws -> Response {
    guard let clientID = authenticatedAppleClient(of: request) else {
      return LabReply.oauthError("invalid_client")
    }
    guard let token = request.form["token"] else { return LabReply.oauthError("invalid_request") }
    if let issued = lab.state.token(token), issued.grant.provider == .apple, issued.grant.clientID == clientID
    {
      lab.state.revokeGrant(to: clientID, of: issued.grant.subject, at: .apple)
    }
    return LabReply.empty(.ok)
  }

  private func authenticatedAppleClient(of request: LabRequest) -> String? {
    guard let clientID = request.form["client_id"], let secret = request.form["client_secret"],
      ProviderLab.clients.ids(for: .apple).contains(clientID),
      LabAppleClientSecret.isValid(secret, clientID: clientID, at: lab.now)
    else { return nil }
    return clientID
  }
}
