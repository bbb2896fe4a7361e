import Foundation
import Identity
import IdentityWire
import Messaging
import Operations
import TestSupport
import Testing

@Suite("T34: unsafe content of a project's look", .fewAtOnce)
struct T34BrandingTests {
  private static let markup = "\"><script>alert(1)</script><img src=x onerror=alert(1)>"
  private static let mask = "brandingConfig?updateMask=displayName,logo,color,termsUrl,privacyUrl"

  private static let publicOrigin = "https://auth.example.com"
  private static let production: TestServer.Options = {
    var options = TestServer.Options()
    options.isDevelopment = false
    options.origins = [publicOrigin]
    return options
  }()

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
      #expect(!html.contains("<script") && html.contains("color:#ffffff") && !html.contains("#ffee00"))
      #expect(!mail.subject.contains("\n") && mail.body.contains("https://example.com/terms"))
    }
  }

  /// Names that would leave their place in a mail if they could.
  private static let names = [
    markup, "' onload='alert(1)", "&quot;><svg onload=alert(1)>", "--><style>@import 'x'</style>", "%LINK%",
    "</title><img src=//evil.example>", "javascript:alert(1)", "a\\\" b=\"",
  ]

  // Fails when a value of the look is written into a mail or its preview without escaping, or fetches more than the logo.
  @Test("no value of the look leaves its place in a mail")
  func mails() async throws {
    try await TestServer.run(Self.production) { server in
      try await eachCase(of: Array(Self.names.enumerated())) { index, name in
        let address = "ann\(index)@example.com"
        let key = try await server.project().apiKeys[0]
        let account: JSONValue = ["email": .string(address), "password": "correct horse"]
        #expect(try await server.call("accounts:signUp", account, key: key).status == 200)
        let page = "<html><script>alert(1)</script></html>"
        let logo = Branding.Logo([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Array(page.utf8))
        let terms = "https://example.com/terms?a=1&quot;onclick=alert(1)&b=2#%22%3E"
        try await server.backend.administration.changeBranding(of: TestServer.project) { branding in
          branding.name = name
          branding.logo = logo
          branding.colour = BrandColour("#ffffff")
          branding.termsURL = terms
        }
        _ = try await server.resetCode(address, key: key)
        let mail = try server.mail("PASSWORD_RESET", to: address)
        var caller = Caller(project: try await server.project(), authority: .administrator)
        caller.links = ActionLinks(origins: [Self.publicOrigin])
        let preview = try server.service.preview(.resetPassword, language: "en", caller).content
        for (html, source) in [
          (mail.html, "\(Self.publicOrigin)/__/auth/logos/example?v="),
          (preview.html, "data:image/png;base64,"),
        ] {
          // The reader refuses attributes that do not end, and ones that stand twice.
          let document = try HTMLReader.read(try #require(html))
          let known: Set = [
            "#document", "html", "head", "meta", "title", "body", "div", "p", "img", "a", "br",
          ]
          let attributes: Set = [
            "lang", "charset", "name", "content", "style", "src", "alt", "height", "href",
          ]
          for element in document.all {
            #expect(known.contains(element.name), "\(element.name)")
            for attribute in element.attributes.keys where !attributes.contains(attribute) {
              Issue.record("\(attribute) of \(element.name)")
            }
          }
          let images = document.all("img")
          #expect(images.count == 1 && images.allSatisfy { $0["alt"] == name })
          #expect(images.allSatisfy { $0["src"]?.hasPrefix(source) == true })
          #expect(document.all("a").map { $0["href"] }.last == terms)
          #expect(document.all("a").count == 2)
        }
        #expect(mail.body.hasSuffix("\nTerms of service: \(terms)\n"))
        #expect(
          !mail.subject.contains("\n")
            && mail.body.split(separator: "\n").count(where: { $0.contains("Terms") }) == 1)
        // Opened as a page, the logo is a picture and nothing else.
        let picture = try await server.send("GET", "/__/auth/logos/example")
        #expect(picture.status == 200 && picture.headers.first(name: "content-type") == "image/png")
        #expect(picture.headers.first(name: "x-content-type-options") == "nosniff")
        #expect(picture.headers.first(name: "content-security-policy")?.hasSuffix("; sandbox") == true)
      }
    }
  }

  // Fails when a value of the look is not checked at the door.
  @Test("what is no plain colour, picture or https address is refused, and changes nothing")
  func refused() async throws {
    try await TestServer.run { server in
      try await eachCase(
        of: [
          ("color", "red;}body{background:url(//evil.example)"), ("color", "#12345"),
          ("color", "#123456}</style><script>"), ("logo", "PHN2Zz48c2NyaXB0PmFsZXJ0KDEpPC9zY3JpcHQ+PC9zdmc+"),
          ("logo", "not base64!"), ("termsUrl", "javascript:alert(1)"), ("termsUrl", "http://example.com/"),
          ("termsUrl", "https://user@example.com/"), ("privacyUrl", "data:text/html,x"),
          ("privacyUrl", "https://example.com/\"onclick=alert(1)"),
          ("displayName", "App\r\nBcc: all@example.com"),
        ] as [(String, String)]
      ) { field, value in
        let response = try await server.configure(
          "PATCH", "brandingConfig?updateMask=\(field)", [field: .string(value)])
        expectRefused(response, "INVALID_CONFIG", value)
        let kept = try await server.project().branding
        #expect(kept == Branding())
      }
    }
  }
}
