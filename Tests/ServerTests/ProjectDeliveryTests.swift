import Foundation
import Identity
import IdentityWire
import Messaging
import TestSupport
import Testing

@Suite("Mails that leave by a project's own mail server", .fewAtOnce, .timeLimit(.minutes(15)))
struct ProjectDeliveryTests {
  private static func run(
    serverWide: Bool,
    _ body: @Sendable @escaping (TestServer, SMTPServer, SMTPServer, String) async throws -> Void
  ) async throws {
    let (common, own) = (try SMTPServer(), try SMTPServer(.plain, asksForPassword: false))
    try await common.start()
    try await own.start()
    var options = TestServer.Options()
    options.isDevelopment = false
    options.privateFunctionHosts = ["localhost"]
    var delivery = MessageDelivery()
    if serverWide {
      delivery.mail = .init(
        smtp: common.settings(), from: try #require(Mailbox("common@example.com")))
    }
    options.delivery = delivery
    try await TestServer.run(options) { server in
      try await body(server, common, own, try #require(try await server.project().apiKeys.first))
    }
  }

  private static func use(_ own: SMTPServer, at server: TestServer) async throws {
    let port = own.port
    try await server.backend.administration.changeMailServer(of: TestServer.project) {
      var mails = ProjectMailServer(
        host: "localhost", port: port, security: .none, senderAddress: "own@example.com")
      mails.senderName = "Our app"
      mails.replyTo = "help@example.com"
      $0 = mails
    }
  }

  private static func reset(_ server: TestServer, key: String) async throws -> TestResponse {
    try await server.sendOob("PASSWORD_RESET", ["email": "ada@example.org"], key: key)
  }

  @Test("the project's settings count when a mail leaves, and without them the server's")
  func routes() async throws {
    try await Self.run(serverWide: true) { server, common, own, key in
      _ = try await server.call(
        "accounts:signUp", ["email": "ada@example.org", "password": "correct horse"], key: key)
      #expect(try await Self.reset(server, key: key).status == 200)
      #expect(try await common.waitForMails(1)[0].sender == "common@example.com")
      try await Self.use(own, at: server)
      #expect(try await Self.reset(server, key: key).status == 200)
      let mail = try await own.waitForMails(1)[0]
      #expect(mail.sender == "own@example.com" && mail.header("Reply-To") == "help@example.com")
      #expect(mail.header("From") == "\"Our app\" <own@example.com>")
      #expect(common.received.count == 1)
      try await server.backend.administration.changeMailServer(of: TestServer.project) { $0 = nil }
      #expect(try await Self.reset(server, key: key).status == 200)
      #expect(try await common.waitForMails(2).count == 2)
    }
  }

  @Test("a project without a mail server is refused, and one of its own is enough")
  func alone() async throws {
    try await Self.run(serverWide: false) { server, _, own, key in
      _ = try await server.call(
        "accounts:signUp", ["email": "ada@example.org", "password": "correct horse"], key: key)
      let refused = try await Self.reset(server, key: key)
      #expect(refused.status == 400 && refused.errorMessage == "OPERATION_NOT_ALLOWED")
      try await Self.use(own, at: server)
      #expect(try await Self.reset(server, key: key).status == 200)
      #expect(try await own.waitForMails(1)[0].recipients == ["ada@example.org"])
    }
  }

  @Test("a server that is down delays its own project's mails alone")
  func down() async throws {
    try await Self.run(serverWide: true) { server, common, own, key in
      common.kill()
      try await Self.use(own, at: server)
      _ = try await server.call(
        "accounts:signUp", ["email": "ada@example.org", "password": "correct horse"], key: key)
      #expect(try await Self.reset(server, key: key).status == 200)
      #expect(try await own.waitForMails(1).count == 1)
    }
  }

  @Test("a test mail says whether the server takes it")
  func trial() async throws {
    try await Self.run(serverWide: false) { server, _, own, _ in
      let administration = server.backend.administration
      try await Self.use(own, at: server)
      let project = try await server.project()
      #expect(try await administration.sendTestMail(of: project, to: "ops@example.org") == nil)
      #expect(try await own.waitForMails(1)[0].recipients == ["ops@example.org"])
      own.kill()
      let reason = try await administration.sendTestMail(of: project, to: "ops@example.org")
      #expect(reason?.contains("mail server") == true, "\(reason ?? "")")
    }
  }
}
