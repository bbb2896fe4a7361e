import Identity
import IdentityWire
import TestSupport
import Testing

@Suite("A project's own mail server, SMS gateway and look in the console")
struct DeliverySettingsTests {
  private static func filled(
    _ browser: ConsoleBrowser, _ path: String, _ changes: [String: String?]
  ) async throws -> HTMLForm {
    var form = try await browser.open(ConsoleBrowser.path(path)).form("settings-form")
    for (name, value) in changes { form[name] = value }
    return form
  }

  @Test("a mail server is saved, its password is not shown, and a mistake changes nothing")
  func mail() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      let form = try await Self.filled(
        browser, "settings/mail",
        [
          "host": "smtp.example.com", "port": "", "security": "starttls", "username": "app",
          "password": "hidden-password", "senderEmail": "noreply@example.com", "senderName": "Our app",
        ])
      #expect(try await browser.submit(form).notice == "The changes were saved.")
      let saved = try #require(try await server.project().mailServer)
      #expect(saved.host == "smtp.example.com" && saved.port == 587 && saved.sealedPassword != nil)
      let page = try await browser.get(ConsoleBrowser.path("settings/mail"))
      #expect(page.status == 200 && !page.text.contains("hidden-password"))
      let wrong = try await Self.filled(browser, "settings/mail", ["port": "6379"])
      #expect(try await browser.submit(wrong, status: 400).problem != nil)
      #expect(try await server.project().mailServer == saved)
      let removal = try await Self.filled(browser, "settings/mail", ["host": ""])
      #expect(try await browser.submit(removal).notice == "The changes were saved.")
      #expect(try await server.project().mailServer == nil)
    }
  }

  @Test("an SMS gateway is saved and removed")
  func sms() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      let form = try await Self.filled(
        browser, "settings/sms",
        ["gateway": "twilio", "account": "AC1", "from": "+15555550100", "secret": "hidden-token"])
      #expect(try await browser.submit(form).notice == "The changes were saved.")
      let saved = try #require(try await server.project().smsGateway)
      #expect(saved.kind == .twilio && saved.sealedSecret != nil)
      let removal = try await Self.filled(browser, "settings/sms", ["gateway": "server"])
      #expect(try await browser.submit(removal).notice == "The changes were saved.")
      #expect(try await server.project().smsGateway == nil)
    }
  }

  @Test("a look is saved and previewed, and a mistake changes nothing")
  func branding() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      let form = try await Self.filled(
        browser, "settings/branding",
        ["name": "Brand", "colour": "#1a56db", "termsURL": "https://example.com/terms"])
      #expect(try await browser.submit(form).notice == "The changes were saved.")
      let saved = try await server.project().branding
      #expect(saved.name == "Brand" && saved.colour?.text == "#1a56db")
      let preview = try await browser.get(ConsoleBrowser.path("settings/branding/preview"))
      #expect(preview.status == 200 && preview.text.contains("Brand") && preview.text.contains("#1a56db"))
      let wrong = try await Self.filled(browser, "settings/branding", ["colour": "red"])
      #expect(try await browser.submit(wrong, status: 400).problem != nil)
      #expect(try await server.project().branding == saved)
    }
  }
}
