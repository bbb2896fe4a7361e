import Foundation
import IdentityWire
import ProviderLab
import TestSupport
import Testing

@Suite("Signing in with Game Center", .fewAtOnce)
struct GameCenterTests {
  /// The message that an app sends.
  private static func message(_ proof: LabGameCenterProof, _ more: [String: JSONValue] = [:]) -> JSONValue {
    let message: [String: JSONValue] = [
      "playerId": .string(proof.playerID), "teamPlayerId": .string(proof.teamPlayerID),
      "gamePlayerId": .string(proof.gamePlayerID), "publicKeyUrl": .string(proof.publicKeyURL),
      "signature": .string(Base64URL.encode(proof.signature)), "salt": .string(Base64URL.encode(proof.salt)),
      "timestamp": .string(String(proof.timestamp)), "displayName": .string(proof.displayName),
    ]
    return .object(message.merging(more) { $1 })
  }

  private static func signIn(_ server: TestServer, _ message: JSONValue) async throws -> TestResponse {
    try await server.call("accounts:signInWithGameCenter", message)
  }

  private static let behaviours: [Behaviour<TestServer>] = [
    Behaviour("a player gets an account, and finds it again by any further signature") {
      try await players($0)
    },
    Behaviour("the answer has the user's own name, also where the player's is another") {
      try await displayName($0)
    },
    Behaviour("a player is linked; one that is another's is refused, and its signature still signs in") {
      try await linking($0)
    },
    Behaviour("nothing but what was signed is believed") { try await forgeries($0) },
    Behaviour("what is missing or malformed is said") { try await incomplete($0) },
    Behaviour("it has to be enabled, and no other way of signing in takes it") { try await disabled($0) },
    Behaviour("a user with a second factor cannot leave it out this way") { try await secondFactor($0) },
    Behaviour("a signature counts once, and not after ten minutes") { try await replays($0) },
  ]

  @Test("a Game Center player signs in by a signature of their own")
  func signatures() async throws { try await TestServer.look(at: Self.behaviours) }

  private static func players(_ server: TestServer) async throws {
    try await eachCase(of: [false, true] as [Bool]) { isLegacy in
      let proof = try server.lab.proveGameCenterPlayer("ada", isLegacy: isLegacy)
      let first = try await Self.signIn(server, Self.message(proof))
      #expect(first.status == 200 && first.json["isNewUser"] == true, "\(first.text)")
      #expect(
        first.json["displayName"] == "ada" && first.json["teamPlayerId"] == .string(proof.teamPlayerID))
      let claims = try UnverifiedJWT(try #require(first.json["idToken"]?.stringValue)).claims
      #expect(claims["firebase"]?["sign_in_provider"] == "gc.apple.com")
      let rawID = isLegacy ? proof.playerID : proof.teamPlayerID
      #expect(claims["firebase"]?["identities"] == ["gc.apple.com": [.string(rawID)]])
      let again = try await Self.signIn(
        server, Self.message(try server.lab.proveGameCenterPlayer("ada", isLegacy: isLegacy)))
      #expect(again.json["localId"] == first.json["localId"] && again.json["isNewUser"] != true)
      let other = try await Self.signIn(server, Self.message(try server.lab.proveGameCenterPlayer("grace")))
      #expect(other.status == 200 && other.json["localId"] != first.json["localId"])
      for made in [first, other] {
        _ = try await server.administer("accounts:delete", ["localId": made.json["localId"] ?? .null])
      }
    }
  }

  private static func displayName(_ server: TestServer) async throws {
    let user = try await server.signUp("ada@example.com")
    _ = try await server.call(
      "accounts:update", ["idToken": .string(user.idToken), "displayName": "Countess"])
    var message = Self.message(try server.lab.proveGameCenterPlayer("ada")).objectValue ?? [:]
    message["idToken"] = .string(user.idToken)
    let linked = try await Self.signIn(server, .object(message))
    #expect(linked.json["displayName"] == "Countess", "\(linked.text)")
  }

  private static func replays(_ server: TestServer) async throws {
    let message = Self.message(try server.lab.proveGameCenterPlayer())
    #expect(try await Self.signIn(server, message).status == 200)
    let again = try await Self.signIn(server, message)
    #expect(again.status == 400 && again.errorMessage?.hasPrefix("MISSING_OR_INVALID_NONCE") == true)
    for seconds: Int64 in [602, -1_204] {
      let proof = try server.lab.proveGameCenterPlayer()
      server.clock.advance(seconds: seconds)
      let late = try await Self.signIn(server, Self.message(proof))
      #expect(late.errorMessage?.hasPrefix("INVALID_IDP_RESPONSE") == true, "\(late.text)")
    }
  }

  @Test("of 64 who present one signature at once, one signs in")
  func race() async throws {
    try await TestServer.run(.live) { server in
      let message = Self.message(try server.lab.proveGameCenterPlayer())
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<64 { group.addTask { try await Self.signIn(server, message).status } }
        return try await group.reduce(into: [Int: Int]()) { $0[$1, default: 0] += 1 }
      }
      #expect(statuses == [200: 1, 400: 63])
      #expect(try await server.accounts().count == 1)
    }
  }

  @Test("a signature is good in no project that does not know the app")
  func otherProject() async throws {
    try await TestServer.run { lab in
      var options = TestServer.Options()
      options.isDevelopment = false
      try await TestServer.run(options) { server in
        let a = try await server.addProject("project-a", providersOf: lab)
        let b = try await server.addProject("project-b", providersOf: lab) { settings in
          if settings.providerID == "gc.apple.com" { settings.clientID = "com.example.other" }
        }
        let message = Self.message(try lab.lab.proveGameCenterPlayer())
        let operation = "accounts:signInWithGameCenter"
        let refused = try await server.call(operation, message, key: try #require(b.apiKeys.first))
        #expect(refused.errorMessage?.hasPrefix("INVALID_IDP_RESPONSE") == true, "\(refused.text)")
        #expect(try await server.accounts(of: b.id).isEmpty)
        let taken = try await server.call(operation, message, key: try #require(a.apiKeys.first))
        #expect(taken.status == 200, "\(taken.text)")
      }
    }
  }

  private static func linking(_ server: TestServer) async throws {
    let anonymous = try await server.call("accounts:signUp", ["returnSecureToken": true])
    let owner = try await Self.signIn(
      server,
      Self.message(
        try server.lab.proveGameCenterPlayer("ada"), ["idToken": anonymous.json["idToken"] ?? .null]))
    #expect(owner.status == 200 && owner.json["localId"] == anonymous.json["localId"], "\(owner.text)")
    let other = try await server.call("accounts:signUp", ["returnSecureToken": true])
    let proof = try server.lab.proveGameCenterPlayer("ada")
    let refused = try await Self.signIn(
      server, Self.message(proof, ["idToken": other.json["idToken"] ?? .null]))
    #expect(refused.errorMessage == "FEDERATED_USER_ID_ALREADY_LINKED", "\(refused.text)")
    let signedIn = try await Self.signIn(server, Self.message(proof))
    #expect(signedIn.json["localId"] == owner.json["localId"], "\(signedIn.text)")
  }

  private static func forgeries(_ server: TestServer) async throws {
    let proof = try server.lab.proveGameCenterPlayer("ada")
    let other = try server.lab.proveGameCenterPlayer("grace")
    let foreign = try server.lab.proveGameCenterPlayer("ada", bundleID: "com.example.other")
    let base = server.lab.gameCenterCertificates
    let name = proof.publicKeyURL.dropFirst(base.count)
    let cases: [(JSONValue, String)] = [
      (Self.message(proof, ["teamPlayerId": .string(other.teamPlayerID)]), "another player"),
      (Self.message(proof, ["teamPlayerId": "", "playerId": .string(proof.gamePlayerID)]), "unsigned id"),
      (Self.message(proof, ["salt": "AAAAAA"]), "another salt"),
      (Self.message(proof, ["timestamp": .string(String(proof.timestamp + 1))]), "another time"),
      (Self.message(proof, ["timestamp": "9223372036854775807"]), "the end of time"),
      (Self.message(proof, ["signature": .string(Base64URL.encode(other.signature))]), "another signature"),
      (Self.message(proof, ["signature": "AAAA"]), "a short signature"),
      (Self.message(foreign), "another app"),
      (Self.message(proof, ["publicKeyUrl": "https://static.gc.apple.com.example.com/a.cer"]), "a host"),
      (Self.message(proof, ["publicKeyUrl": .string(base + "../public-key/" + name)]), "a way up"),
      (Self.message(proof, ["publicKeyUrl": .string(base + name + "?.cer")]), "a query"),
      (Self.message(proof, ["publicKeyUrl": .string(base + "%2e%2e/" + name)]), "an escape"),
      (Self.message(proof, ["publicKeyUrl": .string(base + "no.cer")]), "no such certificate"),
    ]
    for (message, what) in cases {
      let answer = try await Self.signIn(server, message)
      #expect(
        answer.status == 400 && answer.errorMessage?.hasPrefix("INVALID_IDP_RESPONSE") == true,
        "\(what): \(answer.text)")
    }
    #expect(try await server.accounts().isEmpty)
    #expect(try await Self.signIn(server, Self.message(proof)).status == 200)
  }

  private static func incomplete(_ server: TestServer) async throws {
    let proof = try server.lab.proveGameCenterPlayer("ada")
    let cases: [[String: JSONValue]] = [
      ["playerId": "", "teamPlayerId": ""], ["publicKeyUrl": ""], ["signature": .null],
      ["signature": "%"], ["salt": ""], ["timestamp": .null], ["timestamp": "-1"],
    ]
    for change in cases {
      let answer = try await Self.signIn(server, Self.message(proof, change))
      #expect(
        answer.status == 400 && answer.errorMessage?.hasPrefix("INVALID_REQ_TYPE") == true,
        "\(change): \(answer.text)")
    }
  }

  private static func disabled(_ server: TestServer) async throws {
    let start = try await server.call(
      "accounts:createAuthUri",
      ["providerId": "gc.apple.com", "continueUri": .string(server.origin + "/__/auth/handler")])
    #expect(start.status == 400, "\(start.text)")
    let idp = try await server.signInWithIdp([("providerId", "gc.apple.com"), ("access_token", "a")])
    #expect(idp.errorMessage?.hasPrefix("INVALID_CREDENTIAL_OR_PROVIDER_ID") == true, "\(idp.text)")
    let path = "defaultSupportedIdpConfigs/gc.apple.com"
    #expect(
      try await server.configure("PATCH", path + "?updateMask=enabled", ["enabled": false]).status == 200)
    let answer = try await Self.signIn(server, Self.message(try server.lab.proveGameCenterPlayer()))
    #expect(answer.errorMessage?.hasPrefix("OPERATION_NOT_ALLOWED") == true, "\(answer.text)")
  }

  private static func secondFactor(_ server: TestServer) async throws {
    let user = try await server.verifiedUser("ada@example.com")
    let linked = try await Self.signIn(
      server, Self.message(try server.lab.proveGameCenterPlayer(), ["idToken": .string(user.idToken)]))
    #expect(linked.status == 200, "\(linked.text)")
    _ = try await server.enrollPhone(user, "+15551230100")
    let answer = try await Self.signIn(server, Self.message(try server.lab.proveGameCenterPlayer()))
    #expect(answer.errorMessage?.hasPrefix("UNSUPPORTED_FIRST_FACTOR") == true, "\(answer.text)")
  }
}
