import HTTPTypes
import Hummingbird
import IdentityWire

extension ProviderRules {
  /// Serves the token endpoint of an OpenID provider. It redeems codes only.
  ///
  /// - Parameter refuse: makes the provider's answer from an error code, a description and a status.
  func exchangeCode(
    _ request: LabRequest,
    refuse: (String, String, HTTPResponse.Status) -> Response = { LabReply.oauthError($0, $1, $2) }
  ) async throws -> Response {
    guard let clientID = authenticatedClient(of: request) else {
      return refuse("invalid_client", "The client's id or secret is wrong.", .unauthorized)
    }
    guard request.form["grant_type"] == "authorization_code" else {
      return refuse("unsupported_grant_type", "The grant type is not supported.", .badRequest)
    }
    let grant: Grant
    do {
      grant = try await redeemCode(from: request, clientID: clientID)
    } catch let refusal as GrantRefusal {
      return refuse("invalid_grant", "The code is refused: \(refusal).", .badRequest)
    }
    return LabReply.json(.object(try tokens(for: grant)))
  }

  /// The tokens of a grant, in the form of a token endpoint's answer (OpenID Connect Core section 3.1.3.3).
  func tokens(for grant: Grant) throws -> [String: JSONValue] {
    let access = issueAccessToken(for: grant)
    var body: [String: JSONValue] = [
      "access_token": .string(access.token), "token_type": "Bearer",
      "expires_in": .integer(access.expiresIn ?? 3600),
      "scope": .string(grant.scopes.joined(separator: " ")),
    ]
    if issuesIDToken(for: grant.scopes) {
      body["id_token"] = .string(try idToken(for: grant, accessToken: access.token))
    }
    return body
  }

  /// The UserInfo endpoint of a provider (OpenID Connect Core section 5.3).
  func userInfo(_ request: LabRequest, _ claims: (Grant) -> [(String, JSONValue)]) async throws -> Response {
    guard let issued = liveToken(request.bearerToken ?? request.form["access_token"]) else {
      return LabReply.oauthError(
        "invalid_token", "The access token is not valid.", .unauthorized,
        headers: [("WWW-Authenticate", "Bearer error=\"invalid_token\"")])
    }
    try await lab.applyTransportFault(issued.grant.order)
    var body = ClaimList([("sub", .string(profileSubject(of: issued.grant)))])
    body.append(claims(issued.grant))
    return LabReply.json(.object(Dictionary(uniqueKeysWithValues: body.members.map { ($0.name, $0.value) })))
  }
}
