import Identity
import IdentityWire
import Operations
import TestSupport
import Testing

/// A listener on the way of a plain http page reads what a sign-in brings back to it, and can answer in its place.
@Suite("T42: return to plain http", .fewAtOnce)
struct T42PlainHTTPTests {
  /// Of authorized domains, by plain http.
  private static let plain = [
    "http://app.example.com/", "http://deep.app.example.com/a?b#c", "HTTP://app.example.com:8080/",
    "http://app.example.com:443/", "http://192.0.2.7/", "http://sub.localhost:5000/",
    "http://auth.example.com/",
  ]
  private static let accepted = [
    "https://app.example.com/", "https://deep.app.example.com/a?b", "https://192.0.2.7/",
    "http://localhost:5000/", "http://127.0.0.1:5000/", "http://[::1]:5000/", "https://sub.localhost/",
    "https://auth.example.com/x",
  ]
  private static let domains = [
    "app.example.com", "localhost", "127.0.0.1", "::1", "192.0.2.7", "auth.example.com",
  ]
  private static let provider = "github.com"

  private static func run(
    _ body: @Sendable @escaping (_ server: TestServer, _ key: String) async throws -> Void
  ) async throws {
    var options = TestServer.Options()
    options.isDevelopment = false
    options.origins = ["https://auth.example.com"]
    try await TestServer.run(options) { server in
      try await server.changeProject { project in
        project.authorizedDomains = domains
        project.signIn.emailLinkEnabled = true
      }
      _ = try await server.backend.administration.setProvider(
        ProviderSettings(providerID: provider, enabled: true, clientID: "client"),
        secrets: .init(clientSecret: .init("secret")), for: .webFlow, in: TestServer.project)
      try await body(server, try await server.project().apiKeys[0])
    }
  }

  private static func handler(
    _ address: String, _ authType: String, _ server: TestServer, _ key: String,
    _ more: [(name: String, value: String)] = []
  ) async throws -> TestResponse {
    let query = FormURLEncoded(
      [
        ("apiKey", key), ("appName", "[DEFAULT]"), ("authType", authType), ("redirectUrl", address),
        ("v", "12.0.0"), ("eventId", "0123456789"), ("providerId", provider),
      ] + more)
    return try await server.send("GET", "/__/auth/handler?\(query.text)")
  }

  // Fails when ReturnPolicy does not look at the scheme.
  @Test(
    "no sign-in begins for a page of plain http, with a prompt or without",
    arguments: ["signInViaPopup", "signInViaRedirect", "linkViaPopup", "reauthViaRedirect"])
  func handler(_ authType: String) async throws {
    try await Self.run { server, key in
      let silent = [
        (name: "customParameters", value: #"{"prompt":"none"}"#), (name: "prompt", value: "none"),
      ]
      for more in [[], silent] {
        for address in Self.plain {
          let response = try await Self.handler(address, authType, server, key, more)
          #expect(response.status == 400, "\(address)")
          #expect(response.text.contains("auth/unauthorized-domain"), "\(address): \(response.text)")
          #expect(response.text.contains("https"), "\(address)")
          #expect(response.location == nil && response.pageData["authUri"] == nil, "\(address)")
        }
        for address in Self.accepted {
          let response = try await Self.handler(address, authType, server, key, more)
          #expect(response.pageData["authUri"]?.stringValue != nil, "\(address): \(response.text)")
        }
      }
    }
  }

  // Fails when createAuthUri does not look at the scheme.
  @Test("no provider is told to answer to plain http")
  func createAuthUri() async throws {
    try await Self.run { server, key in
      func ask(_ address: String) async throws -> TestResponse {
        try await server.call(
          "accounts:createAuthUri",
          [
            "providerId": .string(Self.provider), "continueUri": .string(address),
            "customParameter": ["prompt": "none"],
          ], key: key)
      }
      for address in Self.plain where !address.contains("#") {
        let response = try await ask(address)
        expectRefused(response, "UNAUTHORIZED_DOMAIN", address)
        #expect(response.errorMessage?.contains("https") == true, "\(address): \(response.text)")
      }
      for address in Self.accepted {
        let response = try await ask(address)
        #expect(response.json["authUri"]?.stringValue != nil, "\(address): \(response.text)")
      }
    }
  }

  // Fails when ActionLinks.continueURL, or a project's page for links, does not look at the scheme (each alone).
  @Test("no mailed link and no page of one leads to plain http")
  func mailedLinks() async throws {
    try await Self.run { server, key in
      _ = try await server.signUp("ann@example.com", "correct horse", key: key)
      for address in Self.plain {
        for type in ["PASSWORD_RESET", "EMAIL_SIGNIN"] {
          let response = try await server.sendOob(
            type, ["email": "ann@example.com", "continueUrl": .string(address)], key: key)
          expectRefused(response, "UNAUTHORIZED_DOMAIN", address)
          #expect(response.errorMessage?.contains("https") == true, "\(address): \(response.text)")
        }
        let code = try await server.oobCode(
          "EMAIL_SIGNIN", to: "ann@example.com",
          ["email": "ann@example.com", "continueUrl": "https://app.example.com/"], key: key)
        let query = FormURLEncoded([
          ("mode", "signIn"), ("oobCode", code), ("apiKey", key), ("continueUrl", address),
        ]).text
        let page = try await server.send("GET", "/__/auth/action?" + query)
        #expect(page.status == 200 && page.location == nil, "\(address)")
        #expect(!page.text.contains("id=\"action-continue\""), "\(address)")
      }
      try await server.changeProject { $0.messages.actionURL = "http://app.example.com/action" }
      _ = try await server.resetCode("ann@example.com", key: key)
      let link = try server.mail("PASSWORD_RESET", to: "ann@example.com").link
      #expect(link.hasPrefix("https://auth.example.com/__/auth/action?"), "\(link)")
    }
  }

  // Fails when frameAncestors names a source of http for a domain, or for everybody, or when the frame's script is not
  // told (each alone).
  @Test("no page of plain http has the frame that tells what came of a sign-in")
  func frame() async throws {
    try await Self.run { server, key in
      func frame(_ referer: String?) async throws -> (sources: [String], data: JSONValue) {
        let response = try await server.send(
          "GET", "/__/auth/iframe?apiKey=\(key)&appName=a", headers: referer.map { ["Referer": $0] } ?? [:])
        let policy = response.headers.first(name: "content-security-policy") ?? ""
        let directive = policy.components(separatedBy: "frame-ancestors ").last ?? ""
        return (
          directive.split(separator: ";").first.map { $0.split(separator: " ").map(String.init) } ?? [],
          response.pageData
        )
      }
      func expectPlainLoopbackOnly(_ sources: [String]) {
        let plain = sources.filter { $0.hasPrefix("http:") }
        #expect(Set(plain).isSubset(of: ["http://localhost:*", "http://127.0.0.1:*"]), "\(sources)")
      }
      func expectRefusal(_ page: String) async throws {
        let frame = try await frame(page)
        // The SDK in the page waits for an answer. This one names only what the request named.
        #expect(frame.sources == [String(page.dropLast())], "\(page): \(frame.sources)")
        #expect(frame.data["isRefused"] == true, "\(page)")
        #expect(frame.data["authorizedDomains"] == [] && frame.data["serverOrigins"] == [], "\(page)")
      }
      for page in [
        "http://app.example.com/", "http://deep.app.example.com/", "http://deep.app.example.com:8080/",
        "http://sub.localhost:5000/",
      ] { try await expectRefusal(page) }
      // A page can hide its address, but not its scheme from the browser.
      expectPlainLoopbackOnly(try await frame(nil).sources)
      let few = try await frame("https://app.example.com/")
      expectPlainLoopbackOnly(few.sources)
      for source in [
        "https://app.example.com:*", "https://*.app.example.com:*", "https://192.0.2.7:*",
        "http://localhost:*", "http://127.0.0.1:*", "'self'", "https://auth.example.com",
      ] { #expect(few.sources.contains(source), "\(source): \(few.sources)") }
      #expect(few.data["acceptsPlainHTTP"] == false)
      try await server.changeProject {
        $0.authorizedDomains = (0..<300).map { "number-\($0).shop.example" } + ["localhost"]
      }
      try await expectRefusal("http://number-7.shop.example/")
      let named = try await frame("https://number-7.shop.example/").sources
      expectPlainLoopbackOnly(named)
      #expect(named.contains("https://number-7.shop.example:*"), "\(named)")
      let unnamed = try await frame(nil).sources
      expectPlainLoopbackOnly(unnamed)
      #expect(unnamed.contains("https:"), "\(unnamed)")
    }
  }

  // Fails when the handler does not ask once more, at the end, whether the page may be returned to.
  @Test("a sign-in that began when plain http was let through does not end there")
  func flowUnderWay() async throws {
    try await Self.run { server, key in
      let caller = Caller(project: try await server.project(), authority: .apiKey)
      for (address, isAccepted) in [("http://app.example.com/", false), ("https://app.example.com/", true)] {
        let begun = try await server.service.beginAuthorization(
          AuthorizationStart(
            providerID: Self.provider, redirectURI: "https://auth.example.com/__/auth/handler",
            returnTarget: .page(url: address)), caller)
        let query = try #require(begun.authURI.split(separator: "?").last.map(String.init))
        let state = try #require(FormURLEncoded(parsing: query)["state"])
        for answer in ["code=x", "error=access_denied"] {
          let response = try await server.send("GET", "/__/auth/handler?state=\(state)&\(answer)")
          if answer == "code=x" {
            #expect((response.pageData["urlResponse"] != nil) == isAccepted, "\(address): \(response.text)")
          }
          let origins = response.pageData["allowedRedirectOrigins"]?.arrayValue ?? []
          #expect(origins == (isAccepted ? ["https://app.example.com"] : []), "\(address) \(answer)")
        }
      }
    }
  }

  @Test("in development plain http goes on, for tests of apps")
  func development() async throws {
    try await TestServer.run { server in
      try await server.changeProject { $0.authorizedDomains.append("app.example.com") }
      let response = try await Self.handler("http://app.example.com/", "signInViaPopup", server, "key")
      #expect(response.pageData["authUri"]?.stringValue != nil, "\(response.text)")
      let frame = try await server.send("GET", "/__/auth/iframe?apiKey=key&appName=a")
      #expect(frame.pageData["acceptsPlainHTTP"] == true)
    }
  }
}
