import Identity
import IdentityWire
import TestSupport
import Testing

@Suite("T15: codes and pending credentials of another project or tenant", .fewAtOnce)
struct T15CodeBindingTests {
  // Fails when ArtifactVault.read compares no scope.
  @Test("codes and proofs of one project fail at another, and are not used up there")
  func projects() async throws {
    try await TestServer.run { lab in
      var options = TestServer.Options()
      options.isDevelopment = false
      try await TestServer.run(options) { server in
        var keys: [String] = []
        var scopes: [Scope] = []
        for name in ["project-a", "project-b"] {
          let project = try await server.addProject(name, providersOf: lab)
          try await server.backend.projects.update(project.id) { (project) throws(IdentityError) in
            project.signIn.phoneEnabled = true
          }
          keys.append(project.apiKeys[0])
          scopes.append(Scope(project: project.id))
        }
        func session(_ number: String) async throws -> (sessionInfo: String, code: String) {
          let response = try await server.call(
            "accounts:sendVerificationCode", ["phoneNumber": .string(number)], key: keys[0])
          let sessionInfo = try server.text(response, "sessionInfo")
          return (sessionInfo, try server.code(of: sessionInfo, in: scopes[0]))
        }
        let (sessionInfo, code) = try await session("+15551230100")
        let presented: JSONValue = ["sessionInfo": .string(sessionInfo), "code": .string(code)]
        expectRefused(
          try await server.call("accounts:signInWithPhoneNumber", presented, key: keys[1]),
          "INVALID_SESSION_INFO")
        _ = try TestSession(
          try await server.call("accounts:signInWithPhoneNumber", presented, key: keys[0]))

        let user = try await server.signUp("ann@example.com", "a password", key: keys[0])
        let again = try await session("+15551230100")
        let response = try await server.call(
          "accounts:signInWithPhoneNumber",
          [
            "sessionInfo": .string(again.sessionInfo), "code": .string(again.code),
            "idToken": .string(user.idToken),
          ], key: keys[0])
        let proof: JSONValue = [
          "phoneNumber": "+15551230100",
          "temporaryProof": .string(try server.text(response, "temporaryProof")),
        ]
        expectRefused(
          try await server.call("accounts:signInWithPhoneNumber", proof, key: keys[1]),
          "INVALID_TEMPORARY_PROOF")
        #expect(try await server.accounts(of: scopes[1].project).isEmpty)
        _ = try TestSession(try await server.call("accounts:signInWithPhoneNumber", proof, key: keys[0]))
      }
    }
  }

  private struct Member: Sendable {
    var tenant: String?
    var scope: Scope
    var localID: String

    /// A message that means this member's accounts.
    func message(_ members: [String: JSONValue]) -> JSONValue {
      var members = members
      members["tenantId"] = tenant.map { .string($0) }
      return .object(members)
    }
  }

  /// The same person, with the same id and the same second factor, in two tenants and in the project itself.
  private static func members(_ server: TestServer) async throws -> [Member] {
    var members: [Member] = []
    for name in ["team-a", "team-b", nil] {
      var scope = Scope(project: TestServer.project)
      var path = "accounts"
      if let name {
        let id = try #require(TenantID(rawValue: name))
        var tenant = Tenant(id: id, project: TestServer.project, createdAt: server.clock.now())
        tenant.signIn = SignInSettings()
        tenant.signIn.multiFactor = try await server.project().signIn.multiFactor
        try await server.backend.projects.insert(tenant)
        scope.tenant = id
        path = "tenants/\(name)/accounts"
      }
      let made = try await server.administer(
        path,
        [
          "localId": "ann", "email": "ann@example.com", "password": "a password", "emailVerified": true,
        ])
      let localID = try require(made, "localId")
      _ = try await server.administer(
        path + ":update",
        [
          "localId": .string(localID),
          "mfa": ["enrollments": [["mfaEnrollmentId": "one", "phoneInfo": "+15551230100"]]],
        ])
      members.append(Member(tenant: name, scope: scope, localID: localID))
    }
    return members
  }

  // Fails when ArtifactVault.read compares no scope.
  @Test("pending sign-ins and their codes fail in every tenant but their own")
  func tenants() async throws {
    try await TestServer.run { server in
      let members = try await Self.members(server)
      for owner in members {
        let first = try await server.call(
          "accounts:signInWithPassword",
          owner.message(["email": "ann@example.com", "password": "a password"]))
        let pending = try require(first, "mfaPendingCredential")
        func start(_ member: Member) async throws -> TestResponse {
          try await server.call2(
            "accounts/mfaSignIn:start",
            member.message(["mfaPendingCredential": .string(pending), "mfaEnrollmentId": "one"]))
        }
        let sessionInfo = try server.text(try await start(owner), "phoneResponseInfo", "sessionInfo")
        let code = try server.code(of: sessionInfo, in: owner.scope)
        func finalize(_ member: Member, _ credential: String) async throws -> TestResponse {
          try await server.call2(
            "accounts/mfaSignIn:finalize",
            member.message([
              "mfaPendingCredential": .string(credential),
              "phoneVerificationInfo": ["sessionInfo": .string(sessionInfo), "code": .string(code)],
            ]))
        }
        for other in members where other.tenant != owner.tenant {
          expectRefused(try await start(other), "INVALID_MFA_PENDING_CREDENTIAL", "start")
          expectRefused(try await finalize(other, pending), "INVALID_MFA_PENDING_CREDENTIAL", "finalize")
          let theirs = try require(
            try await server.call(
              "accounts:signInWithPassword",
              other.message(["email": "ann@example.com", "password": "a password"])), "mfaPendingCredential")
          expectRefused(try await finalize(other, theirs), "INVALID_SESSION_INFO", "code")
        }
        let finished = try await finalize(owner, pending)
        let claims = try UnverifiedJWT(try require(finished, "idToken")).claims
        #expect(claims["firebase"]?["tenant"] == owner.tenant.map { .string($0) })
      }
    }
  }
}
