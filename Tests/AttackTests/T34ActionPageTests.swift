import IdentityWire
import TestSupport
import Testing

@Suite("T34: unsafe content of the pages that mails lead to", .fewAtOnce)
struct T34ActionPageTests {
  private static let markup = "\"><script>alert(1)</script><img src=x onerror=alert(1)>"

  // Fails when the template holds a triple brace.
  @Test("what a link says is escaped, and the page allows no script of its own or from elsewhere")
  func escaping() async throws {
    try await TestServer.run { server in
      _ = try await server.signUp("ann@example.com")
      try await server.changeProject { $0.displayName = Self.markup }
      let code = try await server.resetCode("ann@example.com")
      let query = FormURLEncoded([
        ("mode", "resetPassword"), ("oobCode", code), ("apiKey", Self.markup), ("lang", Self.markup),
        ("continueUrl", "javascript:alert(1)//" + Self.markup),
      ]).text
      let page = try await server.send("GET", "/__/auth/action?" + query)
      #expect(page.status == 200 && !page.text.contains("<script") && !page.text.contains("<img"))
      let policy = page.headers.first(name: "content-security-policy") ?? ""
      #expect(policy.contains("default-src 'none'") && policy.contains("form-action 'self'"))
      #expect(policy.contains("frame-ancestors 'none'") && !policy.contains("unsafe-inline"))
      #expect(page.headers.first(name: "referrer-policy") == "no-referrer")
      #expect(page.headers.first(name: "cache-control") == "no-store")
      let done = try await server.submit(page, [("newPassword", "a new password")])
      #expect(done.status == 200 && !done.text.contains("<script") && !done.text.contains("javascript:"))
    }
  }

  // Fails when ActionRoutes does not look where a form comes from.
  @Test("a form of another site is refused and uses nothing up")
  func foreignForm() async throws {
    try await TestServer.run { server in
      _ = try await server.signUp("ann@example.com")
      let code = try await server.resetCode("ann@example.com")
      let link = try server.mail("PASSWORD_RESET", to: "ann@example.com").link
      let page = try await server.send("GET", link.replacing("/emulator/action?", with: "/__/auth/action?"))
      for headers in [
        ["Sec-Fetch-Site": "cross-site", "Origin": "https://evil.example"],
        ["Sec-Fetch-Site": "same-site", "Origin": "http://127.0.0.1:1"],
        ["Sec-Fetch-Site": "none", "Origin": "null"],
      ] {
        let refused = try await server.submit(page, [("newPassword", "stolen account")], headers: headers)
        #expect(refused.status == 403, "\(headers)")
      }
      let (action, form) = try page.formPost()
      for origin in ["https://evil.example", "null", "http://127.0.0.1.evil.example"] {
        let refused = try await server.send(
          "POST", action,
          headers: ["Content-Type": "application/x-www-form-urlencoded", "Origin": origin],
          body: form.text + "&newPassword=stolen%20account")
        #expect(refused.status == 403, "\(origin)")
      }
      #expect(try await server.resetPassword(code, to: "a new password").status == 200)
    }
  }

  // Fails when ActionLinks.continueURL does not ask for the project's domains.
  @Test("in production a page goes on to no address that is not the project's")
  func continueURL() async throws {
    var options = TestServer.Options()
    options.isDevelopment = false
    try await TestServer.run(options) { server in
      try await server.changeProject { project in
        project.authorizedDomains = ["app.example.com"]
        project.signIn.emailLinkEnabled = true
      }
      let key = try await server.project().apiKeys[0]
      _ = try await server.signUp("ann@example.com", "correct horse", key: key)
      for address in [
        "https://evil.example/", "//evil.example/", "https://app.example.com@evil.example/",
        "https://evil.example\\@app.example.com/", "javascript:alert(1)", "data:text/html,x",
      ] {
        _ = try await server.sendOob(
          "EMAIL_SIGNIN", ["email": "ann@example.com", "continueUrl": "https://app.example.com/"], key: key)
        let code = try server.mail("EMAIL_SIGNIN", to: "ann@example.com").code
        let query = FormURLEncoded([
          ("mode", "signIn"), ("oobCode", code), ("apiKey", key), ("continueUrl", address),
        ]).text
        let page = try await server.send("GET", "/__/auth/action?" + query)
        #expect(page.status == 200 && page.location == nil, "\(address)")
        #expect(!page.text.contains("id=\"action-continue\""), "\(address)")
      }
    }
  }
}
