import Identity
import IdentityWire
import Operations
import TestSupport
import Testing

@Suite("The page that enrols a required second factor", .fewAtOnce)
struct FactorEnrolmentPageTests {
  private static func run(
    _ options: TestServer.Options = .init(), _ body: @Sendable @escaping (TestServer) async throws -> Void
  ) async throws {
    try await TestServer.run(options) { server in
      try await server.changeProject { $0.signIn.multiFactor.state = .mandatory }
      try await body(server)
    }
  }

  /// The page that an answer's text leads to.
  private static func open(_ refused: TestResponse, _ server: TestServer) async throws -> TestResponse {
    let link = try #require(refused.errorMessage?.split(separator: " ").last.map(String.init))
    return try await server.send("GET", link)
  }

  private static func sessionInfo(_ page: TestResponse) throws -> String {
    let match = try #require(page.text.firstMatch(of: /name="sessionInfo" value="([^"]+)"/))
    return String(match.1)
  }

  private static func codes(_ page: TestResponse) -> [String] {
    page.text.matches(of: /<li><code>([A-Z2-7-]+)<\/code><\/li>/).map { String($0.1) }
  }

  private static func make(_ email: String, _ server: TestServer) async throws {
    let made = try await server.administer(
      "accounts", ["email": .string(email), "password": "correct horse", "emailVerified": true])
    #expect(made.status == 200, "\(made.text)")
  }

  @Test("an authenticator app is enrolled, its user signs in with it, and a recovery code in its place")
  func app() async throws {
    try await Self.run { server in
      try await Self.make("ada@example.com", server)
      let choice = try await Self.open(try await server.signIn("ada@example.com"), server)
      #expect(choice.status == 200 && choice.text.contains("Use an authenticator app"), "\(choice.text)")
      let scan = try await server.submit(choice, [("step", "app")])
      let secret = try #require(scan.text.firstMatch(of: /name="secret" value="([A-Z2-7]+)"/)).1
      #expect(scan.text.contains("id=\"qr-code\""))
      let authenticator = try TestAuthenticator(base32: String(secret))
      let wrong = try await server.submit(scan, [("input", "abc")])
      #expect(wrong.status == 400 && wrong.text.contains("This code is wrong"))
      let password = authenticator.password(at: server.clock.now())
      let done = try await server.submit(wrong, [("input", "\(password.prefix(3)) \(password.suffix(3))")])
      let codes = Self.codes(done)
      #expect(done.status == 200 && codes.count == RecoveryCodes.count, "\(done.text)")
      let again = try await server.submit(scan, [("input", password)])
      #expect(again.status == 400 && again.text.contains("This page no longer works"))
      // The page signs nobody in.
      let email = try #require(EmailAddress("ada@example.com"))
      let found = try await server.service.store.account(email: email, in: Scope(project: TestServer.project))
      let account = try #require(found)
      #expect(
        try await server.service.store.sessionsInUse(of: account.id, in: account.scope, limit: 10).isEmpty)

      let pending = try server.text(try await server.signIn("ada@example.com"), "mfaPendingCredential")
      let id = try #require(account.factors.first?.enrollmentID)
      let proved = try await server.proveTOTP(pending, id, password: codes[0])
      #expect(proved.status == 200, "\(proved.text)")
    }
  }

  @Test("a phone is enrolled by its code")
  func phone() async throws {
    try await Self.run { server in
      try await Self.make("ada@example.com", server)
      let choice = try await Self.open(try await server.signIn("ada@example.com"), server)
      let number = try await server.submit(choice, [("step", "phone")])
      let wrong = try await server.submit(number, [("number", "5551230100")])
      #expect(wrong.status == 400 && wrong.text.contains("with its country code"))
      let message = try await server.submit(wrong, [("number", "+1 555 123 0100")])
      let sent = try server.code(of: try Self.sessionInfo(message))
      let done = try await server.submit(message, [("input", sent)])
      #expect(Self.codes(done).count == RecoveryCodes.count, "\(done.text)")
      #expect(try await server.signIn("ada@example.com").json["mfaPendingCredential"] != nil)
    }
  }

  // Fails when the page, which has no script, needs a proof, and when an account has more messages without one.
  @Test("where text messages need a proof, the page sends an account three an hour without")
  func captcha() async throws {
    try await Self.run { server in
      try await Self.make("ada@example.com", server)
      try await server.requireProof(of: [.sms])
      for count in 0..<4 {
        // A credential of its own each time: it is the account that is counted.
        let choice = try await Self.open(try await server.signIn("ada@example.com"), server)
        let number = try await server.submit(choice, [("step", "phone")])
        let message = try await server.submit(number, [("number", "+1 555 123 010\(count)")])
        #expect(message.status == (count < 3 ? 200 : 400), "\(count): \(message.text)")
        #expect(message.text.contains("There were too many attempts") == (count == 3))
      }
    }
  }

  @Test("a new user verifies their address first")
  func verification() async throws {
    try await Self.run { server in
      let refused = try await server.call(
        "accounts:signUp", ["email": "new@example.com", "password": "correct horse"])
      let page = try await Self.open(refused, server)
      #expect(page.text.contains("Verify your email address first"))
      let sent = try await server.submit(page)
      #expect(sent.text.contains("We sent a link to new@example.com"), "\(sent.text)")
      let mail = try server.mail("VERIFY_EMAIL", to: "new@example.com")
      #expect(try await server.apply(oobCode: mail.code).status == 200)
      let choice = try await server.submit(sent)
      #expect(choice.text.contains("Use an authenticator app"), "\(choice.text)")
    }
  }

  // Fails when the page mails past the limit of the mailbox, and when it does not ask the project's function (each alone).
  @Test("the mail that verifies the address is counted, and the project's function is asked about it")
  func mail() async throws {
    try await FunctionServer.run { functions in
      var options = TestServer.Options()
      var limits = AbuseLimits.development
      limits.mailsPerMailbox = .rate(1, per: 3_600)
      options.limits = limits
      try await Self.run(options) { server in
        try await server.setFunctions(functions, ["beforeSendEmail"])
        let page = try await Self.open(
          try await server.call(
            "accounts:signUp", ["email": "new@example.com", "password": "correct horse"]), server)
        #expect(try await server.submit(page).status == 200)
        let told = functions.calls("beforeSendEmail")
        #expect(told.count == 1 && told[0]["email"] == "new@example.com")
        let again = try await server.submit(page)
        #expect(again.status == 400 && again.text.contains("There were too many attempts"), "\(again.text)")
        #expect(server.mails.count == 1)
      }
    }
  }

  // Fails when a key is drawn that is none of ours: of a form's 32 kilobytes that takes seconds.
  @Test("the key of a form is not drawn when it is longer than a key")
  func longKey() async throws {
    try await Self.run { server in
      try await Self.make("ada@example.com", server)
      let choice = try await Self.open(try await server.signIn("ada@example.com"), server)
      let scan = try await server.submit(choice, [("step", "app")])
      let long = try await server.submit(
        scan, [("input", ""), ("secret", String(repeating: "A", count: 72))])
      #expect(long.status == 400 && !long.text.contains("AAAA"), "\(long.text)")
    }
  }

  @Test("a page without a credential, and a form of another site, are refused")
  func broken() async throws {
    try await Self.run { server in
      for query in ["", "apiKey=key", "apiKey=key&code=x", "apiKey=no&code=x"] {
        let page = try await server.send("GET", "/__/auth/factors?\(query)")
        #expect(page.status == 400 && page.text.contains("This page no longer works"), "\(query)")
      }
      let foreign = try await server.send(
        "POST", "/__/auth/factors",
        headers: [
          "Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "cross-site",
        ], body: "apiKey=key&code=x&step=app")
      #expect(foreign.status == 403)
    }
  }
}
