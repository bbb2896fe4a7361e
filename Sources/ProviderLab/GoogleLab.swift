import Foundation
import Hummingbird
import IdentityWire

/// Google's OpenID provider, and two older services that check its tokens.
struct GoogleLab: ProviderRules {
  static let issuer = "https://accounts.google.com"
  private static let scopeAddress = "https://www.googleapis.com/auth/userinfo."

  let lab: ProviderLab
  let profile = ProviderProfile(
    id: .google, name: "Google", issuer: issuer, codePrefix: "4/0A", accessTokenPrefix: "ya29.",
    responseTypes: [
      ["code"], ["token"], ["id_token"], ["id_token", "token"], ["code", "id_token"], ["code", "token"],
      ["code", "id_token", "token"],
    ],
    showsErrors: true, knowsSilentPrompt: true)

  func addRoutes<Context>(to routes: LabRoutes<Context>) {
    routes.on([.get, .post], "o/oauth2/v2/auth", .authorize) { try await authorize($0) }
    routes.on([.post], "token", .token, use: token)
    routes.on([.get, .post], "tokeninfo", .tokeninfo, use: tokeninfo)
    routes.on([.get], "userinfo/v2/me", .userinfo, use: userinfo)
    routes.on([.get, .post], "revoke", .revoke, use: revoke)
    routes.on([.get], "oauth2/v3/certs", .jwks) { _ in
      LabReply.json(
        try lab.keys.jwks(of: .google),
        headers: [("Cache-Control", "public, max-age=20000, must-revalidate, no-transform")])
    }
  }

  func refusal(of request: ReceivedAuthorizationRequest) -> AuthorizationRefusal? {
    if request.scopes.isEmpty {
      return AuthorizationRefusal(
        error: "invalid_request", description: "Missing required parameter: scope")
    }
    if request.responseTypes.contains("id_token"), request.nonce == nil {
      return AuthorizationRefusal(
        error: "invalid_request", description: "Nonce required for response_type id_token.")
    }
    return nil
  }

  func adjust(_ grant: inout Grant, for request: ReceivedAuthorizationRequest) {
    grant.isOffline = request.parameters["access_type"] == "offline"
    // `email` and `profile` are also granted under their long names.
    for word in ["email", "profile"] where grant.allows(word) || grant.allows(Self.scopeAddress + word) {
      for scope in [word, Self.scopeAddress + word] where !grant.allows(scope) { grant.scopes.append(scope) }
    }
  }

  func callbackFields(for grant: Grant, _ request: ReceivedAuthorizationRequest) -> [(String, String)] {
    [
      ("iss", Self.issuer), ("scope", scopeText(grant)), ("authuser", "0"),
      ("prompt", request.parameters["prompt"] ?? "consent"),
    ]
  }

  /// The scopes of an answer, with `email` and `profile` under their long names.
  private func scopeText(_ grant: Grant) -> String {
    grant.scopes.filter { $0 != "email" && $0 != "profile" }.joined(separator: " ")
  }

  func profileClaims(of grant: Grant) -> [(String, JSONValue)] {
    (grant.allows("email") ? emailClaims(of: grant.person) : [])
      + (grant.allows("profile") ? nameClaims(of: grant.person) : [])
  }

  private func token(_ request: LabRequest) async throws -> Response {
    guard let clientID = authenticatedClient(of: request) else {
      return LabReply.oauthError("invalid_client", "Unauthorized", .unauthorized)
    }
    let grant: Grant
    switch request.form["grant_type"] {
    case "authorization_code":
      do {
        grant = try await redeemCode(from: request, clientID: clientID)
      } catch GrantRefusal.otherRedirectURI {
        return LabReply.oauthError("redirect_uri_mismatch", "Bad Request")
      } catch let refusal as GrantRefusal {
        let text = refusal == .wrongVerifier ? "Invalid code verifier." : "Malformed auth code."
        return LabReply.oauthError("invalid_grant", text)
      }
    case "refresh_token":
      guard let issued = liveToken(request.form["refresh_token"], .refresh), issued.grant.clientID == clientID
      else { return LabReply.oauthError("invalid_grant", "Token has been expired or revoked.") }
      grant = issued.grant
    case nil: return LabReply.oauthError("invalid_request", "Required parameter is missing: grant_type")
    case .some(let type):
      return LabReply.oauthError("unsupported_grant_type", "Invalid grant_type: \(type.prefix(80))")
    }
    let access = issueAccessToken(for: grant)
    var body: [String: JSONValue] = [
      "access_token": .string(access.token), "expires_in": .integer((access.expiresIn ?? 3600) - 1),
      "scope": .string(scopeText(grant)), "token_type": "Bearer",
    ]
    if issuesIDToken(for: grant.scopes) {
      body["id_token"] = .string(
        try idToken(for: grant, accessToken: access.token, authorizedParty: grant.clientID))
    }
    if grant.isOffline, request.form["grant_type"] == "authorization_code" {
      body["refresh_token"] = .string(issueRefreshToken(for: grant))
    }
    return LabReply.json(.object(body))
  }

  /// The answer of `tokeninfo`. Every value is a text, even numbers and Boolean values.
  private func tokeninfo(_ request: LabRequest) async throws -> Response {
    let now = lab.now
    if let text = request["id_token"],
      let jwt = TokenForge(keys: lab.keys, provider: .google).claims(of: text, at: now)
    {
      var body = jwt.claims.mapValues {
        $0.stringValue.map { .string($0) } ?? JSONValue.string(JSONWriter.text($0))
      }
      for name in ["alg", "kid", "typ"] { body[name] = jwt.header[name] }
      return LabReply.json(.object(body))
    }
    guard let issued = liveToken(request["access_token"]) else {
      return LabReply.oauthError("invalid_token", "Invalid Value")
    }
    let grant = issued.grant
    try await lab.applyTransportFault(grant.order)
    let expiry = Int64((issued.expiresAt ?? now).timeIntervalSince1970)
    var body: [String: JSONValue] = [
      "azp": .string(grant.clientID), "aud": .string(grant.clientID), "sub": .string(grant.subject),
      "scope": .string(scopeText(grant)), "exp": .string(String(expiry)),
      "expires_in": .string(String(expiry - Int64(now.timeIntervalSince1970))),
      "access_type": grant.isOffline ? "offline" : "online",
    ]
    if grant.allows("email"), let email = grant.person.email {
      body["email"] = .string(email)
      body["email_verified"] = .string(grant.person.isEmailVerified ? "true" : "false")
    }
    return LabReply.json(.object(body))
  }

  private func userinfo(_ request: LabRequest) async throws -> Response {
    guard let issued = liveToken(request.bearerToken ?? request.query["access_token"]) else {
      return LabReply.json(
        [
          "error": [
            "code": 401, "status": "UNAUTHENTICATED",
            "message": .string(
              "Request is missing required authentication credential. Expected OAuth 2 access token, login "
                + "cookie or other valid authentication credential."),
          ]
        ], .unauthorized)
    }
    let grant = issued.grant
    try await lab.applyTransportFault(grant.order)
    var body: [String: JSONValue] = ["id": .string(profileSubject(of: grant))]
    if grant.allows("profile") {
      for (name, value) in nameClaims(of: grant.person) { body[name] = value }
    }
    if grant.allows("email"), let email = grant.person.email {
      body["email"] = .string(email)
      body["verified_email"] = .bool(grant.person.isEmailVerified)
    }
    return LabReply.json(.object(body))
  }

  private func revoke(_ request: LabRequest) async throws -> Response {
    guard let token = request["token"], let issued = lab.state.token(token), issued.grant.provider == .google
    else { return LabReply.oauthError("invalid_token", "Token expired or revoked") }
    guard !issued.isExpired(at: lab.now) else {
      return LabReply.oauthError("invalid_token", "Token expired or revoked")
    }
    lab.state.revokeGrant(to: issued.grant.clientID, of: issued.grant.subject, at: .google)
    return LabReply.json([:])
  }
}
