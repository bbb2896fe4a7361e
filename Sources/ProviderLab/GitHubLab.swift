import Foundation
import Hummingbird
import IdentityWire

/// GitHub's OAuth Apps.
struct GitHubLab: ProviderRules {
  private static let documentation = "https://docs.github.com/rest"
  private static let troubleshooting =
    "https://docs.github.com/apps/managing-oauth-apps/troubleshooting-oauth-app-access-token-request-errors/"

  let lab: ProviderLab
  let profile = ProviderProfile(
    id: .github, name: "GitHub", codeLifetime: 600, accessTokenLifetime: nil, accessTokenPrefix: "gho_",
    denial: [
      ("error", "access_denied"),
      ("error_description", "The user has denied your application access."),
      (
        "error_uri",
        "https://docs.github.com/apps/managing-oauth-apps/"
          + "troubleshooting-authorization-request-errors/#access-denied"
      ),
    ])

  func addRoutes<Context>(to routes: LabRoutes<Context>) {
    routes.on([.get, .post], "login/oauth/authorize", .authorize) { try await authorize($0) }
    routes.on([.post], "login/oauth/access_token", .token, use: token)
    routes.on([.get], "user", .userinfo, use: user)
    routes.on([.get], "user/emails", .emails, use: emails)
    routes.on([.post], "applications/:client_id/token", .checkToken, use: checkToken)
    routes.on([.delete], "applications/:client_id/token", .revoke, use: revokeToken)
    routes.on([.delete], "applications/:client_id/grant", .revoke, use: revokeGrant)
  }

  func issuesIDToken(for scopes: [String]) -> Bool { false }

  // MARK: Code to token

  private func token(_ request: LabRequest) async throws -> Response {
    guard let clientID = authenticatedClient(of: request) else {
      return failure(
        "incorrect_client_credentials", "The client_id and/or client_secret passed are incorrect.", request)
    }
    do {
      let grant = try await redeemCode(from: request, clientID: clientID)
      return encode(
        [
          ("access_token", issueAccessToken(for: grant).token),
          ("scope", grant.scopes.joined(separator: ",")),
          ("token_type", "bearer"),
        ], request)
    } catch GrantRefusal.otherRedirectURI {
      return failure(
        "redirect_uri_mismatch",
        "The redirect_uri MUST match the registered callback URL for this application.", request)
    } catch is GrantRefusal {
      return failure("bad_verification_code", "The code passed is incorrect or expired.", request)
    }
  }

  private func failure(_ error: String, _ description: String, _ request: LabRequest) -> Response {
    encode(
      [
        ("error", error), ("error_description", description),
        ("error_uri", "\(Self.troubleshooting)#\(error.replacing("_", with: "-"))"),
      ], request)
  }

  /// Encodes an answer as a form, or as JSON if `Accept` asks for it. Errors also have HTTP status 200.
  private func encode(_ fields: [(String, String)], _ request: LabRequest) -> Response {
    if request.headers[.accept]?.lowercased().contains("json") == true {
      return LabReply.json(RecordedRequest.object(fields))
    }
    return LabReply.form(FormURLEncoded(fields.map { (name: $0.0, value: $0.1) }))
  }

  // MARK: The API

  private func user(_ request: LabRequest) async throws -> Response {
    try await withToken(request) { issued in
      let person = issued.grant.person
      let id = Int64(profileSubject(of: issued.grant)) ?? 0
      return [
        "login": .string(person.login), "id": .integer(id), "node_id": .string("U_\(id)"),
        "avatar_url": .string(lab.pictureURL(of: person)),
        "html_url": .string("https://github.com/\(person.login)"),
        "type": "User", "site_admin": false, "name": person.name.isEmpty ? .null : .string(person.name),
        "company": nil, "blog": "", "location": nil, "bio": nil,
        "email": person.isEmailPublic ? person.email.map { .string($0) } ?? .null : .null,
        "public_repos": 0, "followers": 0, "following": 0, "created_at": "2015-12-10T12:00:00Z",
      ]
    }
  }

  private func emails(_ request: LabRequest) async throws -> Response {
    guard let issued = liveToken(request.bearerToken) else { return badCredentials }
    guard issued.grant.allows("user:email") || issued.grant.allows("user") else {
      return message("Not Found", .notFound, headers: [("X-Accepted-OAuth-Scopes", "user, user:email")])
    }
    return try await withToken(request) { issued in
      let person = issued.grant.person
      var list: [JSONValue] = [
        [
          "email": .string("\(issued.grant.subject)+\(person.login)@users.noreply.github.com"),
          "primary": false, "verified": true, "visibility": nil,
        ]
      ]
      if let email = person.email {
        list.insert(
          [
            "email": .string(email), "primary": true, "verified": .bool(person.isEmailVerified),
            "visibility": person.isEmailPublic ? "public" : "private",
          ], at: 0)
      }
      return .array(list)
    }
  }

  private func withToken(
    _ request: LabRequest, _ body: (IssuedToken) -> JSONValue
  ) async throws -> Response {
    guard request.headers[.userAgent]?.isEmpty == false else {
      return message(
        "Request forbidden by administrative rules. Please make sure your request has a User-Agent header.",
        .forbidden)
    }
    guard let issued = liveToken(request.bearerToken) else { return badCredentials }
    try await lab.applyTransportFault(issued.grant.order)
    return LabReply.json(
      body(issued), headers: [("X-OAuth-Scopes", issued.grant.scopes.joined(separator: ", "))])
  }

  // MARK: Checking a token

  private func checkToken(_ request: LabRequest) async throws -> Response {
    guard let clientID = applicationOwner(of: request) else { return badCredentials }
    guard let token = request.json["access_token"]?.stringValue ?? request.form["access_token"] else {
      return message("Validation Failed", .unprocessableContent)
    }
    guard let issued = liveToken(token), issued.grant.clientID == clientID else {
      return message("Not Found", .notFound)
    }
    let person = issued.grant.person
    return LabReply.json([
      "id": 1, "token": .string(token), "hashed_token": .string(LabDigest.sha256Hexadecimal(token)),
      "token_last_eight": .string(String(token.suffix(8))), "note": nil, "expires_at": nil,
      "scopes": .array(issued.grant.scopes.map { .string($0) }),
      "app": ["client_id": .string(clientID), "name": "Latchkey lab", "url": "http://127.0.0.1/"],
      "user": [
        "login": .string(person.login), "id": .integer(Int64(issued.grant.subject) ?? 0), "type": "User",
        "avatar_url": .string(lab.pictureURL(of: person)),
      ],
    ])
  }

  private func revokeToken(_ request: LabRequest) async throws -> Response {
    revoking(request) { token, _ in lab.state.revoke(token: token) }
  }

  /// Revokes all tokens of the person for the app.
  private func revokeGrant(_ request: LabRequest) async throws -> Response {
    revoking(request) { _, grant in
      lab.state.revokeGrant(to: grant.clientID, of: grant.subject, at: .github)
    }
  }

  private func revoking(_ request: LabRequest, _ revoke: (String, Grant) -> Void) -> Response {
    guard let clientID = applicationOwner(of: request) else { return badCredentials }
    guard let token = request.json["access_token"]?.stringValue, let issued = liveToken(token),
      issued.grant.clientID == clientID
    else { return message("Not Found", .notFound) }
    revoke(token, issued.grant)
    return LabReply.empty(.noContent)
  }

  /// The client in the path; nil unless the request authenticates as this client with HTTP Basic authentication.
  private func applicationOwner(of request: LabRequest) -> String? {
    guard request.basicCredentials != nil, let clientID = authenticatedClient(of: request),
      clientID == request.pathParameters["client_id"]
    else { return nil }
    return clientID
  }

  private var badCredentials: Response { message("Bad credentials", .unauthorized) }

  private func message(
    _ text: String, _ status: HTTPResponse.Status, headers: [(String, String)] = []
  ) -> Response {
    LabReply.json(
      [
        "message": .string(text), "documentation_url": .string(Self.documentation),
        "status": .string(String(status.code)),
      ], status, headers: headers)
  }
}
