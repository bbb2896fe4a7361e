import Identity
import IdentityWire
import Messaging
import Operations
import TestSupport
import Testing

@Suite("A project's own messages", .fewAtOnce)
struct ProjectMessageTests {
  private static let administrator = "tester"

  private static func caller(_ server: TestServer) async throws -> Caller {
    var caller = Caller(project: try await server.project(), authority: .administrator)
    caller.administratorName = administrator
    caller.links = ActionLinks(origins: [server.origin], isDevelopment: true)
    return caller
  }

  private static let behaviours: [Behaviour<TestServer>] = [
    Behaviour("the official API's template is sent, and a user of another language gets the server's words") {
      try await sent($0)
    },
    Behaviour(
      "a template belongs to the language that the project then has, and the other view changes with it"
    ) { try await views($0) },
  ]

  @Test("messages are the project's own")
  func templates() async throws { try await TestServer.look(at: Self.behaviours) }

  private static func sent(_ server: TestServer) async throws {
    _ = try await server.signUp("ann@example.com")
    let answer = try await server.configure(
      "PATCH", "config?updateMask=notification.sendEmail,authorizedDomains",
      [
        "authorizedDomains": ["localhost", "app.example.com"],
        "notification": [
          "sendEmail": [
            "callbackUri": "https://app.example.com/act?x=1",
            "resetPasswordTemplate": [
              "subject": "Forgotten, %DISPLAY_NAME%?", "body": "Here: %LINK%", "senderDisplayName": "Desk",
              "replyTo": "desk@example.com",
            ],
          ]
        ],
      ])
    #expect(answer.status == 200, "\(answer.text)")
    _ = try await server.resetCode("ann@example.com")
    let mail = try server.mail("PASSWORD_RESET", to: "ann@example.com")
    #expect(mail.subject == "Forgotten, ann@example.com?")
    #expect(mail.link.hasPrefix("https://app.example.com/act?x=1&mode=resetPassword&"))
    #expect(
      mail.body == "Here: \(mail.link)" && mail.sender == .init(name: "Desk", replyTo: "desk@example.com"))
    _ = try await server.sendOob(
      "PASSWORD_RESET", ["email": "ann@example.com"], headers: ["X-Firebase-Locale": "ja"])
    #expect(try server.mail("PASSWORD_RESET", to: "ann@example.com").subject.contains("パスワード"))
    // Links lead to no domain that the project no longer has.
    _ = try await server.configure(
      "PATCH", "config?updateMask=authorizedDomains", ["authorizedDomains": ["localhost"]])
    _ = try await server.resetCode("ann@example.com")
    #expect(try server.mail("PASSWORD_RESET", to: "ann@example.com").link.hasPrefix(server.origin))
  }

  private static func views(_ server: TestServer) async throws {
    func patch(_ mask: String, _ message: JSONValue) async throws -> TestResponse {
      try await server.configure("PATCH", "config?updateMask=\(mask)", message)
    }
    _ = try await patch(
      "notification",
      [
        "notification": [
          "defaultLocale": "ja",
          "sendEmail": [
            "verifyEmailTemplate": ["subject": "確認", "body": "<b>%LINK%</b>", "bodyFormat": "HTML"]
          ],
        ]
      ])
    var config = try await server.configure("GET", "config").json
    #expect(
      config["messageConfig"]?["templates"] == [
        ["message": "verify-email", "language": "ja", "subject": "確認", "html": "<b>%LINK%</b>"]
      ])
    // Another field's change, and what was read written back, change nothing.
    _ = try await patch("notification.defaultLocale", ["notification": ["defaultLocale": "vi"]])
    config = try await server.configure("GET", "config").json
    #expect(config["notification"] == ["defaultLocale": "vi"])
    #expect(config["messageConfig"]?["templates"]?.arrayValue?.count == 1)
    _ = try await server.configure("PATCH", "config", config)
    #expect(try await server.configure("GET", "config").json == config)
    // Who replaces everything by the official API leaves the other languages alone.
    _ = try await server.configure("PATCH", "config", [:])
    #expect(try await server.configure("GET", "config").json["messageConfig"] == config["messageConfig"])
    _ = try await patch("messageConfig", [:])
    #expect(try await server.project().messages == ProjectMessages())
  }

  @Test("a text message's words are the project's, and the API shows them")
  func textMessage() async throws {
    try await TestServer.run { server in
      _ = try await server.configure(
        "PATCH", "config?updateMask=messageConfig",
        [
          "messageConfig": [
            "templates": [["message": "sms-code", "language": "en", "text": "%LOGIN_CODE% (%APP_NAME%)"]]
          ]
        ])
      let config = try await server.configure("GET", "config").json
      #expect(
        config["notification"]?["sendSms"]?["smsTemplate"]?["content"] == "%LOGIN_CODE% (%APP_NAME%)")
      _ = try await server.call("accounts:sendVerificationCode", ["phoneNumber": "+15555550142"])
      guard case .sms(let sms) = server.backend.inbox.messages.last else {
        Issue.record("nothing was sent")
        return
      }
      #expect(sms.body == "\(sms.code) (Latchkey development)")
    }
  }

  @Test("an example is sent as users' messages are, counted and audited, and is no code of anybody's")
  func example() async throws {
    try await TestServer.run { server in
      let service = server.service
      let caller = try await Self.caller(server)
      let events = try await server.auditEvents {
        for kind in MessageKind.allCases {
          try await service.audited(.messageExample, caller) { () async throws(IdentityError) in
            try await service.sendExample(
              kind, to: kind.isMail ? "ann@example.com" : "+15555550142", language: "vi", caller)
          }
        }
      }
      #expect(events.map(\.action) == MessageKind.allCases.map { _ in .messageExample })
      #expect(events.map { $0.details["message"] } == MessageKind.allCases.map(\.rawValue))
      #expect(events.allSatisfy { $0.actor == "admin:tester" && $0.outcome == "success" })
      #expect(server.backend.inbox.messages.count == MessageKind.allCases.count)
      let scope = Scope(project: TestServer.project)
      #expect(server.backend.inbox.mails(in: scope).isEmpty)
      #expect(server.backend.inbox.textMessages(in: scope).isEmpty)
      let mail = try server.mail("VERIFY_EMAIL", to: "ann@example.com")
      #expect(
        mail.language == "vi" && mail.body.contains("ann@example.com")
          && mail.link.contains("oobCode=EXAMPLE"))
      #expect(try await server.apply(oobCode: "EXAMPLE").errorMessage == "INVALID_OOB_CODE")
    }
  }

  @Test("examples are refused to users, to what can be sent nothing, and past the limit")
  func refusals() async throws {
    var options = TestServer.Options()
    var limits = AbuseLimits.development
    limits.mailsPerMailbox = .rate(2, per: 3_600)
    options.limits = limits
    try await TestServer.run(options) { server in
      let caller = try await Self.caller(server)
      func code(_ kind: MessageKind, _ recipient: String, _ caller: Caller) async -> String? {
        do throws(IdentityError) {
          try await server.service.sendExample(kind, to: recipient, language: nil, caller)
          return nil
        } catch {
          return error.name
        }
      }
      var user = caller
      user.authority = .apiKey
      #expect(await code(.signIn, "ann@example.com", user) == "INSUFFICIENT_PERMISSION")
      #expect(await code(.signIn, "ann", caller) == "INVALID_EMAIL")
      #expect(await code(.signIn, "", caller) == "MISSING_EMAIL")
      #expect(await code(.smsCode, "12", caller) == "INVALID_PHONE_NUMBER")
      #expect(await code(.signIn, "ann@example.com", caller) == nil)
      #expect(await code(.verifyEmail, "ann+1@example.com", caller) == nil)
      #expect(await code(.signIn, "ann@example.com", caller) == "TOO_MANY_ATTEMPTS_TRY_LATER")
    }
  }

  // Fails when AuditNarrator tells of an example with every write.
  @Test("an example that was refused is recorded as refused alone")
  func refusalRecorded() async throws {
    var options = TestServer.Options()
    var limits = AbuseLimits.development
    limits.mailsPerMailbox = .rate(1, per: 3_600)
    options.limits = limits
    try await TestServer.run(options) { server in
      let service = server.service
      let caller = try await Self.caller(server)
      let events = try await server.auditEvents {
        for recipient in ["ann@example.com", "ann@example.com", "ann"] {
          try? await service.audited(.messageExample, caller) { () async throws(IdentityError) in
            try await service.sendExample(.signIn, to: recipient, language: nil, caller)
          }
        }
      }
      #expect(events.map(\.action) == [.messageExample, .messageExample, .messageExample])
      #expect(events.map(\.outcome) == ["success", "TOO_MANY_ATTEMPTS_TRY_LATER", "INVALID_EMAIL"])
    }
  }
}
