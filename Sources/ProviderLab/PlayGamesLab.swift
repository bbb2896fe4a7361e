import Hummingbird
import IdentityWire

/// Google Play Games: a game on a device gets a server auth code, which has no redirect URI, and the games
/// service identifies the player.
struct PlayGamesLab: ProviderRules {
  let lab: ProviderLab
  let profile = ProviderProfile(
    id: .playGames, name: "Google Play Games", codePrefix: "4/0A", accessTokenPrefix: "ya29.",
    responseTypes: [])

  func addRoutes<Context>(to routes: LabRoutes<Context>) {
    routes.on([.post], "token", .token) { try await exchangeCode($0) }
    routes.on([.get], "games/v1/players/me", .userinfo, use: player)
  }

  func issuesIDToken(for scopes: [String]) -> Bool { false }

  private func player(_ request: LabRequest) async throws -> Response {
    guard let issued = liveToken(request.bearerToken) else {
      return LabReply.json(
        ["error": ["code": 401, "message": "Invalid Credentials", "status": "UNAUTHENTICATED"]],
        .unauthorized)
    }
    let grant = issued.grant
    try await lab.applyTransportFault(grant.order)
    let person = grant.person
    var body: [String: JSONValue] = [
      "kind": "games#player", "avatarImageUrl": .string(lab.pictureURL(of: person)),
      "profileSettings": ["kind": "games#profileSettings", "profileVisible": true],
    ]
    // The player's ID replaces the subject of an ID token, so the faults of the subject apply to it.
    switch grant.order?.fault {
    case .noSubject: break
    case .emptySubject: body["playerId"] = ""
    default: body["playerId"] = .string(grant.subject)
    }
    if !person.name.isEmpty { body["displayName"] = .string(person.name) }
    return LabReply.json(.object(body))
  }
}
