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
