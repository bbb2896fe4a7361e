import Identity
import IdentityWire
import Operations
import TestSupport
import Testing

/// Mail bombing: somebody has mails sent to a person who asked for none, under the project's name.
@Suite("T36: mail bombs", .fewAtOnce)
struct T36MailBombTests {
  private static let locked = "TOO_MANY_ATTEMPTS_TRY_LATER"

  // Fails when mails are not counted by mailbox, and when they are counted by the address as it is written
  // (each alone).
  @Test("one mailbox is sent ten mails of a kind an hour, whoever asks, however its address is written")
  func mailbox() async throws {
    try await TestServer.runLimited { server in
      var outcomes: [String] = []
      for index in 0..<14 {
        let address = index.isMultiple(of: 2) ? "some.one+\(index)@gmail.com" : "so.meone@GoogleMail.com"
        outcomes.append(try await server.network("10.0.0.\(index)").sendMail(.emailSignIn, to: address))
      }
      #expect(counts(outcomes) == ["200": 10, Self.locked: 4])
      #expect(server.mails.count == 10)
      // Elsewhere dots tell mailboxes apart.
      #expect(try await server.network("10.0.1.1").sendMail(.emailSignIn, to: "a.b@example.com") == "200")
      server.clock.advance(seconds: 360)
      #expect(try await server.network("10.0.1.1").sendMail(.emailSignIn, to: "someone@gmail.com") == "200")
    }
  }

  // Fails when mails are not counted by network.
  @Test("one network has sixty mails sent an hour, of whatever kind, to whomever, and unknown ones count")
  func network() async throws {
    try await TestServer.runLimited { server in
      let network = server.network("192.0.2.5")
      var outcomes: [String] = []
      for index in 0..<70 {
        outcomes.append(
          try await network.sendMail(
            index.isMultiple(of: 2) ? .emailSignIn : .passwordReset, to: "user\(index)@example.com"))
      }
      #expect(counts(outcomes) == ["200": 30, "EMAIL_NOT_FOUND": 30, Self.locked: 10])
      #expect(server.mails.count == 30)
    }
  }

  // Fails when the project's mails are not counted.
  @Test("a project's mails of a day have an end, whoever asks")
  func project() async throws {
    try await TestServer.runLimited { options in
      options.limits?.mailsPerProject = .rate(25, per: 86_400)
    } _: { server in
      var outcomes: [String] = []
      for index in 0..<30 {
        outcomes.append(
          try await server.network("10.0.0.\(index)").sendMail(.emailSignIn, to: "user\(index)@example.com"))
      }
      #expect(counts(outcomes) == ["200": 25, Self.locked: 5])
    }
  }

  // Fails when the page's form is not counted.
  @Test("the page that offers another reset mail is counted with the rest")
  func page() async throws {
    try await TestServer.runLimited { server in
      _ = try await server.signUp("ann@example.com", "correct horse")
      for index in 0..<10 {
        let outcome = try await server.network("10.0.0.\(index)").sendMail(
          .passwordReset, to: "ann@example.com")
        #expect(outcome == "200")
      }
      let form = FormURLEncoded([
        ("mode", "sendReset"), ("apiKey", "key"), ("email", "ann@example.com"), ("lang", "en"),
      ])
      let response = try await server.send(
        "POST", "/__/auth/action",
        headers: ["Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin"],
        body: form.text)
      #expect(response.status == 400, "\(response.text.prefix(2_000))")
      #expect(server.mails.count == 10)
    }
  }

  // Fails when only the outbox counts, which a test of a project's own mail server goes around.
  @Test("tests of a project's own mail server and SMS gateway are counted by their recipient")
  func deliveryTests() async throws {
    var options = TestServer.Options()
    var limits = AbuseLimits.development
    limits.mailsPerMailbox = .rate(2, per: 3_600)
    limits.messagesPerNumber = .rate(2, per: 3_600)
    options.limits = limits
    try await TestServer.run(options) { server in
      // Addresses that are refused, so that nothing leaves the test.
      try await server.changeProject {
        $0.mailServer = ProjectMailServer(host: "127.0.0.1", port: 587, senderAddress: "noreply@example.com")
        var gateway = ProjectSMSGateway(.webhook)
        gateway.url = "https://127.0.0.1/send"
        $0.smsGateway = gateway
      }
      let browser = ConsoleBrowser(server)
      for (path, recipient) in [("settings/mail", "ann@example.com"), ("settings/sms", "+15555550142")] {
        var form = try await browser.open(ConsoleBrowser.path(path)).form("test-form")
        form["recipient"] = recipient
        var problems: [Bool] = []
        for _ in 0..<3 {
          let page = try await browser.submit(form, status: 400)
          problems.append(page.problem == "There were too many attempts. Try again later.")
        }
        #expect(problems == [false, false, true], "\(path)")
      }
    }
  }
}
