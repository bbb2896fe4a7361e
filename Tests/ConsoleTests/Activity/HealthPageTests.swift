import Identity
import LatchkeyVersion
import Messaging
import TestSupport
import Testing

@testable import Console

@Suite("The console's page on the server's health")
struct HealthPageTests {
  @Test("it says what is running, what it looked at, and which keys sign")
  func well() async throws {
    var options = TestServer.Options()
    options.clock = SettableClock(Instant(seconds: 1_900_000_000))
    try await TestServer.run(options) { server in
      server.clock.advance(seconds: 3 * 86_400)
      let page = try await ConsoleBrowser(server).open(ConsoleBrowser.path("activity/health"))
      #expect(page.element(id: "ready") != nil && page.element(id: "not-ready") == nil)
      #expect(page.element(id: "version")?.text == Release.version)
      #expect(page.element(id: "database")?.text == "SQLite")
      #expect(page.element(id: "signer")?.text == server.backend.signingMethod.name)
      #expect(page.element(id: "passwords")?.text == "0 of at most 64")
      let key = try server.service.keyRing.activeKey(now: server.clock.now()).keyID
      let rows = page.element(id: "keys")?.first("tbody")?.all("tr").map(\.text) ?? []
      #expect(rows.contains { $0.contains(key) && $0.contains("signs") && $0.contains("3 days") }, "\(rows)")
      #expect(page.element(id: "keeps-messages") != nil)
      #expect(page.element(id: "rotation")?.text.hasPrefix("No rotation is planned") == true)
      _ = try await server.service.keyRing.rotate(.planned, now: server.clock.now())
      let planned = try await ConsoleBrowser(server).open(ConsoleBrowser.path("activity/health"))
      #expect(planned.element(id: "rotation")?.text == "The next key signs from 2030-03-20 18:46:40 UTC.")
      #expect(planned.element(id: "keys")?.text.contains("signs later") == true)
    }
  }

  @Test("where mails leave, it says how many wait, left and were given up")
  func messages() async throws {
    let smtp = try SMTPServer()
    try await smtp.start()
    var options = TestServer.Options()
    options.delivery = MessageDelivery(
      mail: .init(smtp: smtp.settings(), from: try #require(Mailbox("noreply@example.com"))))
    try await TestServer.run(options) { server in
      _ = try await server.signUp("ann@example.com")
      #expect(try await server.sendOob("PASSWORD_RESET", ["email": "ann@example.com"]).status == 200)
      _ = try await smtp.waitForMails(1)
      let browser = ConsoleBrowser(server)
      var text = ""
      for _ in 0..<500 where !text.contains("Delivered since the server started1") {
        let page = try await browser.open(ConsoleBrowser.path("activity/health"))
        #expect(page.element(id: "keeps-messages") == nil)
        text = page.text
      }
      #expect(text.contains("Mails Waiting0 Delivered since the server started1"), "\(text)")
      _ = try await browser.open(ConsoleBrowser.path("inbox"), status: 404)
    }
  }
}
