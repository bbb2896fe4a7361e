import Foundation
import Identity
import IdentityWire
import TestSupport
import Testing

@Suite("T34: unsafe content of a project's look", .fewAtOnce)
struct T34BrandingTests {
  private static let markup = "\"><script>alert(1)</script><img src=x onerror=alert(1)>"
  private static let mask = "brandingConfig?updateMask=displayName,logo,color,termsUrl,privacyUrl"

  // Fails when a template holds a triple brace, or the policy allows every style.
  @Test("a name is escaped on pages and in mails, and the page allows the colour's style sheet alone")
  func escaping() async throws {
    try await TestServer.run { server in
      let saved = try await server.configure(
        "PATCH", Self.mask,
        [
          "displayName": .string(Self.markup), "color": "#ffee00", "logo": "iVBORw0KGgoAAAAAAAAAAA==",
          "termsUrl": "https://example.com/terms?a=1&b=2",
        ])
      #expect(saved.status == 200, "\(saved.text)")
      _ = try await server.signUp("ann@example.com")
      let code = try await server.resetCode("ann@example.com")
      let query = FormURLEncoded([("mode", "resetPassword"), ("oobCode", code), ("apiKey", "key")]).text
      let page = try await server.send("GET", "/__/auth/action?" + query)
      #expect(
        page.status == 200 && !page.text.contains("<script>alert") && !page.text.contains("onerror=alert(1)>")
      )
      #expect(page.text.contains("src=\"data:image/png;base64,"))
      #expect(page.text.contains("https://example.com/terms?a=1&amp;b=2"))
      // Yellow can be read on the dark background alone.
      let accents = page.text.components(separatedBy: "--accent:#").dropFirst().map { $0.prefix(6) }
      #expect(accents.count == 2 && accents.first != "ffee00" && accents.last == "ffee00")
      let policy = page.headers.first(name: "content-security-policy") ?? ""
      #expect(policy.contains("style-src 'self' 'sha256-") && !policy.contains("unsafe-inline"))
      let mail = try server.mail("PASSWORD_RESET", to: "ann@example.com")
      let html = try #require(mail.html)
      #expect(!html.contains("<script") && html.contains("background:#ffee00;color:#000000"))
      #expect(!mail.subject.contains("\n") && mail.body.contains("https://example.com/terms"))
    }
  }

  // Fails when a value of the look is not checked at the door.
  @Test(
    "what is no plain colour, picture or https address is refused, and changes nothing",
    arguments: [
      ("color", "red;}body{background:url(//evil.example)"), ("color", "#12345"),
      ("color", "#123456}</style><script>"), ("logo", "PHN2Zz48c2NyaXB0PmFsZXJ0KDEpPC9zY3JpcHQ+PC9zdmc+"),
      ("logo", "not base64!"), ("termsUrl", "javascript:alert(1)"), ("termsUrl", "http://example.com/"),
      ("termsUrl", "https://user@example.com/"), ("privacyUrl", "data:text/html,x"),
      ("privacyUrl", "https://example.com/\"onclick=alert(1)"),
      ("displayName", "App\r\nBcc: all@example.com"),
    ])
  func refused(field: String, value: String) async throws {
    try await TestServer.run { server in
      let response = try await server.configure(
        "PATCH", "brandingConfig?updateMask=\(field)", [field: .string(value)])
      expectRefused(response, "INVALID_CONFIG", value)
      let kept = try await server.project().branding
      #expect(kept == Branding())
    }
  }
}
