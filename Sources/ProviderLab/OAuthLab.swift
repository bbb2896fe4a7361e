import Foundation
import Hummingbird
import IdentityWire

/// A service with its own dialect of OAuth 2.0: scopes separated by commas, ids above 2^53, and a nested
/// profile.
struct OAuthLab: ProviderRules {
  let lab: ProviderLab
  let profile = ProviderProfile(
    id: .oauth, name: "OAuth 2.0", codeLifetime: 300, accessTokenLifetime: 7200, accessTokenPrefix: "oal_",
    denial: [("error", "access_denied"), ("error_description", "The user said no.")])

  func addRoutes<Context>(to routes: LabRoutes<Context>) {
    routes.on([.get, .post], "connect/authorize", .authorize) { try await authorize($0) }
    routes.on([.post], "connect/token", .token, use: token)
    routes.on([.post], "revoke", .revoke, use: revokeToken)
    routes.on([.get, .post], "api/v1/whoami", .userinfo, use: whoAmI)
    routes.on([.get, .post], "api/v1/mails", .emails, use: mails)
  }

  func issuesIDToken(for scopes: [String]) -> Bool { false }

  func refusal(of request: ReceivedAuthorizationRequest) -> AuthorizationRefusal? {
    guard request.parameters["scope"]?.contains(" ") == true else { return nil }
    return AuthorizationRefusal(error: "invalid_scope", description: "Separate scopes by commas.")
  }

  // MARK: Code to token

  private func token(_ request: LabRequest) async throws -> Response {
    guard let clientID = authenticatedClient(of: request) else {
      return LabReply.oauthError("invalid_client", "Unknown client.", .unauthorized)
    }
    guard request.form["grant_type"] == "authorization_code" else {
      return LabReply.oauthError("unsupported_grant_type")
    }
    let grant: Grant
    do {
      grant = try await redeemCode(from: request, clientID: clientID)
    } catch is GrantRefusal {
      return LabReply.oauthError("invalid_grant", "The code cannot be used.")
    }
    let fault = grant.order?.fault
    if fault == .errorWithOK { return LabReply.oauthError("temporarily_unavailable", "Later.", .ok) }
    let access = issueAccessToken(for: grant)
    return LabReply.json([
      "access_token": .string(access.token), "expires_in": .integer(access.expiresIn ?? 0),
      "token_type": fault == .wrongTokenType ? "mac" : "bearer",
      "scope": .string(grant.scopes.joined(separator: ",")),
      "account": ["number": Self.number(grant.subject)],
    ])
  }

  // MARK: The API

  private func whoAmI(_ request: LabRequest) async throws -> Response {
    try await withToken(request) { grant in
      let person = grant.person
      var account: [String: JSONValue] = ["nick": .string(person.login)]
      switch grant.order?.fault {
      case .noUserID: break
      case .userIDKind: account["number"] = true
      default: account["number"] = Self.number(profileSubject(of: grant))
      }
      account["names"] = [["kind": "full", "text": .string(person.name)]]
      account["pictures"] = [
        ["size": 32, "href": ""], ["size": 256, "href": .string(lab.pictureURL(of: person))],
      ]
      return ["status": "ok", "data": ["account": .object(account)]]
    }
  }

  private func mails(_ request: LabRequest) async throws -> Response {
    try await withToken(request) { grant in
      guard grant.allows("mail"), let email = grant.person.email else { return ["items": []] }
      return [
        "items": [
          ["value": .string("\(grant.person.login)@noreply.example"), "main": false, "confirmed": true],
          ["value": .string(email), "main": true, "confirmed": .bool(grant.person.isEmailVerified)],
        ]
      ]
    }
  }

  /// Finds the token in the header, the query or a form, as in RFC 6750 section 2.
  private func withToken(_ request: LabRequest, _ body: (Grant) -> JSONValue) async throws -> Response {
    guard let issued = liveToken(request.bearerToken ?? request["access_token"]) else {
      return LabReply.oauthError("invalid_token", "The access token is unknown.", .unauthorized)
    }
    try await lab.applyTransportFault(issued.grant.order)
    return LabReply.json(body(issued.grant))
  }

  private static func number(_ subject: String) -> JSONValue { .integer(Int64(subject) ?? 0) }
}

extension ProviderLab {
  /// The paths of profile values in the answers of the plain OAuth 2.0 service, by their names in `oauthIdpConfigs`.
  public static let oauthProfile: [String: String] = [
    "userId": "data.account.number", "tokenUserId": "account.number", "email": "items.?main.value",
    "emailVerified": "items.?main.confirmed", "displayName": "data.account.names.0.text",
    "screenName": "data.account.nick", "photoUrl": "data.account.pictures.1.href",
  ]
}
