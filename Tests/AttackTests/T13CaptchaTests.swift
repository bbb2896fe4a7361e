import Identity
import IdentityWire
import Operations
import TestSupport
import Testing

@Suite("T13: tokens against programs that are too long", .fewAtOnce)
struct T13CaptchaTests {
  // Fails when a token is decoded, or sent on, before its length was looked at.
  @Test("a token of a proof, and of a service, has a length that none exceeds")
  func length() async throws {
    try await TestServer.run { server in
      try await server.requireProof()
      let proof = try await server.proof(of: "sign-up")
      func signUp(_ token: String) async throws -> TestResponse {
        try await server.call(
          "accounts:signUp",
          ["email": "ada@example.com", "password": "correct horse", "captchaResponse": .string(token)])
      }
      for token in [proof + String(repeating: "A", count: 200), String(repeating: ".", count: 30_000)] {
        expectRefused(try await signUp(token), "INVALID_RECAPTCHA_TOKEN")
      }
      // An address that nobody may ask: it would be told in the answer.
      try await server.requireCaptcha(of: .turnstile) { $0.verifyURL = "http://127.0.0.1:1/" }
      expectRefused(try await signUp(String(repeating: "A", count: 8_193)), "INVALID_RECAPTCHA_TOKEN")
      #expect(try await signUp(String(repeating: "A", count: 8_192)).errorMessage == "CAPTCHA_CHECK_FAILED")
    }
  }
}
