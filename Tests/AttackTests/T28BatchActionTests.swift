import Identity
import IdentityWire
import TestSupport
import Testing

@Suite("T28: users of others in one action on several users", .fewAtOnce)
struct T28BatchActionTests {
  private static let actions = BatchActionRequest.Action.allCases.map(\.rawValue)

  private static func act(
    _ action: String, _ ids: [String], at path: String, headers: [String: String], _ server: TestServer,
    _ more: [String: JSONValue] = [:]
  ) async throws -> TestResponse {
    let message: [String: JSONValue] = [
      "localIds": .array(ids.map { .string($0) }), "action": .string(action),
    ]
    return try await server.send(
      "POST", "/identitytoolkit.googleapis.com/v1/\(path)",
      headers: headers.merging(["Content-Type": "application/json"]) { $1 },
      body: JSONWriter.text(.object(message.merging(more) { $1 })))
  }

  // Fails when the route asks for no administrator, for one of any project, or for none of the scopes.
  @Test("keys, users' tokens, a viewer's session and tokens of other projects or scopes are refused")
  func strangers() async throws {
    try await TestServer.runServing { server, _ in
      let project = try await server.project()
      let key = project.apiKeys[0]
      let user = try await server.signUp("ann@example.com", "the password of ann", key: key)
      let viewer = try await server.consoleBrowser(.viewer)
      let cookie = viewer.cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
      let other = try #require(ProjectID(rawValue: "other-project"))
      _ = try await server.backend.administration.create(other)
      let administration = server.backend.administration
      let foreign = try await administration.createAdministratorToken(
        "foreign", scopes: Set(AccessScope.allCases), expiresAt: nil, in: other
      ).reveal()
      let narrow = try await administration.createAdministratorToken(
        "narrow", scopes: [.firebase], expiresAt: nil, in: project.id
      ).reveal()
      let bearers =
        [
          user.idToken, user.refreshToken, key, "", "owner", foreign, narrow,
          try await server.accessToken(of: try await server.addServiceAccount(in: other)),
        ] + viewer.cookies.values
      let credentials: [[String: String]] =
        [[:], ["Cookie": cookie]] + bearers.map { ["Authorization": "Bearer \($0)", "Cookie": cookie] }
      let before = try await server.accounts()
      for headers in credentials {
        for action in Self.actions {
          for path in [
            "projects/example/accounts:batchAction", "projects/example/accounts:batchAction?key=\(key)",
          ] {
            let answer = try await Self.act(
              action, [user.localID], at: path, headers: headers, server,
              ["idToken": .string(user.idToken)])
            expectRefused(answer, nil, "\(action) by \(headers)")
            #expect(!answer.text.contains("ann@") && !answer.text.contains("passwordHash"), "\(answer.text)")
          }
        }
      }
      #expect(try await server.accounts() == before)
      #expect(try await server.refresh(user.refreshToken, key: key).status == 200)
      let own = try await administration.createAdministratorToken(
        "own", scopes: [.identityToolkit], expiresAt: nil, in: project.id
      ).reveal()
      let answer = try await Self.act(
        "DISABLE", [user.localID], at: "projects/example/accounts:batchAction",
        headers: ["Authorization": "Bearer \(own)"], server)
      #expect(answer.json["results"]?[0]?["status"] == "DONE", "\(answer.text)")
    }
  }

  // Fails when IdentityService.batchAction looks for accounts in another scope than the caller's.
  @Test("ids of another tenant are nobody's, and a tenant of another project is not there")
  func foreignIDs() async throws {
    try await TestServer.run { server in
      let tenant = try await server.openTenant("tea-house")
      let other = try #require(ProjectID(rawValue: "other-project"))
      _ = try await server.backend.administration.create(other)
      let foreign = Tenant(
        id: try #require(TenantID(rawValue: "foreign-tenant")), project: other, createdAt: server.clock.now())
      try await server.backend.projects.insert(foreign)
      let users = "accounts:batchAction"
      for (path, id) in [("", "own"), ("tenants/tea-house/", "theirs")] {
        let made = try await server.administer(
          "\(path)accounts:batchCreate",
          ["users": [["localId": .string(id), "email": .string("\(id)@example.com")]]])
        #expect(made.status == 200 && made.json["error"] == nil, "\(made.text)")
      }
      let store = server.service.store
      let before = try await store.accounts(in: tenant.scope, after: nil, limit: 9)
      let own = try await server.accounts()
      let owner = ["Authorization": "Bearer owner"]
      for action in Self.actions {
        for (path, id) in [(users, "theirs"), ("tenants/tea-house/\(users)", "own")] {
          let answer = try await Self.act(
            action, [id], at: "projects/example/\(path)", headers: owner, server)
          #expect(
            answer.json == ["results": [["localId": .string(id), "status": "NOT_FOUND"]]], "\(answer.text)")
        }
        let nowhere = try await Self.act(
          action, ["own", "theirs"], at: "projects/example/tenants/foreign-tenant/\(users)", headers: owner,
          server)
        expectRefused(nowhere, "TENANT_NOT_FOUND", action)
        let mismatched = try await Self.act(
          action, ["own", "theirs"], at: "projects/example/tenants/tea-house/\(users)", headers: owner,
          server,
          ["tenantId": "foreign-tenant"])
        expectRefused(mismatched, "TENANT_ID_MISMATCH", action)
      }
      #expect(try await store.accounts(in: tenant.scope, after: nil, limit: 9) == before)
      #expect(try await server.accounts() == own)
    }
  }
}
