import IdentityWire
import TestSupport
import Testing

@Suite("The account operations", .fewAtOnce)
struct AccountRoutesTests {
  private static let behaviours: [Behaviour<TestServer>] = [
    Behaviour("attributes are deleted by name, and by an empty text") { try await deleteAttributes($0) },
    Behaviour("a deleted account is gone with its tokens") { try await delete($0) },
    Behaviour("an administrator makes, finds, changes and deletes accounts") { try await administration($0) },
  ]

  @Test("accounts are changed and deleted")
  func accounts() async throws { try await TestServer.look(at: Self.behaviours) }

  private static func deleteAttributes(_ server: TestServer) async throws {
    let session = try await server.signUp("ada@example.com")
    func update(_ change: [String: JSONValue]) async throws -> JSONValue {
      try await server.call(
        "accounts:update", .object(change.merging(["idToken": .string(session.idToken)]) { $1 })
      ).json
    }
    _ = try await update(["displayName": "Ada", "photoUrl": "https://a.example/p"])
    #expect(try await update(["deleteAttribute": ["DISPLAY_NAME"]])["displayName"] == nil)
    #expect(try await update(["photoUrl": ""])["photoUrl"] == nil)
    _ = try await update(["displayName": "Ada"])
    // By index, as proto3 JSON allows; null means nothing.
    #expect(try await update(["deleteAttribute": [2]])["displayName"] == nil)
    #expect(try await update(["deleteAttribute": .null])["email"] == "ada@example.com")
  }

  private static func delete(_ server: TestServer) async throws {
    let session = try await server.signUp("ada@example.com")
    let deleted = try await server.call("accounts:delete", ["idToken": .string(session.idToken)])
    #expect(deleted.json == ["kind": "identitytoolkit#DeleteAccountResponse"])
    #expect(
      try await server.call("accounts:lookup", ["idToken": .string(session.idToken)]).errorMessage
        == "USER_NOT_FOUND")
    #expect(try await server.refresh(session.refreshToken).errorMessage == "USER_NOT_FOUND")
    #expect(try await server.signUp("ada@example.com").localID != session.localID)
  }

  private static func administration(_ server: TestServer) async throws {
    let made = try await server.administer(
      "accounts",
      [
        "localId": "chosen", "email": "ada@example.com", "emailVerified": true, "phoneNumber": "+15550100",
        "displayName": "Ada", "password": "correct horse",
      ])
    #expect(made.json["localId"] == "chosen", "\(made.text)")
    #expect(made.json["idToken"] == nil)
    for key in [("localId", "chosen"), ("email", "ADA@example.com"), ("phoneNumber", "+15550100")] {
      let found = try await server.administer("accounts:lookup", [key.0: [.string(key.1)]])
      #expect(found.json["users"]?.arrayValue?.count == 1, "\(key)")
    }
    let union = try await server.administer(
      "accounts:lookup", ["localId": ["chosen", "nobody"], "email": ["ada@example.com"]])
    #expect(union.json["users"]?.arrayValue?.count == 1)
    let none = try await server.administer("accounts:lookup", ["localId": ["nobody"]])
    #expect(none.status == 200)
    #expect(none.json["users"] == nil)
    let many: [JSONValue] = (0..<101).map { .string("\($0)") }
    #expect(try await server.administer("accounts:lookup", ["localId": .array(many)]).status == 400)

    for (change, message) in [
      (["localId": "chosen"], "DUPLICATE_LOCAL_ID"),
      (["localId": "chosen", "email": "ada@example.com"], "DUPLICATE_LOCAL_ID"),
      (["localId": "chosen", "phoneNumber": "+15550100"], "DUPLICATE_LOCAL_ID"),
      (["localId": "chosen", "email": "no address", "password": "x"], "DUPLICATE_LOCAL_ID"),
      (["email": "ada@example.com"], "EMAIL_EXISTS"),
      (["phoneNumber": "+15550100"], "PHONE_NUMBER_EXISTS"),
    ] as [(JSONValue, String)] {
      #expect(try await server.administer("accounts", change).errorMessage == message)
    }
    #expect(try await server.administer("accounts:delete", ["localId": "chosen"]).status == 200)
    #expect(try await server.accountCount() == 0)
  }

  @Test("claims that are an empty object are shown as that, and none as none")
  func emptyClaims() async throws {
    try await TestServer.run { server in
      let user = try await server.signUp("ada@example.com")
      let cases = [(#"{"role":"x"}"#, #"{"role":"x"}"#), ("{}", "{}"), ("", nil)] as [(String, String?)]
      for (claims, shown) in cases {
        let changed = try await server.administer(
          "accounts:update", ["localId": .string(user.localID), "customAttributes": .string(claims)])
        #expect(changed.status == 200, "\(changed.text)")
        #expect(
          try await server.lookUp(user.idToken)["customAttributes"] == shown.map { JSONValue.string($0) })
      }
      let imported = try await server.upload([["localId": "imported", "customAttributes": "{}"]])
      #expect(imported.json["error"] == nil)
      let found = try await server.administer("accounts:lookup", ["localId": ["imported"]])
      #expect(found.json["users"]?[0]?["customAttributes"] == "{}", "\(found.text)")
    }
  }
}
