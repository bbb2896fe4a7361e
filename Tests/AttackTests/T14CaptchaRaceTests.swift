import Identity
import IdentityWire
import Operations
import TestSupport
import Testing

@Suite("T14: one token against programs, many requests", .fewAtOnce)
struct T14CaptchaRaceTests {
  // Fails when the store looks for a redemption first and writes it afterwards.
  @Test("of 64 who bring one solution at once, one is let in", arguments: TestServer.Deployment.all)
  func race(_ deployment: TestServer.Deployment) async throws {
    try await TestServer.run(on: deployment) { server in
      try await server.requireProof(of: [.passwordReset])
      let token = try await server.proof(of: "password-reset")
      let answers = try await withThrowingTaskGroup(of: TestResponse.self) { group in
        for racer in 0..<64 {
          group.addTask {
            try await server.call(
              "accounts:sendOobCode",
              [
                "requestType": "EMAIL_SIGNIN", "email": .string("user\(racer)@example.com"),
                "continueUrl": "http://localhost", "canHandleCodeInApp": true, "captchaResp": .string(token),
              ])
          }
        }
        return try await group.reduce(into: [TestResponse]()) { $0.append($1) }
      }
      #expect(answers.count { $0.status == 200 } == 1, "\(answers.map(\.status))")
      for answer in answers where answer.status != 200 { expectRefused(answer, "INVALID_RECAPTCHA_TOKEN") }
      #expect(server.mails.count == 1)
    }
  }
}
