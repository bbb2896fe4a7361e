import Identity
import IdentityWire
import TestSupport
import Testing

@Suite("T16: enrolments and recovery codes of sign-ins that have ended", .fewAtOnce)
struct T16EnrolmentTests {
  private typealias End = @Sendable (TestServer, TestSession) async throws -> Void

  private static let email = "ada@example.com"

  private static func update(_ server: TestServer, _ user: TestSession, _ change: [String: JSONValue])
    async throws
  {
    let message = change.merging(["localId": .string(user.localID)]) { $1 }
    let response = try await server.administer("accounts:update", .object(message))
    #expect(response.status == 200, "\(response.text)")
  }

  /// The changes that end a sign-in, and the error that its credential then causes.
  private static let ends: [(name: String, error: String, end: End)] = [
    ("disabled", "USER_DISABLED", { try await update($0, $1, ["disableUser": true]) }),
    (
      "revoked", "INVALID_MFA_PENDING_CREDENTIAL",
      { try await update($0, $1, ["validSince": .string("\($0.clock.now().seconds)")]) }
    ),
    (
      "another password", "INVALID_MFA_PENDING_CREDENTIAL",
      { try await update($0, $1, ["password": "another horse"]) }
    ),
    (
      "a reset", "INVALID_MFA_PENDING_CREDENTIAL",
      { server, _ in
        let code = try await server.resetCode(email)
        #expect(try await server.resetPassword(code, to: "another horse").status == 200)
      }
    ),
    (
      "another address", "INVALID_MFA_PENDING_CREDENTIAL",
      { try await update($0, $1, ["email": "new@example.com", "emailVerified": true]) }
    ),
    (
      "deleted", "INVALID_MFA_PENDING_CREDENTIAL",
      { server, user in
        let deleted = try await server.administer("accounts:delete", ["localId": .string(user.localID)])
        #expect(deleted.status == 200, "\(deleted.text)")
      }
    ),
    (
      "deleted and made anew", "INVALID_MFA_PENDING_CREDENTIAL",
      { server, user in
        _ = try await server.administer("accounts:delete", ["localId": .string(user.localID)])
        // As with tokens: validity counts in whole seconds.
        server.clock.advance(seconds: 1)
        let made = try await server.administer(
          "accounts", ["localId": .string(user.localID), "email": .string(email), "emailVerified": true])
        #expect(made.status == 200, "\(made.text)")
      }
    ),
  ]

  // Fails when FactorEnrolmentCredential compares no epoch, or looks at nothing of the account (each alone).
  @Test("a credential ends with its sign-in, also in the middle of an enrolment")
  func credential() async throws {
    var options = TestServer.Options.quick
    options.clock = SettableClock(Instant(seconds: 1_900_000_000))
    try await TestServer.run(options) { server in
      let initial = try await server.project().signIn
      try await eachCase(of: Self.ends) { name, error, end in
        try await server.changeProject { $0.signIn = initial }
        let user = try await server.verifiedUser(Self.email)
        try await server.requireSecondFactor()
        let credential = try await server.enrolmentCredential(of: Self.email)
        let started = try await server.startAppEnrolment(by: credential)
        let app = try TestAuthenticator(
          base32: try server.text(started, "totpSessionInfo", "sharedSecretKey"))
        let sessionInfo = try server.text(started, "totpSessionInfo", "sessionInfo")
        #expect(try await server.enrolmentPage(credential).status == 200)
        try await end(server, user)
        expectRefused(try await server.startAppEnrolment(by: credential), error, name)
        let finished = try await server.finishAppEnrolment(
          by: credential, sessionInfo, password: app.password(at: server.clock.now()))
        expectRefused(finished, error, name)
        let page = try await server.enrolmentPage(credential)
        #expect(page.status == 400 && !page.text.contains("name=\"code\""), "\(name): \(page.text)")
        let account = try await server.account(user.localID)
        #expect(account?.factors.isEmpty != false && account?.recoveryCodes == nil, "\(name)")
        _ = try await server.administer("accounts:delete", ["localId": .string(user.localID)])
      }
    }
  }

  // Fails when FactorEnrolmentCredential compares no epoch.
  @Test("who made an account with a stranger's address enrols nothing once the stranger has disowned it")
  func disowned() async throws {
    try await TestServer.run(.quick) { server in
      try await server.requireSecondFactor()
      let refused = try await server.call(
        "accounts:signUp", ["email": .string(Self.email), "password": "the attacker's"])
      let credential = try server.enrolmentCredential(refused)
      let asking = try await server.enrolmentPage(credential)
      #expect(try await server.submit(asking).status == 200)
      let link = PreHijacking.page(try server.mail("VERIFY_EMAIL", to: Self.email).link)
      let disowned = try await server.submit(try await server.send("GET", link), [("answer", "disown")])
      #expect(disowned.status == 200, "\(disowned.text)")
      expectRefused(try await server.startAppEnrolment(by: credential), "INVALID_MFA_PENDING_CREDENTIAL")
      #expect(try await server.enrolmentPage(credential).status == 400)
      #expect(try await server.submit(asking).status == 400)
      #expect(server.mails.count == 1)
    }
  }

  // Fails when regenerateRecoveryCodes reads a token without its session.
  @Test(
    "a session that has ended, or proved no second factor, makes no recovery codes and keeps those there are")
  func regeneration() async throws {
    var options = TestServer.Options.quick
    options.clock = SettableClock(Instant(seconds: 1_900_000_000))
    try await TestServer.run(options) { server in
      let bare = try await server.verifiedUser(Self.email)
      let factor = try await server.enrollPhone(bare, "+15551230100")
      let before = try #require(try await server.account(bare.localID)?.recoveryCodes)
      func regenerate(_ token: String) async throws -> TestResponse {
        try await server.call2("accounts/mfaRecoveryCodes:regenerate", ["idToken": .string(token)])
      }
      expectRefused(try await regenerate(bare.idToken), "TOKEN_EXPIRED", "before its factor")
      expectRefused(try await regenerate(factor.session.refreshToken), "INVALID_ID_TOKEN", "refresh token")
      expectRefused(try await regenerate(""), "MISSING_ID_TOKEN", "none")
      let tenant = try await server.makeTenant()
      expectRefused(
        try await server.call2(
          "accounts/mfaRecoveryCodes:regenerate",
          ["idToken": .string(factor.session.idToken), "tenantId": .string(tenant)]), nil, "tenant")
      try await Self.update(server, bare, ["disableUser": true])
      expectRefused(try await regenerate(factor.session.idToken), "USER_DISABLED", "disabled")
      try await Self.update(server, bare, ["disableUser": false])
      try await Self.update(server, bare, ["validSince": .string("\(server.clock.now().seconds)")])
      expectRefused(try await regenerate(factor.session.idToken), "TOKEN_EXPIRED", "revoked")
      #expect(try await server.account(bare.localID)?.recoveryCodes == before)
    }
  }
}
