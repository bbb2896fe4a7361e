import Foundation
import Identity
import IdentityWire
import Messaging
import TestSupport
import Testing

@Suite("Messages that leave the server", .fewAtOnce, .timeLimit(.minutes(15)))
struct DeliveryTests {
  private static func run(
    delivering: Bool = true, isDevelopment: Bool = false,
    _ change: @Sendable @escaping (inout MessageDelivery) -> Void = { _ in },
    _ body: @Sendable @escaping (TestServer, SMTPServer, String) async throws -> Void
  ) async throws {
    let smtp = try SMTPServer()
    try await smtp.start()
    if !delivering { smtp.kill() }
    var options = TestServer.Options()
    options.isDevelopment = isDevelopment
    var delivery = MessageDelivery(
      mail: .init(smtp: smtp.settings(), from: try #require(Mailbox("noreply@example.com"))))
    change(&delivery)
    options.delivery = delivery
    try await TestServer.run(options) { server in
      try await body(server, smtp, try #require(try await server.project().apiKeys.first))
    }
  }

  private static func signUp(_ server: TestServer, _ email: String, key: String) async throws -> TestSession {
    _ = try await server.backend.projects.update(TestServer.project) { $0.displayName = "Märchen" }
    return try TestSession(
      try await server.call(
        "accounts:signUp",
        ["email": .string(email), "password": "correct horse", "returnSecureToken": true], key: key))
  }

  @Test("a password is reset by the link in a mail in the request's language")
  func reset() async throws {
    try await Self.run { server, smtp, key in
      _ = try await Self.signUp(server, "ada@example.org", key: key)
      let response = try await server.sendOob(
        "PASSWORD_RESET", ["email": "ada@example.org"], headers: ["X-Firebase-Locale": "de-AT"], key: key)
      #expect(response.status == 200, "\(response.text)")
      let mail = try await smtp.waitForMails(1)[0]
      #expect(mail.recipients == ["ada@example.org"] && mail.isProtected)
      #expect(mail.header("Content-Language") == "de")
      #expect(mail.header("From") == "=?utf-8?B?TcOkcmNoZW4=?= <noreply@example.com>")
      let text = mail.content.replacing("=\r\n", with: "").replacing("=3D", with: "=")
      let code = try #require(text.firstMatch(of: /oobCode=([A-Za-z0-9_-]+)/)).1
      let reset = try await server.resetPassword(String(code), to: "another horse", key: key)
      #expect(reset.status == 200, "\(reset.text)")
      #expect(!server.log.text.contains(code) && !server.log.text.contains("ada@example.org"))
    }
  }

  @Test("an address that nobody has is answered alike, and sent nothing")
  func unknownAddress() async throws {
    try await Self.run { server, smtp, key in
      _ = try await server.backend.projects.update(TestServer.project) {
        $0.signIn.emailEnumerationProtection = true
      }
      _ = try await Self.signUp(server, "ada@example.org", key: key)
      for email in ["nobody@example.org", "ada@example.org"] {
        let response = try await server.sendOob("PASSWORD_RESET", ["email": .string(email)], key: key)
        #expect(response.status == 200, "\(response.text)")
      }
      #expect(try await smtp.waitForMails(1).flatMap(\.recipients) == ["ada@example.org"])
      try await Self.waitUntilEmpty(server)
      #expect(smtp.received.count == 1)
    }
  }

  private static func waitUntilEmpty(_ server: TestServer) async throws {
    let outbox = try #require(server.backend.outbox)
    for _ in 0..<500 {
      if try await outbox.depth(of: .mail).waiting == 0 { return }
      try await Task.sleep(for: .milliseconds(10))
    }
    Issue.record("the outbox does not get empty")
  }

  @Test("while the mail server is down requests are answered, and the mails leave once it is back")
  func mailServerDown() async throws {
    try await Self.run(
      delivering: false,
      {
        $0.policy.channelPauses.longest = 1
        $0.policy.mailTick = 50
      }
    ) { server, smtp, key in
      for number in 0..<5 {
        let email = "user-\(number)@example.org"
        _ = try await Self.signUp(server, email, key: key)
        let response = try await server.sendOob("PASSWORD_RESET", ["email": .string(email)], key: key)
        #expect(response.status == 200, "\(response.text)")
      }
      #expect(try await server.backend.outbox?.depth(of: .mail).waiting == 5)
      try await smtp.start()
      try await Self.waitUntilEmpty(server)
      #expect(Set(try await smtp.waitForMails(5).flatMap(\.recipients)).count == 5)
    }
  }

  @Test("when too many mails wait, another is refused before anything is written")
  func full() async throws {
    try await Self.run(delivering: false, { $0.policy.maximumWaiting = 2 }) { server, _, key in
      _ = try await Self.signUp(server, "ada@example.org", key: key)
      for expected in [200, 200, 429] {
        let response = try await server.sendOob("PASSWORD_RESET", ["email": "ada@example.org"], key: key)
        #expect(response.status == expected, "\(response.text)")
        guard expected == 429 else { continue }
        #expect(response.errorMessage == "TOO_MANY_ATTEMPTS_TRY_LATER")
        #expect(response.headers.first(name: "retry-after") == "1")
      }
    }
  }

  @Test("without a mail server a request for a mail is refused, whoever it is for")
  func unconfigured() async throws {
    try await Self.run({ $0.mail = nil }) { server, _, key in
      _ = try await Self.signUp(server, "ada@example.org", key: key)
      for isHidden in [true, false] {
        _ = try await server.backend.projects.update(TestServer.project) {
          $0.signIn.emailEnumerationProtection = isHidden
        }
        for email in ["ada@example.org", "nobody@example.org"] {
          let response = try await server.sendOob("PASSWORD_RESET", ["email": .string(email)], key: key)
          #expect(response.status == 400 && response.errorMessage == "OPERATION_NOT_ALLOWED")
          #expect(!response.text.contains("mail server"))
        }
      }
      #expect(server.log.text.contains("no mail server is configured"))
      #expect(!server.log.text.contains("error request refused"))
    }
  }

  @Test("so is one for a text message without a gateway, but for numbers that are sent none")
  func unconfiguredSMS() async throws {
    try await Self.run { server, _, key in
      _ = try await server.backend.projects.update(TestServer.project) {
        $0.signIn.phoneEnabled = true
        $0.signIn.testPhoneNumbers = ["+15555550100": "123456"]
      }
      func send(_ number: String) async throws -> TestResponse {
        try await server.call("accounts:sendVerificationCode", ["phoneNumber": .string(number)], key: key)
      }
      let refused = try await send("+15551230100")
      #expect(refused.status == 400 && refused.errorMessage == "OPERATION_NOT_ALLOWED", "\(refused.text)")
      #expect(try await send("+15555550100").status == 200)
    }
  }

  @Test("who gets a second factor, or loses one, is told")
  func secondFactors() async throws {
    try await Self.run(isDevelopment: true) { server, smtp, _ in
      let user = try await server.verifiedUser("ada@example.org")
      let factor = try await server.enrollTOTP(user)
      let added = try await smtp.waitForMails(1)[0]
      #expect(added.recipients == ["ada@example.org"] && added.content.contains("authenticator app"))
      #expect(added.header("Subject")?.hasPrefix("=?utf-8?B?") == true)
      let withdrawn = try await server.call2(
        "accounts/mfaEnrollment:withdraw",
        ["idToken": .string(factor.session.idToken), "mfaEnrollmentId": .string(factor.id)])
      #expect(withdrawn.status == 200, "\(withdrawn.text)")
      let removed = try await smtp.waitForMails(2)[1]
      #expect(removed.recipients == ["ada@example.org"] && removed.content.contains("was removed"))
    }
  }

  @Test("nothing of development is written to, and the inbox stays empty")
  func noInbox() async throws {
    try await Self.run { server, smtp, key in
      _ = try await Self.signUp(server, "ada@example.org", key: key)
      _ = try await server.sendOob("PASSWORD_RESET", ["email": "ada@example.org"], key: key)
      _ = try await smtp.waitForMails(1)
      #expect(server.backend.inbox.messages.isEmpty)
    }
  }
}
