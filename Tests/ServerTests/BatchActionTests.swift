import Identity
import IdentityWire
import TestSupport
import Testing

@Suite("One action on several users by REST", .fewAtOnce)
struct BatchActionTests {
  private static func act(
    _ action: String, _ ids: [String], tenant: String? = nil, _ server: TestServer
  ) async throws -> TestResponse {
    let path = tenant.map { "tenants/\($0)/" } ?? ""
    return try await server.administer(
      path + "accounts:batchAction",
      ["localIds": .array(ids.map { .string($0) }), "action": .string(action)])
  }

  private static func statuses(_ answer: TestResponse) -> [String] {
    (answer.json["results"]?.arrayValue ?? []).compactMap { $0["status"]?.stringValue }
  }

  private static func accounts(_ tenant: String?, _ server: TestServer) async throws -> [Account] {
    let scope = Scope(project: TestServer.project, tenant: tenant.flatMap { TenantID(rawValue: $0) })
    return try await server.service.store.accounts(in: scope, after: nil, limit: 1_000)
  }

  // Fails when the operation has a record of its own, or none for each user.
  @Test("each user is changed and recorded by itself; who does not exist is told, and the others are done")
  func actions() async throws {
    try await TestServer.run { server in
      let made = try await server.makeTenant()
      for tenant in [nil, made] {
        _ = try await server.upload(
          [["localId": "ann"], ["localId": "bob"], ["localId": "cat"]], tenant: tenant)
        for (name, expected, refused) in [
          ("DISABLE", AuditAction.disabling, AuditAction.update), ("ENABLE", .enabling, .update),
          ("REVOKE", .revocation, .update), ("DELETE", .deletion, .deletion),
        ] {
          let events = try await server.auditEvents {
            let answer = try await Self.act(name, ["bob", "gone", "ann", "bob"], tenant: tenant, server)
            #expect(answer.status == 200, "\(answer.text)")
            #expect(
              answer.json == [
                "results": [
                  ["localId": "bob", "status": "DONE"], ["localId": "gone", "status": "NOT_FOUND"],
                  ["localId": "ann", "status": "DONE"],
                ]
              ], "\(answer.text)")
          }
          #expect(events.map(\.action) == [expected, refused, expected], "\(name)")
          #expect(events.map(\.outcome) == ["success", "USER_NOT_FOUND", "success"], "\(name)")
          #expect(events.compactMap(\.account?.rawValue) == ["bob", "ann"], "\(name)")
          #expect(Set(events.map(\.actor)) == ["admin:owner"], "\(name)")
          #expect(Set(events.map(\.tenant?.rawValue)) == [tenant], "\(name)")
          guard name != "DELETE" else { continue }
          let disabled = try await Self.accounts(tenant, server).map(\.disabled)
          #expect(disabled == (name == "DISABLE" ? [true, true, false] : [false, false, false]), "\(name)")
        }
        #expect(try await Self.accounts(tenant, server).map(\.id.rawValue) == ["cat"])
      }
    }
  }

  private static let behaviours: [Behaviour<TestServer>] = [
    Behaviour("revoked users' sessions end, and those of others do not") { try await revocation($0) },
    Behaviour("ids that nobody can have are nobody's") { try await impossibleIDs($0) },
    Behaviour("a disabled tenant's users are disabled and deleted, too, as in the console") {
      try await disabledTenant($0)
    },
  ]

  @Test("a batch does to every account what it does to one")
  func batches() async throws { try await TestServer.look(at: Self.behaviours) }

  private static func revocation(_ server: TestServer) async throws {
    let ann = try await server.signUp("ann@example.com")
    let bob = try await server.signUp("bob@example.com")
    #expect(try await Self.act("REVOKE", [ann.localID], server).status == 200)
    #expect(try await server.refresh(ann.refreshToken).status == 400)
    #expect(try await server.refresh(bob.refreshToken).status == 200)
  }

  // Fails when the record of an export does not name its users.
  @Test("an export has the users as batchGet shows them, and is recorded for each")
  func export() async throws {
    try await TestServer.run { server in
      let ann = try await server.signUp("ann@example.com")
      let bob = try await server.signUp("bob@example.com")
      let all = try #require(try await server.download().json["users"]?.arrayValue)
      let expected = [bob, ann].compactMap { user in
        all.first { $0["localId"]?.stringValue == user.localID }
      }
      let events = try await server.auditEvents {
        let answer = try await Self.act("EXPORT", [bob.localID, "gone", ann.localID, bob.localID], server)
        #expect(answer.json["users"]?.arrayValue == expected, "\(answer.text)")
        #expect(answer.json["users"]?[0]?["passwordHash"] != nil)
        #expect(Self.statuses(answer) == ["DONE", "NOT_FOUND", "DONE"])
      }
      #expect(events.map(\.action) == [.export, .export])
      #expect(events.map { $0.account?.rawValue } == [bob.localID, ann.localID])
      #expect(events.allSatisfy { $0.details["accounts"] == "2" && $0.actor == "admin:owner" })
      let nothing = try await server.auditEvents {
        let answer = try await Self.act("EXPORT", ["gone", ""], server)
        #expect(
          answer.json == [
            "results": [
              ["localId": "gone", "status": "NOT_FOUND"], ["localId": "", "status": "NOT_FOUND"],
            ]
          ], "\(answer.text)")
      }
      #expect(nothing.isEmpty)
    }
  }

  // Fails when the list is not bounded, or an action is looked for by its number or in another case.
  @Test("no list, no ids, too many ids and unknown actions are refused in words, and change nothing")
  func limits() async throws {
    try await TestServer.run { server in
      let ids = (0..<101).map { "u\($0)" }
      _ = try await server.upload(ids.map { ["localId": .string($0)] })
      let before = try await server.accounts()
      let one: JSONValue = ["u0"]
      let cases: [(message: JSONValue, sentence: String)] = [
        ([:], "/localIds is required"), (["action": "DELETE"], "/localIds is required"),
        (["localIds": nil, "action": "DELETE"], "/localIds is required"),
        (["localIds": [], "action": "DELETE"], "/localIds must name at least one user"),
        (["localIds": "u0", "action": "DELETE"], "/localIds must be array"),
        (["localIds": ["u0", nil], "action": "DELETE"], "/localIds/1 must not be null"),
        (["localIds": [["u0"]], "action": "DELETE"], "/localIds/0 must be string"),
        (["localIds": one], "/action is required"),
        (["localIds": one, "action": "PROMOTE"], "must be one of DISABLE, ENABLE, REVOKE, DELETE, EXPORT"),
        (["localIds": one, "action": "delete"], "must be one of"),
        (["localIds": one, "action": ""], "must be"),
        (["localIds": one, "action": 3], "must be one of"),
        (["localIds": one, "action": ["DELETE"]], "/action must be string"),
      ]
      let events = try await server.auditEvents {
        for (message, sentence) in cases {
          let answer = try await server.administer("accounts:batchAction", message)
          #expect(answer.status == 400 && answer.json["error"]?["status"] == "INVALID_ARGUMENT", "\(message)")
          #expect(answer.errorMessage?.contains(sentence) == true, "\(answer.text)")
        }
        let large = String(repeating: "x", count: 1 << 20)
        #expect(try await Self.act("DELETE", ["u0", large], server).status == 400)
        let wrongMethod = try await server.send(
          "GET", "/v1/projects/example/accounts:batchAction?localIds=u0&action=DELETE",
          headers: ["Authorization": "Bearer owner"])
        #expect(wrongMethod.status == 405)
      }
      #expect(events.isEmpty)
      let refusals = try await server.auditEvents {
        for action in ["DISABLE", "REVOKE", "DELETE", "EXPORT"] {
          let answer = try await Self.act(action, ids, server)
          #expect(answer.status == 400, "\(action)")
          #expect(answer.errorMessage?.hasPrefix("LOCAL_ID_LIST_EXCEEDS_LIMIT") == true, "\(answer.text)")
        }
      }
      // Recorded like those of accounts:batchDelete.
      #expect(refusals.map(\.action) == [.update, .update, .deletion, .export])
      #expect(refusals.allSatisfy { $0.outcome == "LOCAL_ID_LIST_EXCEEDS_LIMIT" && $0.account == nil })
      #expect(try await server.accounts() == before)
      let repeated = try await Self.act("DISABLE", Array(repeating: "u0", count: 101), server)
      #expect(repeated.json["results"]?.arrayValue?.count == 1, "\(repeated.text)")
      let most = try await Self.act("DISABLE", Array(ids.prefix(100)), server)
      #expect(most.json["results"]?.arrayValue?.count == 100)
      let disabled = try await server.accounts().filter(\.disabled)
      #expect(disabled.count == 100)
    }
  }

  private static func impossibleIDs(_ server: TestServer) async throws {
    for action in ["DISABLE", "ENABLE", "REVOKE", "DELETE"] {
      let answer = try await Self.act(
        action, ["", String(repeating: "x", count: 129), "../ann", "\u{1}"], server)
      #expect(Self.statuses(answer) == Array(repeating: "NOT_FOUND", count: 4), "\(answer.text)")
    }
  }

  private static func disabledTenant(_ server: TestServer) async throws {
    let tenant = try await server.makeTenant()
    _ = try await server.upload([["localId": "ann"]], tenant: tenant)
    _ = try await server.configure(
      "PATCH", "tenants/\(tenant)?updateMask=disableAuth", ["disableAuth": true])
    for action in ["DISABLE", "DELETE"] {
      let answer = try await Self.act(action, ["ann"], tenant: tenant, server)
      #expect(answer.json["results"]?[0]?["status"] == "DONE", "\(answer.text)")
    }
    #expect(try await Self.accounts(tenant, server).isEmpty)
  }
}
