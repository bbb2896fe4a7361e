import IdentityWire
import TestSupport
import Testing

@Suite("What users may do without an administrator", .fewAtOnce)
struct ClientPermissionTests {
  private static func forbid(_ server: TestServer, _ field: String) async throws {
    _ = try await server.configure(
      "PATCH", "config?updateMask=client.permissions.\(field)",
      ["client": ["permissions": .object([field: true])]])
  }

  @Test("where sign-up is closed nobody makes an account but an administrator, and who has one signs in")
  func signUp() async throws {
    var options = TestServer.Options()
    options.acceptsUnsignedCredentials = true
    try await TestServer.run(options) { server in
      let known = try await server.signUp("ada@example.com")
      let google: [(name: String, value: String)] = [
        ("providerId", "google.com"),
        ("id_token", #"{"sub":"1","email":"new@gmail.com","email_verified":true}"#),
      ]
      try await Self.forbid(server, "disabledUserSignup")
      let refused = [
        try await server.call("accounts:signUp", ["email": "new@example.com", "password": "correct horse"]),
        try await server.call("accounts:signUp", ["email": "ada@example.com", "password": "correct horse"]),
        try await server.call("accounts:signUp", ["returnSecureToken": true]),
        try await server.signInWithIdp(google),
      ]
      for answer in refused { #expect(answer.errorMessage == "ADMIN_ONLY_OPERATION", "\(answer.text)") }
      #expect(try await server.accountCount() == 1)
      let signedIn = try await server.call(
        "accounts:signInWithPassword", ["email": "ada@example.com", "password": "correct horse"])
      #expect(try TestSession(signedIn).localID == known.localID)
      let made = try await server.administer("accounts", ["email": "new@example.com"])
      #expect(made.status == 200)
    }
  }

  private static let behaviours: [Behaviour<TestServer>] = [
    Behaviour("where deletion is closed users stay, and administrators delete them") {
      try await deletion($0)
    },
    Behaviour("a tenant's permissions are its own") { try await tenant($0) },
  ]

  @Test("users do what the project permits")
  func permissions() async throws { try await TestServer.look(at: Self.behaviours) }

  private static func deletion(_ server: TestServer) async throws {
    let session = try await server.signUp("ada@example.com")
    try await Self.forbid(server, "disabledUserDeletion")
    let own = try await server.call("accounts:delete", ["idToken": .string(session.idToken)])
    #expect(own.errorMessage == "ADMIN_ONLY_OPERATION")
    #expect(try await server.accountCount() == 1)
    let theirs = try await server.administer("accounts:delete", ["localId": .string(session.localID)])
    #expect(theirs.status == 200)
  }

  private static func tenant(_ server: TestServer) async throws {
    let tenant = try await server.makeTenant(["client": ["permissions": ["disabledUserSignup": true]]])
    let refused = try await server.call("accounts:signUp", ["tenantId": .string(tenant)])
    #expect(refused.errorMessage == "ADMIN_ONLY_OPERATION")
    #expect(try await server.call("accounts:signUp", [:]).status == 200)
  }
}
