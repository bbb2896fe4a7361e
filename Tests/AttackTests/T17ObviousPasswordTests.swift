import IdentityWire
import TestSupport
import Testing

@Suite("T17: passwords that are no secret", .fewAtOnce)
struct T17ObviousPasswordTests {
  // Fails when sign-up, upgrade, update, reset or an administrator's sign-up does not ask (each alone), when the address is
  // compared as it is typed, and when blanks are those of ASCII alone.
  @Test("the user's own address and blanks alone are refused wherever a password is set, and told why")
  func everywhere() async throws {
    var options = TestServer.Options()
    options.refusesObviousPasswords = true
    try await TestServer.run(options) { server in
      let own = "jos\u{E9}@example.com"
      let session = try await server.signUp(own, "correct horse")
      let anonymous = try await server.signUpAnonymously()
      let code = try await server.resetCode(own)
      let address = "WEAK_PASSWORD : Password is the account's own e-mail address"
      let blank = "WEAK_PASSWORD : Password consists only of blanks"
      let cases: [(String, String)] = [
        (own, address), ("JOSE\u{301}@Example.COM", address), ("  \(own) ", address),
        ("       ", blank), ("\u{3000}\u{A0}\u{2003}\t\n \u{200B}", blank),
        (String(repeating: "\u{2060}", count: 8), blank), (String(repeating: "\u{2800}", count: 8), blank),
      ]
      for (password, reason) in cases {
        let text = JSONValue.string(password)
        let answers: [(String, TestResponse)] = [
          (
            "change",
            try await server.call("accounts:update", ["idToken": .string(session.idToken), "password": text])
          ),
          ("reset", try await server.resetPassword(code, to: password)),
          (
            "administrator's change",
            try await server.administer(
              "accounts:update", ["localId": .string(session.localID), "password": text])
          ),
        ]
        for (what, answer) in answers {
          #expect(answer.status == 400 && answer.errorMessage == reason, "\(what): \(answer.text)")
        }
      }
      for (password, reason) in [("new@example.com", address), ("        ", blank)] {
        let text = JSONValue.string(password)
        let answers: [(String, TestResponse)] = [
          (
            "sign-up",
            try await server.call("accounts:signUp", ["email": "new@example.com", "password": text])
          ),
          (
            "upgrade",
            try await server.call(
              "accounts:signUp",
              ["idToken": .string(anonymous.idToken), "email": "new@example.com", "password": text])
          ),
          (
            "administrator",
            try await server.administer("accounts", ["email": "new@example.com", "password": text])
          ),
        ]
        for (what, answer) in answers {
          #expect(answer.status == 400 && answer.errorMessage == reason, "\(what): \(answer.text)")
        }
      }
      #expect(try await server.resetPassword(code, to: "a horse of new@example.com").status == 200)
    }
    // Tests of apps use what they like.
    try await TestServer.run { server in
      _ = try await server.signUp("ann@example.com", "ann@example.com")
    }
  }
}
