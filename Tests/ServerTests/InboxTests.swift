import Foundation
import Identity
import Messaging
import TestSupport
import Testing

@Suite("The inbox of a development server", .fewAtOnce)
struct InboxTests {
  private static let page =
    "<!doctype html>\n<html><head><title>t</title></head><body><p>Hello</p></body></html>"

  private static func mail(
    _ to: String, tenant: String? = nil, text: String = "Hello", html: String? = page, link: String = "",
    _ now: Instant
  ) throws -> OutgoingMessage {
    .mail(
      OutgoingMail(
        scope: Scope(
          project: TestServer.project, tenant: try tenant.map { try #require(TenantID(rawValue: $0)) }),
        to: try #require(EmailAddress(to)), link: link,
        .init(subject: "A mail to \(to)", text: text, html: html, language: "en"), sentAt: now, expiresAt: now
      ))
  }

  private static func sms(_ to: String, code: String, _ now: Instant) -> OutgoingMessage {
    .sms(
      OutgoingSMS(
        scope: Scope(project: TestServer.project), to: to, sessionInfo: "s", code: code,
        body: "\(code) it is",
        sentAt: now))
  }

  /// The subjects and codes that the page at an address shows, in its order.
  private static func shown(_ query: String, by server: TestServer) async throws -> [String] {
    let response = try await server.send("GET", "/inbox" + query)
    #expect(response.status == 200)
    let list = try #require(try HTMLReader.read(response.text).all.first { $0["id"] == "inbox-messages" })
    return list.children.map { message in
      message.first("h2")?.text ?? message.all.first { $0["id"]?.hasPrefix("code-") == true }?.text ?? ""
    }
  }

  @Test("messages are filtered by kind, recipient and tenant, the newest first")
  func filters() async throws {
    try await TestServer.run { server in
      let (inbox, now) = (server.backend.inbox, server.clock.now())
      try await inbox.send(Self.mail("ada@example.com", now))
      try await inbox.send(Self.sms("+15551230100", code: "123456", now))
      try await inbox.send(Self.mail("Grace@example.org", tenant: "acme-1", now))
      for (query, expected) in [
        ("", ["A mail to grace@example.org", "123456", "A mail to ada@example.com"]),
        ("?kind=mail", ["A mail to grace@example.org", "A mail to ada@example.com"]),
        ("?kind=sms", ["123456"]),
        ("?to=EXAMPLE.com", ["A mail to ada@example.com"]),
        ("?to=+1555", ["123456"]),
        ("?tenant=acme-1", ["A mail to grace@example.org"]),
        ("?tenant=acme-1&kind=sms", []),
        (
          "?kind=nonsense&page=nonsense",
          ["A mail to grace@example.org", "123456", "A mail to ada@example.com"]
        ),
        ("?page=2", []),
      ] {
        let found = try await Self.shown(query, by: server).map { $0.lowercased() }
        #expect(found == expected.map { $0.lowercased() }, "\(query)")
      }
      let page = try HTMLReader.read(try await server.send("GET", "/inbox?tenant=acme-1&to=grace").text)
      let tenants = try #require(page.all.first { $0["id"] == "inbox-tenant" })
      #expect(tenants.all("option").first { $0.attributes["selected"] != nil }?["value"] == "acme-1")
      #expect(page.all.first { $0["id"] == "inbox-to" }?["value"] == "grace")
    }
  }

  @Test("more messages than fit are on further pages of the same filter")
  func pages() async throws {
    try await TestServer.run { server in
      let now = server.clock.now()
      for number in 0..<60 {
        try await server.backend.inbox.send(Self.sms("+15551230100", code: String(100_000 + number), now))
      }
      try await server.backend.inbox.send(Self.mail("ada@example.com", now))
      let first = try await server.send("GET", "/inbox?kind=sms&to=0100").text
      let older = try #require(try HTMLReader.read(first).all.first { $0["id"] == "older" }?["href"])
      #expect(older == "/inbox?kind=sms&to=0100&page=2")
      let codes = try await Self.shown("?kind=sms&to=0100&page=2", by: server)
      let expected = (100_000..<100_010).reversed().map(String.init)
      #expect(codes == expected)
    }
  }

  @Test("T34: the HTML of a mail is a document that runs, loads and sends nothing and has no origin")
  func html() async throws {
    try await TestServer.run { server in
      let hostile = Self.page.replacing(
        "<p>Hello</p>",
        with: "<script>alert(1)</script><img src=\"https://evil.example/x\"><base target=\"_self\">")
      try await server.backend.inbox.send(Self.mail("ada@example.com", html: hostile, server.clock.now()))
      let page = try await server.send("GET", "/inbox")
      #expect(page.headers.first(name: "content-security-policy")?.hasSuffix("; frame-src 'self'") == true)
      #expect(!page.text.contains("alert(1)"))
      let frame = try #require(try HTMLReader.read(page.text).first("iframe"))
      #expect(frame["sandbox"] == "allow-popups allow-popups-to-escape-sandbox")
      let address = try #require(frame["src"])
      let response = try await server.send("GET", address)
      #expect(response.text.hasPrefix("<!doctype html><base target=\"_blank\">"))
      #expect(response.text.hasSuffix(hostile.dropFirst("<!doctype html>".count)))
      let policy = try #require(response.headers.first(name: "content-security-policy"))
      #expect(
        policy.components(separatedBy: "; ") == [
          "default-src 'none'", "style-src 'unsafe-inline'", "img-src data:", "form-action 'none'",
          "base-uri 'none'", "frame-ancestors 'self'",
          "sandbox allow-popups allow-popups-to-escape-sandbox",
        ])
      #expect(response.headers.first(name: "x-frame-options") == "SAMEORIGIN")
      #expect(response.headers.first(name: "referrer-policy") == "no-referrer")
      #expect(
        try await server.send("GET", address, headers: ["Origin": "https://evil.example"]).status == 403)
    }
  }

  @Test("only what was sent and has HTML has such a document")
  func missing() async throws {
    try await TestServer.run { server in
      let (inbox, now) = (server.backend.inbox, server.clock.now())
      inbox.note(handedOut: try Self.mail("ada@example.com", now))
      try await inbox.send(Self.sms("+15551230100", code: "123456", now))
      try await inbox.send(Self.mail("grace@example.com", html: nil, now))
      for id in ["1", "2", "3", "4", "0", "-1", "x", "99999999999999999999"] {
        #expect(try await server.send("GET", "/inbox/messages/\(id)/html").status == 404, "\(id)")
      }
    }
  }

  @Test("a mail without a link keeps its paragraphs, and none is shown")
  func notice() async throws {
    try await TestServer.run { server in
      try await server.backend.inbox.send(
        Self.mail("ada@example.com", text: "First.\n\nSecond.\n", server.clock.now()))
      let page = try HTMLReader.read(try await server.send("GET", "/inbox").text)
      let message = try #require(page.all.first { $0["class"] == "message-body" })
      #expect(message.rawText == "First.\n\nSecond.")
      #expect(page.all.allSatisfy { $0["class"] != "message-item" })
    }
  }

  @Test("the QR code of a text is an image's path; what is too long or no text is refused")
  func qrCode() async throws {
    try await TestServer.run { server in
      func ask(_ body: String, _ headers: [String: String] = [:]) async throws -> TestResponse {
        try await server.send("POST", "/sample/qr-code", headers: headers, body: body)
      }
      let code = try await ask(#"{"text":"otpauth://totp/a:b?secret=ABC"}"#)
      #expect(code.status == 200)
      #expect((code.json["size"]?.integerValue ?? 0) > 20)
      #expect(code.json["path"]?.stringValue?.hasPrefix("M4,4h1v1h-1z") == true)
      for body in [
        "", "{}", "[]", #"{"text":""}"#, #"{"text":5}"#,
        #"{"text":"\#(String(repeating: "x", count: 700))"}"#,
      ] {
        #expect(try await ask(body).status == 400, "\(body.prefix(20))")
      }
      #expect(try await ask(String(repeating: "x", count: 5_000)).status == 413)
      #expect(try await ask(#"{"text":"x"}"#, ["Origin": "https://evil.example"]).status == 403)
    }
  }
}
