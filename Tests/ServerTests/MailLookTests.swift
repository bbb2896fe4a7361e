import Identity
import IdentityWire
import Messaging
import Operations
import TestSupport
import Testing

@Suite("The look of a project's mails")
struct MailLookTests {
  private static let png: [UInt8] =
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + [UInt8](repeating: 0, count: 32)
  private static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0] + [UInt8](repeating: 0, count: 32)
  private static let origin = "https://auth.example.com"
  private static let production: TestServer.Options = {
    var options = TestServer.Options()
    options.isDevelopment = false
    options.origins = [origin, "https://second.example.com"]
    return options
  }()

  private static func look(_ server: TestServer, logo: [UInt8]?) async throws {
    try await server.changeProject { project in
      project.branding.name = "Teahouse"
      project.branding.logo = logo.flatMap { Branding.Logo($0) }
      project.branding.colour = BrandColour("#7c2d12")
      project.branding.termsURL = "https://example.com/terms"
    }
  }

  private static func reset(_ server: TestServer, key: String) async throws -> OutgoingMail {
    _ = try await server.resetCode("ann@example.com", key: key)
    return try server.mail("PASSWORD_RESET", to: "ann@example.com")
  }

  @Test("a mail has the project's look, and the address of its logo is this server's")
  func mails() async throws {
    try await TestServer.run(Self.production) { server in
      let key = try await server.project().apiKeys[0]
      let account: JSONValue = ["email": "ann@example.com", "password": "correct horse"]
      #expect(try await server.call("accounts:signUp", account, key: key).status == 200)
      try await Self.look(server, logo: Self.png)
      let mail = try await Self.reset(server, key: key)
      #expect(mail.senderName == "Teahouse" && mail.subject.contains("Teahouse"))
      let document = try HTMLReader.read(try #require(mail.html))
      let image = try #require(document.first("img"))
      let address = image["src"] ?? ""
      #expect(
        address.wholeMatch(of: /https:\/\/auth\.example\.com\/__\/auth\/logos\/example\?v=[0-9a-f]{12}/)
          != nil)
      #expect(image["alt"] == "Teahouse")
      #expect(document.first("a")?["style"]?.contains("background:#7c2d12;color:#ffffff") == true)
      #expect(document.all("a").last?["href"] == "https://example.com/terms")
      #expect(mail.body.hasSuffix("\nTerms of service: https://example.com/terms\n"))
      // Another logo has another address.
      try await Self.look(server, logo: Self.jpeg)
      let changed = try HTMLReader.read(try #require(try await Self.reset(server, key: key).html))
      #expect(changed.first("img")?["src"] != address)
      try await Self.look(server, logo: nil)
      let without = try await Self.reset(server, key: key)
      #expect(without.html?.contains("<img") == false && without.html?.contains("#7c2d12") == true)
    }
  }

  @Test("a server without a public https address mails no logo, and a preview contains it")
  func development() async throws {
    try await TestServer.run { server in
      _ = try await server.signUp("ann@example.com")
      try await Self.look(server, logo: Self.png)
      let mail = try await Self.reset(server, key: "key")
      #expect(mail.html?.contains("<img") == false && mail.html?.contains("#7c2d12") == true)
      let project = try await server.project()
      var caller = Caller(project: project, authority: .administrator)
      caller.links = ActionLinks(origins: [server.origin], isDevelopment: true)
      let preview = try server.service.preview(.resetPassword, language: "en", caller)
      let image = try HTMLReader.read(try #require(preview.content.html)).first("img")
      #expect(image?["src"] == project.branding.logo?.dataURL && image != nil)
      // What is sent as an example is what users get.
      try await server.service.sendExample(
        .resetPassword, to: "bob@example.com", language: "en", caller)
      let example = try #require(server.mails.last)
      #expect(example.to.text == "bob@example.com" && example.html?.contains("<img") == false)
      caller.links = ActionLinks(origins: [Self.origin])
      try await server.service.sendExample(
        .passwordChanged, to: "bob@example.com", language: "en", caller)
      let notice = try #require(server.mails.last)
      #expect(notice.html?.contains("src=\"\(Self.origin)/__/auth/logos/example?v=") == true)
      #expect(notice.html?.contains("data:") == false)
    }
  }

  @Test("everybody may fetch a logo, as the picture that it is")
  func logos() async throws {
    try await TestServer.run(Self.production) { server in
      func get(_ id: String, method: String = "GET") async throws -> TestResponse {
        try await server.send(method, "/__/auth/logos/\(id)")
      }
      for (bytes, type) in [(Self.png, "image/png"), (Self.jpeg, "image/jpeg")] {
        try await Self.look(server, logo: bytes)
        let answer = try await get("example?v=0")
        #expect(answer.status == 200 && answer.body == bytes)
        let headers = [
          "content-type": type, "x-content-type-options": "nosniff", "cache-control": "public, max-age=3600",
          "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
          "cross-origin-resource-policy": "cross-origin",
        ]
        for (name, value) in headers { #expect(answer.headers.first(name: name) == value, "\(name)") }
        #expect(answer.headers.first(name: "set-cookie") == nil)
      }
      #expect(try await get("example", method: "HEAD").status == 200)
      try await Self.look(server, logo: nil)
      for id in [
        "example", "other", "latchkey-console", "EXAMPLE", "a%22b", String(repeating: "a", count: 64),
      ] {
        #expect(try await get(id).status == 404, "\(id)")
      }
    }
  }
}
