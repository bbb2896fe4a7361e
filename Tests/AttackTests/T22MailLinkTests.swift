import IdentityWire
import TestSupport
import Testing

@Suite("T22: host header poisoning of mails", .fewAtOnce)
struct T22MailLinkTests {
  private static let evil = "evil.example"

  // Fails when a link is made of the request's authority.
  @Test("a mailed link names the configured origin, whatever the request claims")
  func links() async throws {
    var options = TestServer.Options()
    options.isDevelopment = false
    options.origins = ["https://auth.example.com"]
    try await TestServer.run(options) { server in
      let key = try await server.project().apiKeys[0]
      _ = try await server.signUp("ann@example.com", "correct horse", key: key)
      for headers in [
        ["Host": Self.evil], ["Host": "\(Self.evil):443"], ["X-Forwarded-Host": Self.evil],
        ["Forwarded": "host=\(Self.evil)"], ["Origin": "https://\(Self.evil)"],
        ["Referer": "https://\(Self.evil)/"], ["X-Original-URL": "https://\(Self.evil)/"],
      ] {
        let response = try await server.sendOob(
          "PASSWORD_RESET", ["email": "ann@example.com"], headers: headers, key: key)
        #expect(response.status == 200, "\(response.text)")
        let mail = try server.mail("PASSWORD_RESET", to: "ann@example.com")
        #expect(mail.link.hasPrefix("https://auth.example.com/__/auth/action?"), "\(headers)")
        #expect(!(mail.link + mail.body + mail.subject).contains("evil.example"))
      }
    }
  }

  // Fails when a mail names its reader's account in the project's place.
  @Test("nothing that whoever asks for a mail can write stands in it")
  func content() async throws {
    try await TestServer.run { server in
      let thief = try await server.signUp("victim@example.com")
      _ = try await server.call(
        "accounts:update",
        [
          "idToken": .string(thief.idToken), "displayName": "Free money at evil.example",
          "photoUrl": "https://evil.example/",
        ])
      _ = try await server.verificationCode(of: thief, "victim@example.com")
      _ = try await server.resetCode("victim@example.com")
      for mail in server.mails { #expect(!(mail.subject + mail.body).contains("evil.example")) }
      #expect(server.mails.count == 2)
    }
  }
}
