import Identity
import IdentityWire
import TestSupport
import Testing

@Suite("Captchas in the console")
struct CaptchaPageTests {
  private static let path = ConsoleBrowser.path("methods/captcha")

  @Test("the settings are saved, the secret is not shown, and what cannot be is refused")
  func settings() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      func filled(_ changes: [String: String?]) async throws -> HTMLForm {
        var form = try await browser.open(Self.path).form("settings-form")
        for (name, value) in changes { form[name] = value }
        return form
      }
      #expect(try await browser.open(Self.path).heading == "Captcha")
      let own = try await filled(["signUp": "audit", "sms": "enforce", "workBits": "16"])
      #expect(try await browser.submit(own).notice == "The changes were saved.")
      let saved = try await server.project().captcha
      #expect(saved[.signUp] == .audit && saved[.sms] == .enforce && saved[.passwordSignIn] == .off)
      #expect(saved.workBits == 16 && saved.provider == .proofOfWork)

      let incomplete = try await browser.submit(try await filled(["provider": "turnstile"]), status: 400)
      #expect(incomplete.problem != nil)
      #expect(try await server.project().captcha == saved)

      let foreign = try await filled([
        "provider": "turnstile", "siteKey": "0x4AAA", "secret": "hidden-secret",
        "hostnames": "app.example.com",
      ])
      #expect(try await browser.submit(foreign).notice == "The changes were saved.")
      let service = try await server.project().captcha
      #expect(
        service.siteKey == "0x4AAA" && service.sealedSecret != nil && service.hostnames == ["app.example.com"]
      )
      let page = try await browser.get(Self.path)
      #expect(page.status == 200 && !page.text.contains("hidden-secret"))

      // What is left empty stays.
      #expect(try await browser.submit(try await filled([:])).notice == "The changes were saved.")
      #expect(try await server.project().captcha == service)
      var removal = try await filled(["provider": "proof-of-work"])
      removal["remove-secret"] = "on"
      #expect(try await browser.submit(removal).notice == "The changes were saved.")
      #expect(try await server.project().captcha.sealedSecret == nil)
    }
  }

  // Fails when the page keeps the address to itself, or a new service inherits it (each alone).
  @Test("the address that gets the secret is shown, and belongs to its service")
  func address() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      try await server.requireCaptcha(of: .turnstile) { $0.verifyURL = "https://example.org/verify" }
      let page = try await browser.open(Self.path)
      #expect(page.text.contains("are sent to https://example.org/verify"))
      #expect(try await browser.submit(page.form("settings-form")).notice == "The changes were saved.")
      #expect(try await server.project().captcha.verifyURL == "https://example.org/verify")
      var form = try await browser.open(Self.path).form("settings-form")
      form["provider"] = "hcaptcha"
      form["secret"] = "another-secret"
      #expect(try await browser.submit(form).notice == "The changes were saved.")
      let saved = try await server.project().captcha
      #expect(saved.provider == .hCaptcha && saved.verifyURL == nil && saved.sealedSecret != nil)
    }
  }
}
