import Foundation
import Identity
import IdentityWire
import Messaging
import Operations
import TestSupport
import Testing

@testable import Console

@Suite("Templates in the console")
struct TemplateTests {
  private func editor(_ browser: ConsoleBrowser, _ kind: String, _ language: String = "en") async throws
    -> ConsoleDocument
  {
    try await browser.open(ConsoleBrowser.path("templates/\(kind)?language=\(language)"))
  }

  @Test("every message is listed, and shows the server's words until it has others")
  func list() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      let list = try await browser.open(ConsoleBrowser.path("templates"))
      for kind in MessageKind.allCases {
        let link = list.root.all("a").first {
          $0["href"] == ConsoleBrowser.path("templates/\(kind.rawValue)")
        }
        let page = try await browser.open(link?["href"] ?? "")
        #expect(page.heading == link?.text && page.element(id: "own")?.text == "The server’s text")
        let form = try page.form("words-form")
        let server = try #require(MessageTemplates.builtIn.wording(of: kind, in: "en"))
        #expect(form["subject"] == server.subject)
        #expect(form["text"] == server.text?.trimmingCharacters(in: .newlines))
      }
      _ = try await browser.open(ConsoleBrowser.path("templates/lunch"), status: 404)
    }
  }

  @Test("words are saved by language, mails have them, and the server's are not stored")
  func saving() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      _ = try await server.signUp("ann@example.com")
      var form = try await editor(browser, "reset-password").form("words-form").repeatable
      // What is saved as it stands is nobody's own.
      #expect(try await browser.submit(form).element(id: "own")?.text == "The server’s text")
      form["subject"] = "New password, %DISPLAY_NAME%?"
      form["senderName"] = "Desk"
      form["replyTo"] = "Help <help@example.com>"
      let events = try await server.auditEvents {
        let page = try await browser.submit(form)
        #expect(page.notice == "The changes were saved." && page.element(id: "own")?.text == "Own text")
      }
      #expect(events.map { $0.details["changed"] } == ["messages"] && events[0].actor == "admin:dev")
      let messages = try await server.project().messages
      #expect(messages[.resetPassword, "en"] == .init(subject: "New password, %DISPLAY_NAME%?"))
      _ = try await server.resetCode("ann@example.com")
      let mail = try server.mail("PASSWORD_RESET", to: "ann@example.com")
      #expect(mail.subject == "New password, ann@example.com?" && mail.sender.name == "Desk")
      let list = try await browser.open(ConsoleBrowser.path("templates"))
      #expect(list.text.contains("Desk"))
      let japanese = try await editor(browser, "reset-password", "ja")
      #expect(japanese.element(id: "own")?.text == "The server’s text")
      #expect(try japanese.form("words-form")["senderName"] == "Desk")
      // A language that the server has not.
      var dutch = try await editor(browser, "sms-code", "NL").form("words-form")
      dutch["text"] = "%LOGIN_CODE% is je code"
      _ = try await browser.submit(dutch)
      #expect(try await server.project().messages[.smsCode, "nl"].text == "%LOGIN_CODE% is je code")
      // REST has the same.
      let config = try await server.configure("GET", "config").json
      #expect(
        config["notification"]?["sendEmail"]?["resetPasswordTemplate"]?["subject"]
          == "New password, %DISPLAY_NAME%?")
      let question = try await browser.open(
        try await editor(browser, "reset-password").link("reset"))
      let reset = try await browser.submit(try question.form("confirm-form"))
      #expect(reset.notice == "The server’s text was restored.")
      #expect(try await server.project().messages[.resetPassword, "en"].isEmpty)
    }
  }

  @Test("HTML alone leaves the text to the server, and a text of one's own makes the HTML")
  func parts() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      var form = try await editor(browser, "verify-email").form("words-form").repeatable
      form["html"] = "<a href=\"%LINK%\">Yes</a>"
      var page = try await browser.submit(form)
      #expect(
        try await server.project().messages[.verifyEmail, "en"] == .init(html: "<a href=\"%LINK%\">Yes</a>"))
      #expect(try page.form("words-form")["html"] == "<a href=\"%LINK%\">Yes</a>")
      form["html"] = ""
      form["text"] = "Here:\r\n\r\n%LINK%"
      page = try await browser.submit(form)
      #expect(try await server.project().messages[.verifyEmail, "en"] == .init(text: "Here:\n\n%LINK%"))
    }
  }

  @Test("a mistake is said with its place in the reader's language, and nothing is lost")
  func mistakes() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      let form = try await editor(browser, "verify-email").form("words-form")
      for (name, value, problem) in [
        ("text", "Hello\n%PASSWORD%", "Text, line 2: This message has no placeholder %PASSWORD%."),
        ("text", "Hello", "Text: The message needs the placeholder %LINK%."),
        ("html", "<p>Hello", "HTML: The message needs the placeholder %LINK%."),
        ("subject", String(repeating: "x", count: 301), "Subject: The text has 301 characters. At most 300"),
        ("replyTo", "nobody", "Address for replies: This is not a valid mail address"),
        ("senderName", String(repeating: "x", count: 101), "Sender’s name: The name must be one line"),
      ] {
        var broken = form
        broken[name] = value
        let page = try await browser.submit(broken, status: 400)
        #expect(page.problem?.hasPrefix(problem) == true, "\(page.problem ?? "")")
        #expect(try page.form("words-form")[name] == value)
      }
      let japanese = ConsoleBrowser(server, headers: ["Accept-Language": "ja"])
      var broken = try await editor(japanese, "verify-email").form("words-form")
      broken["text"] = "x"
      #expect(try await japanese.submit(broken, status: 400).problem?.contains("本文: %LINK% がないと") == true)
      #expect(try await server.project().messages == ProjectMessages())
      var dutch = try await editor(browser, "verify-email", "nl").form("words-form")
      dutch["subject"] = "Hallo"
      let half = try await browser.submit(dutch, status: 400)
      #expect(half.problem?.hasPrefix("The server has no text for this message in this language.") == true)
    }
  }

  // Fails when the words of a template reach a page of the console other than as text, or the frame's answer may run
  // something or be framed by others.
  @Test("a preview shows what is typed in a sandbox of its own")
  func preview() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      let page = try await editor(browser, "verify-email")
      let frame = try #require(page.root.first("iframe"))
      #expect(frame["sandbox"] == "" && frame["name"] == "preview")
      let stored = try await browser.get(frame["src"] ?? "")
      let policy = stored.headers.first(name: "content-security-policy") ?? ""
      #expect(policy.contains("default-src 'none'") && policy.hasSuffix("; sandbox"))
      #expect(policy.contains("frame-ancestors 'self'") && !policy.contains("script-src"))
      #expect(stored.headers.first(name: "x-frame-options") == "SAMEORIGIN")
      #expect(stored.text.contains("Verify your email for Latchkey development"))
      let button = try #require(page.element(id: "preview-draft"))
      #expect(button["formtarget"] == "preview")
      var form = try page.form("words-form")
      form["html"] = "</iframe><script>alert(1)</script><a href='%LINK%'>\"%EMAIL%\"</a>"
      form["text"] = "<script>alert(2)</script> %LINK%"
      let draft = try await browser.post(button["formaction"] ?? "", form.fields)
      #expect(draft.status == 200 && draft.headers.first(name: "content-security-policy") == policy)
      let document = try HTMLReader.read(draft.text)
      #expect(document.first("script") == nil)
      #expect(document.first("iframe")?["sandbox"] == "")
      #expect(
        document.first("iframe")?["srcdoc"]?.hasPrefix("</iframe><script>alert(1)</script><a href=") == true)
      #expect(document.first("pre")?.text.hasPrefix("<script>alert(2)</script>") == true)
      #expect(draft.text.contains("oobCode=EXAMPLE"))
      form["text"] = "no link"
      let refused = try await browser.post(button["formaction"] ?? "", form.fields)
      #expect(refused.status == 400 && refused.text.contains("The message needs the placeholder %LINK%."))
      #expect(refused.headers.first(name: "content-security-policy") == policy)
      #expect(try await server.project().messages == ProjectMessages())
      // In the editor itself they are text.
      form["text"] = "</textarea><script>alert(3)</script> %LINK%"
      let saved = try await browser.submit(form)
      #expect(saved.root.all("script").allSatisfy { $0["src"] != nil })
      #expect(try saved.form("words-form")["text"] == "</textarea><script>alert(3)</script> %LINK%")
    }
  }

  @Test("an example is sent to an address, in the language that is looked at, and recorded")
  func test() async throws {
    var options = TestServer.Options()
    var limits = AbuseLimits.development
    limits.mailsPerMailbox = .rate(1, per: 3_600)
    options.limits = limits
    try await TestServer.run(options) { server in
      let browser = ConsoleBrowser(server)
      var form = try await editor(browser, "verify-email", "vi").form("test-form")
      form["recipient"] = "ann@example.com"
      let events = try await server.auditEvents {
        let sent = try await browser.submit(form)
        #expect(sent.notice == "The example was sent.")
      }
      #expect(events.map(\.action) == [.messageExample] && events[0].actor == "admin:dev")
      #expect(events[0].details == ["message": "verify-email"])
      let mail = try server.mail("VERIFY_EMAIL", to: "ann@example.com")
      #expect(mail.language == "vi" && mail.isExample)
      let tooMany = try await browser.submit(form, status: 400)
      #expect(tooMany.problem == "There were too many attempts. Try again later.")
      #expect(try tooMany.form("test-form")["recipient"] == "ann@example.com")
      form["recipient"] = "ann"
      #expect(
        try await browser.submit(form, status: 400).problem?.hasPrefix("Mail cannot be sent to this address.")
          == true)
      var sms = try await editor(browser, "sms-code").form("test-form")
      sms["recipient"] = "+15555550142"
      #expect(try await browser.submit(sms).notice == "The example was sent.")
      sms["recipient"] = "12"
      #expect(
        try await browser.submit(sms, status: 400).problem?.hasPrefix("This is not a valid phone") == true)
    }
  }

  @Test("the language of the project and the page of links are set for all messages")
  func forAll() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      let list = try await browser.open(ConsoleBrowser.path("templates"))
      var language = try list.form("language-form")
      #expect(language["language"] == "en")
      language["language"] = "ja"
      _ = try await browser.submit(language)
      #expect(
        try await browser.open(ConsoleBrowser.path("templates/sign-in")).text.contains("Japanese (ja)"))
      language["language"] = "not a language"
      #expect(try await browser.submit(language, status: 400).problem?.contains("BCP 47") == true)
      var page = try list.form("page-form")
      page["actionURL"] = "https://evil.example/act"
      let refused = try await browser.submit(page, status: 400)
      #expect(refused.problem?.hasPrefix("The address is not on one of") == true)
      #expect(try refused.form("page-form")["actionURL"] == "https://evil.example/act")
      page["actionURL"] = "http://localhost/act"
      _ = try await browser.submit(page)
      #expect(try await server.project().messages.actionURL == "http://localhost/act")
      page["actionURL"] = ""
      _ = try await browser.submit(page)
      #expect(try await server.project().messages.actionURL == nil)
    }
  }
}
