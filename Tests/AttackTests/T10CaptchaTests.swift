import Identity
import IdentityWire
import Operations
import TestSupport
import Testing

@Suite("T10: tokens against programs, used twice", .fewAtOnce)
struct T10CaptchaTests {
  private static func signIn(_ server: TestServer, _ token: String, password: String = "correct horse")
    async throws
    -> TestResponse
  {
    try await server.call(
      "accounts:signInWithPassword",
      ["email": "ada@example.com", "password": .string(password), "captchaResponse": .string(token)])
  }

  // Fails when the redemption is left out, and when a solved challenge counts only once a request succeeds.
  @Test("a solved challenge is good for one request, also for one that fails")
  func proof() async throws {
    try await TestServer.run { server in
      _ = try await server.signUp("ada@example.com")
      try await server.requireProof()
      let token = try await server.proof(of: "password-sign-in")
      #expect(try await Self.signIn(server, token).status == 200)
      expectRefused(try await Self.signIn(server, token), "INVALID_RECAPTCHA_TOKEN", "used")
      // Another spelling of the same solution.
      expectRefused(try await Self.signIn(server, token + "="), "INVALID_RECAPTCHA_TOKEN", "padded")

      let spent = try await server.proof(of: "password-sign-in")
      let wrong = try await Self.signIn(server, spent, password: "wrong horse")
      #expect(wrong.status == 400 && wrong.errorMessage != "INVALID_RECAPTCHA_TOKEN")
      expectRefused(try await Self.signIn(server, spent), "INVALID_RECAPTCHA_TOKEN", "a guess is one request")
    }
  }

  // Fails when another solution of one challenge counts as another token.
  @Test("two solutions of one challenge are one token")
  func otherSolution() async throws {
    try await TestServer.run { server in
      _ = try await server.signUp("ada@example.com")
      try await server.requireProof()
      let challenge = try await server.captchaChallenge("password-sign-in").json
      let text = try #require(challenge["challenge"]?.stringValue)
      #expect(try await Self.signIn(server, try TestServer.proof(of: text, bits: 6)).status == 200)
      expectRefused(
        try await Self.signIn(server, try TestServer.proof(of: text, bits: 9)), "INVALID_RECAPTCHA_TOKEN")
    }
  }

  // Fails when CaptchaChallenge looks at no time.
  @Test("a challenge ends after five minutes, and one that was used stays so")
  func expiry() async throws {
    try await TestServer.run { server in
      _ = try await server.signUp("ada@example.com")
      try await server.requireProof()
      let used = try await server.proof(of: "password-sign-in")
      #expect(try await Self.signIn(server, used).status == 200)
      let late = try await server.proof(of: "password-sign-in")
      let later = try await server.proof(of: "password-sign-in")
      server.clock.advance(seconds: 280)
      expectRefused(try await Self.signIn(server, used), "INVALID_RECAPTCHA_TOKEN", "still remembered")
      #expect(try await Self.signIn(server, late).status == 200)
      server.clock.advance(seconds: 21)
      expectRefused(try await Self.signIn(server, later), "INVALID_RECAPTCHA_TOKEN", "expired")
      server.clock.advance(seconds: 86_400)
      expectRefused(try await Self.signIn(server, used), "INVALID_RECAPTCHA_TOKEN", "used, and forgotten")
    }
  }

  // Fails when a voucher is not bound to its address, and when it is not used up (each alone).
  @Test(
    "the offer of a reset after a mailed code works without a script, once, and for its reader's address alone"
  )
  func voucher() async throws {
    try await TestServer.run { server in
      let victim = "victim@example.com"
      let link = try await PreHijacking(server, victim).verificationLink()
      _ = try await server.signUp("ada@example.com")
      try await server.requireProof(of: [.passwordReset])
      let offer = try await server.submit(try await server.send("GET", link), [("answer", "disown")])
      #expect(offer.text.contains("name=\"voucher\""), "\(offer.text)")
      func resets() -> [String] { server.mails.filter { $0.requestType == "PASSWORD_RESET" }.map(\.to.text) }
      for change in [("email", "ada@example.com"), ("voucher", "")] {
        #expect(try await server.submit(offer, [change]).status == 400, "\(change)")
      }
      #expect(resets() == [])
      let sent = try await server.submit(offer)
      #expect(sent.status == 200 && resets() == [victim], "\(sent.text)")
      #expect(try await server.submit(offer).status == 400)
      #expect(resets() == [victim])
    }
  }

  @Test(
    "a token of a service is good once, also in other tenants",
    arguments: [CaptchaSettings.Provider.turnstile, .hCaptcha])
  func services(_ provider: CaptchaSettings.Provider) async throws {
    try await TestServer.run { server in
      _ = try await server.signUp("ada@example.com")
      let tenant = try await server.makeTenant()
      try await server.requireCaptcha(of: provider)
      let token = try await server.labCaptcha([
        "service": .string(provider.rawValue), "action": "password-sign-in", "data": "example",
      ])
      #expect(try await Self.signIn(server, token).status == 200)
      expectRefused(try await Self.signIn(server, token), "INVALID_RECAPTCHA_TOKEN", "used")
      expectRefused(
        try await server.call(
          "accounts:signUp",
          [
            "email": "ada@example.com", "password": "correct horse", "tenantId": .string(tenant),
            "captchaResponse": .string(token),
          ]), "INVALID_RECAPTCHA_TOKEN", "in a tenant")
    }
  }
}
