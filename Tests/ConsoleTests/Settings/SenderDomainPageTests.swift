import Identity
import Messaging
import TestSupport
import Testing

@Suite("The look-up of the sender's domain in the console")
struct SenderDomainPageTests {
  private static let path = ConsoleBrowser.path("settings/mail")

  private static func server(_ sender: String = "noreply@example.com") -> ProjectMailServer {
    ProjectMailServer(host: "smtp.example.com", senderAddress: sender)
  }

  private static func hints(_ page: ConsoleDocument) throws -> String {
    try #require(page.element(id: "sender-hints")).text
  }

  private static func options(_ names: NameServer) -> TestServer.Options {
    var options = TestServer.Options()
    options.nameServer = names.address
    return options
  }

  @Test("an editor sees what the DNS says about the project's own sender")
  func lookUp() async throws {
    try await NameServer.run([
      "example.com": .texts(["v=spf1 <script>x</script> -all", "internal-secret"]),
      "_dmarc.example.com": .texts(["v=DMARC1; p=quarantine"]),
      "s1._domainkey.example.com": .texts(["v=DKIM1; p="]),
    ]) { names in
      try await TestServer.run(Self.options(names)) { server in
        try await server.changeProject { $0.mailServer = Self.server() }
        let browser = ConsoleBrowser(server)
        var form = try await browser.open(Self.path).form("sender-form")
        let without = try await browser.submit(form)
        let first = try Self.hints(without)
        #expect(first.contains("The record is malformed") && first.contains("(quarantine)"))
        #expect(first.contains("Enter the selector to look up its key"))
        #expect(
          first.contains("v=spf1 <script>x</script> -all") && !without.response.text.contains("<script>x"))
        #expect(!first.contains("internal-secret"))
        form["selector"] = "s1"
        let with = try await browser.submit(form)
        let second = try Self.hints(with)
        #expect(second.contains("The key is revoked") && second.contains("s1._domainkey.example.com"))
        let again = try with.form("sender-form")
        #expect(again["selector"] == "s1")
        let fresh = try await browser.open(Self.path)
        let empty = try fresh.form("sender-form")
        #expect(empty["selector"] == "" && fresh.element(id: "sender-hints") == nil)
      }
    }
  }

  @Test("a DNS that does not answer is no error of the page")
  func unanswered() async throws {
    try await NameServer.run([
      "example.com": .failure(2), "_dmarc.example.com": .failure(2), "s1._domainkey.example.com": .failure(2),
    ]) { names in
      try await TestServer.run(Self.options(names)) { server in
        try await server.changeProject { $0.mailServer = Self.server() }
        let browser = ConsoleBrowser(server)
        var form = try await browser.open(Self.path).form("sender-form")
        form["selector"] = "s1"
        let hints = try Self.hints(try await browser.submit(form))
        #expect(hints.split(separator: "The DNS did not answer").count == 4, "\(hints)")
      }
    }
  }

  @Test("a text that is no selector is refused, and stays in the form")
  func selector() async throws {
    try await NameServer.run([:]) { names in
      try await TestServer.run(Self.options(names)) { server in
        try await server.changeProject { $0.mailServer = Self.server() }
        let browser = ConsoleBrowser(server)
        var form = try await browser.open(Self.path).form("sender-form")
        for text in ["a b", "a..b", "../x", "a.b.c.d.e", "é"] {
          form["selector"] = text
          let refused = try await browser.submit(form, status: 400)
          #expect(refused.problem?.contains("A selector may contain letters") == true, "\(text)")
          let shown = try refused.form("sender-form")
          #expect(shown["selector"] == text)
        }
        #expect(names.count == 0)
      }
    }
  }

  @Test("the server's sender counts for a project without a mail server of its own")
  func serverWide() async throws {
    let address = try #require(MailAddress("noreply@example.org"))
    try await NameServer.run(["example.org": .texts(["v=spf1 ~all"])]) { names in
      var options = Self.options(names)
      options.delivery = MessageDelivery(
        mail: MessageDelivery.Mail(
          smtp: SMTPSettings(host: "smtp.example.org"), from: Mailbox(address: address)))
      try await TestServer.run(options) { server in
        let browser = ConsoleBrowser(server)
        let page = try await browser.open(Self.path)
        #expect(page.text.contains("noreply@example.org"))
        let hints = try Self.hints(try await browser.submit(try page.form("sender-form")))
        #expect(hints.contains("(~all)"))
        try await server.changeProject { $0.mailServer = Self.server() }
        let own = try await browser.open(Self.path)
        #expect(own.text.contains("noreply@example.com") && !own.text.contains("noreply@example.org"))
      }
    }
  }

  @Test("without a sender there is nothing to look up")
  func none() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      let page = try await browser.open(Self.path)
      #expect(page.element(id: "sender-form") == nil)
      let token = try #require(page.csrfToken)
      let response = try await browser.post("\(Self.path)/domain", [("csrf", token), ("selector", "")])
      #expect(response.status == 400 && response.text.contains("No mail can be sent"))
    }
  }

  @Test("a viewer is not offered the look-up")
  func viewer() async throws {
    try await TestServer.runServing { server, _ in
      try await server.changeProject { $0.mailServer = Self.server() }
      let browser = try await server.consoleBrowser(.viewer)
      let page = try await browser.open(Self.path)
      #expect(page.element(id: "sender-form") == nil)
      let editor = try await server.consoleBrowser(.editor)
      let offered = try await editor.open(Self.path)
      #expect(offered.element(id: "sender-form") != nil)
    }
  }
}
