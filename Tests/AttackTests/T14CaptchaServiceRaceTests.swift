import IdentityWire
import TestSupport
import Testing

@Suite("T14: one token of a service that forgets it, many requests", .fewAtOnce)
struct T14CaptchaServiceRaceTests {
  // Fails when a token that its service takes is not remembered here, or is looked for first and written afterwards (each
  // alone).
  @Test("of 64 who bring one token at once, one is let in, and nobody later")
  func race() async throws {
    try await StubCaptchaService.run { service in
      try await TestServer.run(.quick) { server in
        try await service.use(in: server)
        service.answer(
          #"{"success":true,"hostname":"localhost","action":"password-reset","cdata":"example"}"#)
        @Sendable func ask(_ racer: Int) async throws -> TestResponse {
          try await server.sendOob(
            "EMAIL_SIGNIN",
            [
              "email": .string("user\(racer)@example.com"), "continueUrl": "http://localhost",
              "canHandleCodeInApp": true, "captchaResp": "one-token",
            ])
        }
        let answers = try await withThrowingTaskGroup(of: TestResponse.self) { group in
          for racer in 0..<64 { group.addTask { try await ask(racer) } }
          return try await group.reduce(into: [TestResponse]()) { $0.append($1) }
        }
        #expect(answers.count { $0.status == 200 } == 1, "\(answers.map(\.status))")
        expectRefused(try await ask(64), "INVALID_RECAPTCHA_TOKEN", "later")
        #expect(server.mails.count == 1)
      }
    }
  }
}
