import Identity
import IdentityProviders
import IdentityWire
import Messaging
import Secrets
import TestSupport
import TestTools
import Testing
import WorkPool

@testable import Operations

@Suite("T51: one project's slow work fills a pool that projects share", .fewAtOnce, .timeLimit(.minutes(5)))
struct T51SharedPoolTests {
  /// A development server with an outbox, and without a mail server or an SMS gateway for all projects.
  private static var delivering: TestServer.Options {
    var options = TestServer.Options()
    options.delivery = MessageDelivery()
    return options
  }

  private static func queue(_ message: OutgoingMessage, at server: TestServer) async throws {
    let outbox = try #require(server.backend.outbox)
    try await server.service.store.apply(try outbox.writes(for: message))
    try await outbox.send(message)
  }

  // Fails when one project may hold all places of projects' own mail servers.
  @Test("a mail server that takes over each mail slowly does not delay the mails of other projects")
  func mails() async throws {
    let slow = try SMTPServer(.plain, asksForPassword: false)
    let quick = try SMTPServer(.plain, asksForPassword: false)
    try await slow.start()
    try await quick.start()
    try await TestServer.run(Self.delivering) { server in
      let school = try await server.addProject("school-project")
      for (project, smtp) in [(TestServer.project, slow), (school.id, quick)] {
        _ = try await server.backend.projects.update(project) {
          $0.mailServer = ProjectMailServer(
            host: "127.0.0.1", port: smtp.port, security: .none, senderAddress: "noreply@example.com")
        }
      }
      func mail(to address: String, of project: ProjectID) async throws {
        let now = server.clock.now()
        let content = MessageTemplates.Composed(subject: "Hello", text: "Text\n", html: nil, language: "en")
        let mail = OutgoingMail(
          scope: Scope(project: project), to: try #require(EmailAddress(address)), content, sentAt: now,
          expiresAt: now.adding(seconds: 3_600))
        try await Self.queue(.mail(mail), at: server)
      }
      for _ in 0..<10 { try await mail(to: "slow@example.org", of: TestServer.project) }
      for _ in 0..<2 { try await mail(to: "ada@example.org", of: school.id) }
      #expect(try await quick.waitForMails(2).allSatisfy { $0.recipients == ["ada@example.org"] })
      #expect(slow.received.isEmpty)
      // Slow success is success: the others of the slow server's mails follow.
      try slow.letIn()
      #expect(try await slow.waitForMails(SharedPool.mails.share).count >= SharedPool.mails.share)
    }
  }

  // Fails when one project may hold all places of projects' own gateways.
  @Test("an SMS gateway that answers slowly does not delay the text messages of other projects")
  func textMessages() async throws {
    let (slow, quick) = (Gate(), Gate(isOpen: true))
    try await FunctionServer.run { gateways in
      gateways.beforeEachAnswer("slow") { await slow.pass() }
      gateways.beforeEachAnswer("quick") { await quick.pass() }
      try await TestServer.run(Self.delivering) { server in
        let school = try await server.addProject("school-project")
        let projects = server.backend.projects
        for (project, name) in [(TestServer.project, "slow"), (school.id, "quick")] {
          _ = try await projects.update(project) { (settings) throws(IdentityError) in
            var gateway = ProjectSMSGateway(.webhook)
            gateway.url = gateways.uri(name)
            gateway.sealedSecret = try projects.seal(
              smsSecret: Secret("a-secret-of-24-letters-at-least"), of: project)
            settings.smsGateway = gateway
          }
        }
        func text(of project: ProjectID) async throws {
          let sms = OutgoingSMS(
            scope: Scope(project: project), to: "+15555550100", sessionInfo: "s", code: "123456",
            body: "123456 is your code.", sentAt: server.clock.now())
          try await Self.queue(.sms(sms), at: server)
        }
        for _ in 0..<10 { try await text(of: TestServer.project) }
        await slow.arrival()
        try await text(of: school.id)
        await quick.arrival()
        #expect(gateways.messages("slow").isEmpty, "no answer of the slow gateway has begun")
        slow.open()
      }
    }
  }

  // Fails when an announcement takes a place of an import.
  @Test("imports that were announced without content block no import")
  func announcedImports() async throws {
    try await TestServer.run { server in
      let school = try await server.addProject("school-project")
      let browser = ConsoleBrowser(server)
      func form(_ project: ProjectID) async throws -> HTMLForm {
        try await browser.open("/console/p/\(project)/users/import").form("import-form")
      }
      var statuses: [Int] = []
      for _ in 0..<4 {
        var announcement = try await form(TestServer.project)
        announcement.fields += [("fileName", "users.json"), ("size", "10")]
        statuses.append(try await browser.send(announcement).status)
      }
      #expect(statuses == [200, 200, 429, 429], "they count against the administrator")
      for project in [school.id, TestServer.project] {
        var file = try await form(project)
        file.choose("file", name: "users.json", "{\"users\":[{\"localId\":\"ada\"}]}")
        let page = try await browser.submit(file)
        #expect(page.heading == "Import of users.json", "\(project)")
      }
    }
  }

  // Fails when questions to providers, or passwords, are not counted by project (each alone).
  @Test("a project that is flooded from many networks leaves places to other projects")
  func manyNetworks() async throws {
    var options = TestServer.Options()
    options.maximumQueuedPasswords = SharedPool.usualQueue
    try await TestServer.run(options) { server in
      let school = try await server.addProject("school-project")
      func caller(_ project: Project, _ number: Int) -> Caller {
        var caller = Caller(project: project, authority: .apiKey)
        caller.client.ipAddress = "10.\(number / 250).\(number % 250).1"
        return caller
      }
      let shop = try await server.project()
      var questions: [SharedPlaces.Place] = []
      while let place = try? server.service.providerPlace(caller(shop, questions.count)) {
        questions.append(place)
      }
      #expect(questions.count == SharedPool.providerQuestions.share)
      _ = try server.service.providerPlace(caller(school, 0))
      var passwords: [WorkPool.Place] = []
      while let account = AccountID(rawValue: "user\(passwords.count)"),
        let place = try? server.service.passwordPlace(caller(shop, passwords.count), for: .account(account))
      { passwords.append(place) }
      #expect(passwords.count == SharedPool.passwordHashes.share)
      // Nor do administrators of the project take more.
      let administrator = Caller(project: shop, authority: .administrator)
      let ada = try #require(AccountID(rawValue: "ada"))
      #expect(throws: IdentityError.self) {
        try server.service.passwordPlace(administrator, for: .account(ada))
      }
      #expect(throws: IdentityError.self) { try server.service.providerPlace(administrator) }
      _ = try server.service.passwordPlace(caller(school, 0), for: .account(ada))
      withExtendedLifetime((questions, passwords)) {}
    }
  }

  // Fails when projects share the connections to a host.
  @Test("slow answers to one project leave the connections of another to the same host")
  func connections() async throws {
    let slow = Gate()
    try await FunctionServer.run { functions in
      functions.beforeEachAnswer("slow") { await slow.pass() }
      var limits = OutgoingHTTP.Limits()
      limits.connectionsPerHost = 1
      limits.timeout = .seconds(60)
      let http = OutgoingHTTP(limits: limits)
      @Sendable func status(_ name: String, of project: String) async throws -> Int {
        var request = OutgoingHTTP.Request(.post, functions.uri(name), allowPrivateAddresses: true)
        request.body = Array("{}".utf8)
        let sent = request
        return try await LookUpOwner.$current.withValue(project) { try await http.send(sent).status }
      }
      async let first = status("slow", of: "shop")
      await slow.arrival()
      let quick = try await status("quick", of: "school")
      #expect(quick == 200)
      slow.open()
      let answer = try await first
      #expect(answer == 200)
      await http.shutDown()
    }
  }
}
