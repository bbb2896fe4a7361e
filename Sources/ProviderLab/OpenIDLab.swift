import Foundation
import Hummingbird
import IdentityWire

/// A generic OpenID provider that follows the specifications.
struct OpenIDLab: ProviderRules {
  private static let claims = [
    "sub", "iss", "aud", "exp", "iat", "auth_time", "nonce", "at_hash", "c_hash", "name", "given_name",
    "family_name", "preferred_username", "picture", "email", "email_verified", "groups",
  ]

  let lab: ProviderLab
  let profile: ProviderProfile

  init(lab: ProviderLab) {
    self.lab = lab
    profile = ProviderProfile(
      id: .openID, name: "OpenID Connect", issuer: "\(lab.baseURL)/oidc", accessTokenPrefix: "at.",
      responseTypes: [
        ["code"], ["id_token"], ["token"], ["id_token", "token"], ["code", "id_token"], ["code", "token"],
        ["code", "id_token", "token"],
      ],
      denial: [("error", "access_denied"), ("error_description", "The person refused.")],
      knowsSilentPrompt: true)
  }

  func addRoutes<Context>(to routes: LabRoutes<Context>) {
    routes.on([.get, .post], "authorize", .authorize) { try await authorize($0) }
    routes.on([.post], "token", .token, use: token)
    routes.on([.get, .post], "userinfo", .userinfo) { try await userInfo($0, userClaims) }
    routes.on([.post], "revoke", .revoke, use: revokeToken)
    routes.on([.get], "jwks", .jwks) { _ in LabReply.json(try lab.keys.jwks(of: .openID)) }
    routes.on([.get], ".well-known/openid-configuration", .discovery) { _ in discovery }
  }

  func refusal(of request: ReceivedAuthorizationRequest) -> AuthorizationRefusal? {
    guard request.responseTypes.contains("id_token") else { return nil }
    guard request.scopes.contains("openid") else {
      return AuthorizationRefusal(error: "invalid_scope", description: "The scope must contain openid.")
    }
    // OpenID Connect Core sections 3.2.2.1 and 3.3.2.11.
    guard request.nonce != nil else {
      return AuthorizationRefusal(error: "invalid_request", description: "A nonce is required.")
    }
    return nil
  }

  func adjust(_ grant: inout Grant, for request: ReceivedAuthorizationRequest) {
    grant.isOffline = grant.allows("offline_access")
    grant.groups = request.parameters["lab_groups"].map { text in
      text.split(separator: "|").prefix(2_000).map(String.init)
    }
    if let seconds = request.parameters["lab_auth_age"].flatMap(Double.init), (0...86_400).contains(seconds) {
      grant.authenticatedAt -= seconds
    }
  }

  /// Adds `iss` (RFC 9207).
  func callbackFields(for grant: Grant, _ request: ReceivedAuthorizationRequest) -> [(String, String)] {
    [("iss", profile.issuer)]
  }

  func profileClaims(of grant: Grant) -> [(String, JSONValue)] {
    var claims: [(String, JSONValue)] = [
      ("auth_time", .integer(Int64(grant.authenticatedAt.timeIntervalSince1970)))
    ]
    claims += userClaims(of: grant)
    if let groups = grant.groups { claims.append(("groups", .array(groups.map { .string($0) }))) }
    return claims
  }

  private func userClaims(of grant: Grant) -> [(String, JSONValue)] {
    var claims: [(String, JSONValue)] = []
    if grant.allows("profile") {
      claims += nameClaims(of: grant.person)
      claims.append(("preferred_username", .string(grant.person.login)))
    }
    if grant.allows("email") { claims += emailClaims(of: grant.person) }
    return claims
  }

  private func token(_ request: LabRequest) async throws -> Response {
    guard let clientID = authenticatedClient(of: request) else {
      return LabReply.oauthError(
        "invalid_client", "The client's id or secret is wrong.", .unauthorized,
        headers: [("WWW-Authenticate", "Basic realm=\"lab\"")])
    }
    let grant: Grant
    switch request.form["grant_type"] {
    case "authorization_code":
      do {
        grant = try await redeemCode(from: request, clientID: clientID)
      } catch let refusal as GrantRefusal {
        return LabReply.oauthError("invalid_grant", "The code is refused: \(refusal).")
      }
    case "refresh_token":
      guard let issued = liveToken(request.form["refresh_token"], .refresh), issued.grant.clientID == clientID
      else { return LabReply.oauthError("invalid_grant", "The refresh token is not valid.") }
      grant = issued.grant
    case nil: return LabReply.oauthError("invalid_request", "grant_type is missing.")
    default: return LabReply.oauthError("unsupported_grant_type")
    }
    var body = try tokens(for: grant)
    if grant.isOffline, request.form["grant_type"] == "authorization_code" {
      body["refresh_token"] = .string(issueRefreshToken(for: grant))
    }
    return LabReply.json(.object(body))
  }

  private var discovery: Response {
    let issuer = profile.issuer
    func texts(_ list: [String]) -> JSONValue { .array(list.map { .string($0) }) }
    return LabReply.json([
      "issuer": .string(issuer), "authorization_endpoint": .string("\(issuer)/authorize"),
      "token_endpoint": .string("\(issuer)/token"), "userinfo_endpoint": .string("\(issuer)/userinfo"),
      "jwks_uri": .string("\(issuer)/jwks"), "revocation_endpoint": .string("\(issuer)/revoke"),
      "response_types_supported": texts(
        profile.responseTypes.map { $0.sorted().joined(separator: " ") }),
      "response_modes_supported": texts(["query", "fragment", "form_post"]),
      "grant_types_supported": texts(["authorization_code", "implicit", "refresh_token"]),
      "subject_types_supported": texts(["public"]),
      "id_token_signing_alg_values_supported": texts(["RS256"]),
      "scopes_supported": texts(["openid", "profile", "email", "offline_access"]),
      "token_endpoint_auth_methods_supported": texts(["client_secret_basic", "client_secret_post"]),
      "code_challenge_methods_supported": texts(["S256"]), "claims_supported": texts(Self.claims),
      "authorization_response_iss_parameter_supported": true,
    ])
  }
}
