import IdentityWire
import TestSupport
import Testing

@Suite("T34: unsafe content of the page that enrols a factor", .fewAtOnce)
struct T34FactorPageTests {
  private static let markup = "\"><script>alert(1)</script><img src=x onerror=alert(1)>"

  private static func run(_ body: @Sendable @escaping (TestServer, _ credential: String) async throws -> Void)
    async throws
  {
    try await TestServer.run(.quick) { server in
      _ = try await server.verifiedUser("ada@example.com")
      try await server.requireSecondFactor()
      try await body(server, try await server.enrolmentCredential(of: "ada@example.com"))
    }
  }

  private static func expectHarmless(
    _ page: TestResponse, isRefusal: Bool = false, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let statuses = isRefusal ? 400..<500 : 200..<201
    #expect(statuses.contains(page.status), "\(page.status) \(page.text)", sourceLocation: sourceLocation)
    #expect(!page.text.contains("<script") && !page.text.contains("<img"), sourceLocation: sourceLocation)
    let policy = page.headers.first(name: "content-security-policy") ?? ""
    #expect(
      policy.contains("default-src 'none'") && policy.contains("form-action 'self'"),
      sourceLocation: sourceLocation)
    #expect(
      policy.contains("frame-ancestors 'none'") && !policy.contains("unsafe-inline"),
      sourceLocation: sourceLocation)
    // The address has the credential.
    #expect(page.headers.first(name: "referrer-policy") == "no-referrer", sourceLocation: sourceLocation)
    #expect(page.headers.first(name: "cache-control") == "no-store", sourceLocation: sourceLocation)
  }

  // Fails when the template holds a triple brace.
  @Test("what its address and its forms say is escaped at each step, and neither cached nor sent on")
  func escaping() async throws {
    try await Self.run { server, credential in
      try await server.changeProject { $0.displayName = Self.markup }
      let choice = try await server.enrolmentPage(credential, [("lang", Self.markup)])
      Self.expectHarmless(choice)
      Self.expectHarmless(try await server.submit(choice, [("step", "app")]))
      let number = try await server.submit(choice, [("step", "phone")])
      Self.expectHarmless(number)
      Self.expectHarmless(try await server.submit(number, [("number", Self.markup)]), isRefusal: true)
      let message = try await server.submit(number, [("number", "+1 555 123 0100")])
      Self.expectHarmless(message)
      let sessionInfo = try #require(try message.formPost().form["sessionInfo"])
      let wrong = try await server.submit(
        message, [("input", try server.wrongCode(of: sessionInfo)), ("number", Self.markup)])
      Self.expectHarmless(wrong, isRefusal: true)
      #expect(wrong.text.contains("&lt;script&gt;"), "\(wrong.text)")
      for broken in [
        [("code", Self.markup)], [("tenantId", Self.markup)], [("apiKey", Self.markup)],
        [("sessionInfo", Self.markup)], [("step", Self.markup), ("code", Self.markup)],
      ] as [[(name: String, value: String)]] {
        Self.expectHarmless(try await server.submit(message, broken), isRefusal: true)
      }
    }
  }

  // Fails when FactorEnrolmentRoutes does not look where a form comes from.
  @Test("a form of another site sends nothing, counts nothing and enrols nothing")
  func foreignForms() async throws {
    try await Self.run { server, credential in
      let choice = try await server.enrolmentPage(credential)
      let app = try await server.submit(choice, [("step", "app")])
      let secret = try #require(try app.formPost().form["secret"])
      let password = try TestAuthenticator(base32: secret).password(at: server.clock.now())
      for headers in [
        ["Sec-Fetch-Site": "cross-site", "Origin": "https://evil.example"],
        ["Sec-Fetch-Site": "same-site", "Origin": "http://127.0.0.1:1"],
        ["Sec-Fetch-Site": "none", "Origin": "null"],
      ] {
        let refused = try await server.submit(app, [("input", password)], headers: headers)
        #expect(refused.status == 403, "\(headers)")
      }
      let (action, form) = try app.formPost()
      for origin in ["https://evil.example", "null", "http://127.0.0.1.evil.example"] {
        for step in ["confirmApp", "message", "mail"] {
          var fields = form
          for (name, value) in [("step", step), ("input", password), ("number", "+15551230100")] {
            fields[name] = value
          }
          let refused = try await server.send(
            "POST", action,
            headers: ["Content-Type": "application/x-www-form-urlencoded", "Origin": origin],
            body: fields.text)
          #expect(refused.status == 403, "\(origin) \(step)")
        }
      }
      #expect(server.backend.inbox.messages.isEmpty)
      #expect(try await server.submit(app, [("input", password)]).status == 200)
    }
  }
}
