import Identity
import IdentityWire
import TestSupport
import Testing

@testable import Console

@Suite("The console's inbox")
struct InboxSectionTests {
  private static func messages(_ page: ConsoleDocument) -> [HTMLElement] {
    page.element(id: "inbox-messages")?.children ?? []
  }

  @Test("mails stand there with their link, text messages with their code, the newest first")
  func messages() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      let empty = try await browser.open(ConsoleBrowser.path("inbox"))
      #expect(empty.element(id: "inbox-empty") != nil && empty.element(id: "inbox-messages") == nil)
      _ = try await server.signUp("ann@example.com")
      _ = try await server.resetCode("ann@example.com")
      let session = try await server.sendCode(to: "+15551230100")
      let page = try await browser.open(ConsoleBrowser.path("inbox"))
      let shown = Self.messages(page)
      #expect(shown.count == 2)
      let code = try server.code(of: session)
      #expect(shown[0].text.hasPrefix("SMS +15551230100") && shown[0].text.contains(code))
      let mail = try server.mail("PASSWORD_RESET", to: "ann@example.com")
      #expect(shown[1].first("h2")?.text == mail.subject)
      #expect(shown[1].all("a").contains { $0["href"] == mail.link && $0["rel"] == "noreferrer" })
      #expect(shown[1].all("p").first { $0.isOf("message-body") }?.text.contains(mail.link) == false)
    }
  }

  // Fails when notices are kept apart from mails.
  @Test("a notice without a link stands there and on the server's own page, and no app's test counts it")
  func notice() async throws {
    try await TestServer.run { server in
      let user = try await server.signUp("ann@example.com")
      let changes: [[String: JSONValue]] = [["emailVerified": true], ["password": "another horse"]]
      for change in changes {
        let message = change.merging(["localId": .string(user.localID)]) { $1 }
        #expect(try await server.administer("accounts:update", .object(message)).status == 200)
      }
      let notice = try #require(server.backend.inbox.notices.first)
      let shown = Self.messages(try await ConsoleBrowser(server).open(ConsoleBrowser.path("inbox")))
      #expect(shown.map { $0.first("h2")?.text } == [notice.subject])
      #expect(try await server.send("GET", "/inbox").text.contains(notice.subject))
      #expect(server.mails.isEmpty)
    }
  }

  @Test("it is of one project, of one recipient where one is asked for, and has pages")
  func filter() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      for number in 0..<51 {
        _ = try await server.signUp("user\(number)@example.com")
        _ = try await server.resetCode("user\(number)@example.com")
      }
      let page = try await browser.open(ConsoleBrowser.path("inbox"))
      #expect(Self.messages(page).count == 50)
      let older = try await browser.open(try page.link("older"))
      #expect(Self.messages(older).count == 1 && Self.messages(older).first?.text.contains("user0@") == true)
      #expect(Self.messages(try await browser.open(try older.link("newer"))).count == 50)
      var form = try page.form("find-messages")
      form["to"] = " USER7@example.com"
      let found = try await browser.submit(form)
      #expect(Self.messages(found).count == 1)
      let link = try #require(Self.messages(found).first?.first("a")?["href"])
      #expect(link.contains("to=user7%40example.com"))
      for query in ["page=0", "page=-1", "page=x", "page=99999999999999999999", "to=%3Cb%3E"] {
        _ = try await browser.open(ConsoleBrowser.path("inbox?\(query)"))
      }
      _ = try await server.addProject("other")
      #expect(try await browser.open("/console/p/other/inbox").element(id: "inbox-empty") != nil)
    }
  }
}
