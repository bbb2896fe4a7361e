import IdentityWire
import Passwords
import TestSupport
import Testing

@Suite("T17: passwords that are guessed first", .fewAtOnce)
struct T17CompromisedPasswordTests {
  // Fails when sign-up, update, reset, or an administrator's sign-up does not ask, and when an import does (each
  // alone).
  @Test("are refused wherever a password is set, and told why; those that people have go on being theirs")
  func everywhere() async throws {
    var options = TestServer.Options()
    options.compromisedPasswords = CompromisedPasswords()
    try await TestServer.run(options) { server in
      let ann = try await server.signUp("ann@example.com", "correct horse")
      let anonymous = try await server.signUpAnonymously()
      let code = try await server.resetCode("ann@example.com")
      let reason = "WEAK_PASSWORD : Password is used by many people and easy to guess"
      let weak: JSONValue = "Football2026"
      let refusals: [(String, TestResponse)] = [
        ("sign-up", try await server.call("accounts:signUp", ["email": "b@example.com", "password": weak])),
        (
          "upgrade",
          try await server.call(
            "accounts:signUp",
            ["idToken": .string(anonymous.idToken), "email": "c@example.com", "password": weak])
        ),
        (
          "change",
          try await server.call("accounts:update", ["idToken": .string(ann.idToken), "password": weak])
        ),
        ("reset", try await server.resetPassword(code, to: "Football2026")),
        (
          "administrator",
          try await server.administer("accounts", ["email": "d@example.com", "password": weak])
        ),
      ]
      for (name, response) in refusals {
        #expect(response.status == 400 && response.errorMessage == reason, "\(name): \(response.text)")
      }
      let page = try await server.send(
        "POST", "/__/auth/action",
        headers: ["Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin"],
        body: FormURLEncoded([
          ("mode", "resetPassword"), ("apiKey", "key"), ("oobCode", code), ("newPassword", "Football2026"),
        ]).text)
      #expect(
        page.status == 400 && page.text.contains("hard to guess"), "\(page.text.prefix(3_000))")
      #expect(try await server.resetPassword(code, to: "another horse").status == 200)
      let imported = try await server.administer(
        "accounts:batchCreate",
        ["users": [["localId": "old", "email": "old@example.com", "rawPassword": weak]]])
      #expect(imported.status == 200 && imported.json["error"] == nil, "\(imported.text)")
      #expect(try await server.signInWithPassword("old@example.com", "Football2026").status == 200)
    }
  }
}
