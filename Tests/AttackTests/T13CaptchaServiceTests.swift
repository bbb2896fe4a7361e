import IdentityWire
import TestSupport
import Testing

@Suite("T13: answers of a service that checks tokens, which say what they cannot", .fewAtOnce)
struct T13CaptchaServiceTests {
  private static let rest = #""hostname":"localhost","action":"sign-up","cdata":"example""#
  private static let nested = String(repeating: "[", count: 4_000)

  /// None says in the right form that the token is good for this.
  private static let wrong: [(status: Int, text: String)] = [
    (200, ""), (200, "null"), (200, "[]"), (200, "true"), (200, "{}"), (200, "{\(rest)}"),
    (200, #"{"success":"true",\#(rest)}"#), (200, #"{"success":1,\#(rest)}"#),
    (200, #"{"success":null,\#(rest)}"#), (200, #"{"success":[true],\#(rest)}"#),
    (200, #"{"success":true,"hostname":["localhost"],"action":"sign-up","cdata":"example"}"#),
    (200, #"{"success":true,"hostname":null,"action":"sign-up","cdata":"example"}"#),
    (200, #"{"success":true,"hostname":"localhost\u0301","action":"sign-up","cdata":"example"}"#),
    (200, #"{"success":true,"hostname":"localhost","action":["sign-up"],"cdata":"example"}"#),
    (200, #"{"success":true,"hostname":"localhost","action":"SIGN-UP","cdata":"example"}"#),
    (200, #"{"success":true,"hostname":"localhost","action":"sign-up","cdata":{"a":"example"}}"#),
    (200, #"{"success":true,"hostname":"localhost","action":"sign-up","cdata":"example\u0000"}"#),
    (200, #"{"success":true,"x":\#(nested),\#(rest)}"#), (200, #"{"success":true,\#(rest)"#),
    (200, #"{"success":false,"error-codes":{"a":1}}"#),
    (200, #"{"success":false,"error-codes":[null,1,[]]}"#),
    (400, #"{"success":true,\#(rest)}"#), (201, #"{"success":true,\#(rest)}"#),
    (500, #"{"success":true,\#(rest)}"#), (302, #"{"success":true,\#(rest)}"#),
  ]

  // Fails when SiteVerification takes whatever is not false for true, or a member that is not there for the right one (each
  // alone).
  @Test("no answer but a right one lets in, and none makes an error of another kind")
  func answers() async throws {
    try await StubCaptchaService.run { service in
      try await TestServer.run(.quick) { server in
        try await service.use(in: server)
        func signUp(_ token: String) async throws -> TestResponse {
          try await server.call(
            "accounts:signUp",
            ["email": "ada@example.com", "password": "correct horse", "captchaResponse": .string(token)])
        }
        for (index, answer) in Self.wrong.enumerated() {
          service.answer(answer.text, status: answer.status)
          let response = try await signUp("token-\(index)")
          expectNoTokens(response, answer.text)
          #expect(
            ["INVALID_RECAPTCHA_TOKEN", "CAPTCHA_CHECK_FAILED"].contains(response.errorMessage),
            "\(answer.status) \(answer.text.prefix(100)): \(response.text)")
        }
        #expect(try await server.accountCount() == 0)
        service.answer("{\"success\":true,\(Self.rest)}")
        #expect(try await signUp("token").status == 200)
      }
    }
  }
}
