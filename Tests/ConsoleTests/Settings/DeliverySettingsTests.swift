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

  // Fails when a preview fetches the logo, or its policy is another than that of templates.
  @Test("a mail is previewed with the look, here and beside its template")
  func mailPreview() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      func preview() async throws -> (TestResponse, mail: HTMLElement) {
        let page = try await browser.open(ConsoleBrowser.path("settings/branding"))
        let frame = try #require(page.element(id: "mail-preview"))
        #expect(frame["sandbox"] == "")
        let template = try await browser.open(ConsoleBrowser.path("templates/reset-password"))
        #expect(
          template.root.first("iframe")?["src"]?.split(separator: "?").first.map(String.init) == frame["src"])
        let response = try await browser.get(frame["src"] ?? "")
        let outer = try HTMLReader.read(response.text)
        let inner = try #require(outer.first("iframe"))
        #expect(response.status == 200 && inner["sandbox"] == "" && outer.first("img") == nil)
        return (response, try HTMLReader.read(inner["srcdoc"] ?? ""))
      }
      let plain = try await preview().mail
      #expect(plain.first("img") == nil && plain.all("a").count == 1)
      let logo = try #require(
        Branding.Logo([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + [UInt8](repeating: 0, count: 32)))
      try await server.changeProject { project in
        project.branding.name = "Tea \"<House>\""
        project.branding.logo = logo
        project.branding.colour = BrandColour("#7c2d12")
        project.branding.termsURL = "https://example.com/terms"
      }
      let (response, mail) = try await preview()
      let policy = response.headers.first(name: "content-security-policy") ?? ""
      #expect(policy.contains("img-src data:;") && policy.hasSuffix("; sandbox"))
      #expect(response.text.contains("Terms of service: https://example.com/terms"))
      let image = try #require(mail.first("img"))
      #expect(image["src"] == logo.dataURL && image["alt"] == "Tea \"<House>\"")
      #expect(mail.first("a")?["style"]?.contains("background:#7c2d12;color:#ffffff") == true)
      #expect(mail.all("a").last?["href"] == "https://example.com/terms")
    }
  }
}
