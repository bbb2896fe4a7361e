import Identity
import IdentityProviders
import IdentityWire
import Secrets
import TestSupport
import Testing

@Suite("A provider's settings in the console")
struct ProviderSettingsTests {
  private static func path(_ id: String, _ more: String = "") -> String {
    ConsoleBrowser.path("methods/providers/\(id)\(more)")
  }

  private static let key = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgN68kftR2OOoXx9G2
    Skdrfuzm3+gzJmRnX9rrP5SSOlOhRANCAARrKGn1Zo3gi+cWbWouXYtdqLVHutlz
    XmMLWxzYOICq0zVMdM7o9BXIZyWCVsQabzZrRVuDgSG5qQXYcAUc+O+I
    -----END PRIVATE KEY-----
    """

  private static func stored(_ id: String, _ server: TestServer) async throws -> ProviderSettings? {
    try #require(try await server.service.projects.project(TestServer.project)).provider(id)
  }

  private static func secrets(_ id: String, _ server: TestServer) async throws -> ProviderSecrets {
    guard let settings = try await stored(id, server) else { return ProviderSecrets() }
    return try server.service.projects.secrets(of: settings, in: Scope(project: TestServer.project))
  }

  @Test("a client id and a secret are replaced, and the lab's addresses stay")
  func gitHub() async throws {
    try await TestServer.run { server in
      let before = try #require(try await Self.stored("github.com", server))
      let browser = ConsoleBrowser(server)
      var form = try await browser.open(Self.path("github.com")).form("provider-form").repeatable
      #expect(form["clientID"] == before.clientID && form["enabled"] != nil && form["clientSecret"] == "")
      form["clientID"] = "another-client"
      // Left empty, the secret stays.
      let events = try await server.auditEvents { [form] in _ = try await browser.submit(form) }
      #expect(events.map(\.actor) == ["admin:dev"] && events.first?.details["providers"] == "~github.com")
      #expect(
        try await Self.secrets("github.com", server).clientSecret?.reveal() == "github-lab-client-secret")
      form["clientSecret"] = "a new secret"
      _ = try await browser.submit(form)
      #expect(try await Self.secrets("github.com", server).clientSecret?.reveal() == "a new secret")
      let stored = try #require(try await Self.stored("github.com", server))
      #expect(stored.clientID == "another-client" && stored.endpoints == before.endpoints)

      // An enabled provider without its secret is the protocol's own error; a disabled one may have none.
      form["clientSecret"] = ""
      form["remove-clientSecret"] = "on"
      let refused = try await browser.submit(form, status: 400)
      #expect(refused.problem?.hasPrefix("The secret is missing") == true)
      form["enabled"] = nil
      _ = try await browser.submit(form)
      #expect(try await Self.secrets("github.com", server).clientSecret == nil)
      #expect(try await Self.stored("github.com", server)?.enabled == false)
      let flow = try await server.call(
        "accounts:createAuthUri",
        ["providerId": "github.com", "continueUri": .string(server.origin + "/__/auth/handler")])
      #expect(flow.errorMessage?.hasPrefix("OPERATION_NOT_ALLOWED") == true)
    }
  }

  @Test("everything of Apple's is set, and what is left empty of a key stays")
  func apple() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      let key = try #require(try await Self.secrets("apple.com", server).privateKey).reveal()
      _ = try await browser.submit(
        try await browser.open(Self.path("apple.com", "/delete")).form("confirm-form"))
      #expect(try await Self.stored("apple.com", server) == nil)

      var form = try await browser.open(Self.path("apple.com")).form("provider-form").repeatable
      #expect(form["clientID"] == "" && form["enabled"] == nil)
      form["enabled"] = "on"
      // A registered app would do, too.
      try await server.changeProject { $0.apps = [] }
      #expect(
        try await browser.submit(form, status: 400).problem?.hasPrefix("The client ID is missing") == true)
      form["audiences"] = "com.example.app\ncom.example.other"
      _ = try await browser.submit(form)
      #expect(try await Self.stored("apple.com", server)?.additionalAudiences.count == 2)
      form["clientID"] = "com.example.web"
      form["teamID"] = "ABCDE12345"
      form["keyID"] = "FGHIJ67890"
      form["privateKey"] = "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----"
      let refused = try await browser.submit(form, status: 400)
      #expect(refused.problem?.contains("P-256 key") == true)
      #expect(!refused.response.text.contains("AAAA"), "a secret that was typed is not shown again")
      form["privateKey"] = key.replacing("\n", with: "\r\n")
      _ = try await browser.submit(form)
      var stored = try #require(try await Self.stored("apple.com", server))
      #expect(stored.apple == .init(teamID: "ABCDE12345", keyID: "FGHIJ67890") && stored.enabled)
      #expect(stored.clientID == "com.example.web")
      form["privateKey"] = ""
      form["keyID"] = "KLMNO12345"
      form["audiences"] = ""
      _ = try await browser.submit(form)
      stored = try #require(try await Self.stored("apple.com", server))
      #expect(stored.apple?.keyID == "KLMNO12345" && stored.additionalAudiences.isEmpty)
      #expect(
        try await Self.secrets("apple.com", server).privateKey.map(ProviderCatalog.isApplePrivateKey) == true)
      form["audiences"] = "not a bundle id"
      #expect(try await browser.submit(form, status: 400).problem?.contains("not a valid bundle ID") == true)
      form["audiences"] = ""
      for name in ["teamID", "keyID", "privateKey"] { form[name] = "" }
      form["remove-privateKey"] = "on"
      _ = try await browser.submit(form)
      #expect(try await Self.stored("apple.com", server)?.apple == nil)
      #expect(try await Self.secrets("apple.com", server).privateKey == nil)
    }
  }

  @Test("Google and Game Center have further audiences, and by the REST API, too")
  func audiences() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      var google = try await browser.open(Self.path("google.com")).form("provider-form")
      google["audiences"] = "one.apps.googleusercontent.com, two.apps.googleusercontent.com"
      _ = try await browser.submit(google)
      let all = ["one.apps.googleusercontent.com", "two.apps.googleusercontent.com"]
      #expect(try await Self.stored("google.com", server)?.additionalAudiences == all)
      let shown = try await server.configure("GET", "defaultSupportedIdpConfigs/google.com")
      #expect(shown.json["whitelistedAudiences"] == .array(all.map { .string($0) }))
      // Who replaces the whole by the official API does not know of them.
      let whole = try await server.configure(
        "PATCH", "defaultSupportedIdpConfigs/google.com",
        ["enabled": true, "clientId": "client", "clientSecret": "secret"])
      #expect(whole.status == 200, "\(whole.text)")
      #expect(try await Self.stored("google.com", server)?.additionalAudiences == all)
      let emptied = try await server.configure(
        "PATCH", "defaultSupportedIdpConfigs/google.com?updateMask=whitelistedAudiences", [:])
      #expect(emptied.status == 200, "\(emptied.text)")
      #expect(try await Self.stored("google.com", server)?.additionalAudiences == [])
      let wrong = try await server.configure(
        "PATCH", "defaultSupportedIdpConfigs/github.com?updateMask=whitelistedAudiences",
        ["whitelistedAudiences": ["x"]])
      #expect(wrong.errorMessage?.hasPrefix("INVALID_CONFIG") == true)

      var game = try await browser.open(Self.path("gc.apple.com")).form("provider-form")
      game["clientID"] = "com.example.game"
      game["audiences"] = "com.example.game2"
      _ = try await browser.submit(game)
      #expect(
        try await Self.stored("gc.apple.com", server)?.acceptedAudiences == [
          "com.example.game", "com.example.game2",
        ])
    }
  }

  @Test("T20: no page shows a secret")
  func secrets() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      for id in [
        "apple.com", "facebook.com", "github.com", "google.com", "oidc.lab", "gc.apple.com", "twitter.com",
      ] {
        for more in ["", "/test", "/delete"] {
          let page = try await browser.open(Self.path(id, more))
          let secrets = try await Self.secrets(id, server)
          for secret in [secrets.clientSecret?.reveal(), secrets.privateKey?.reveal()] {
            guard let secret else { continue }
            for line in secret.split(whereSeparator: \.isNewline) where !line.hasPrefix("---") {
              #expect(!page.response.text.contains(line), "\(id)\(more)")
            }
          }
          if more.isEmpty, id != "gc.apple.com" {
            #expect(page.text.contains("The secret is not shown again."))
          }
        }
      }
    }
  }

  @Test("T22: the redirect URI is one of the configured origins, whatever Host says")
  func redirectURI() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      let page = try await browser.open(Self.path("github.com"))
      #expect(page.element(id: "redirect-uri-1")?.text == server.origin + "/__/auth/handler")
      let shown = page.root.all("code").filter { $0["id"]?.hasPrefix("redirect-uri") == true }.map(\.text)
      #expect(
        Set(shown) == Set(server.server.configuration.origins.map { $0 + "/__/auth/handler" }))
      let response = try await browser.get(
        Self.path("github.com"),
        headers: ["X-Forwarded-Host": "evil.example", "Forwarded": "host=evil.example"])
      #expect(!response.text.contains("evil.example"))
    }
  }

  @Test("T34: what was stored or typed is text on the page")
  func escaped() async throws {
    try await TestServer.run { server in
      let nasty = "\"><img src=x onerror=alert(1)>\u{301}"
      try await server.changeProvider("oidc.lab") {
        $0.displayName = nasty
        $0.clientID = nasty
      }
      let browser = ConsoleBrowser(server)
      for path in ["methods", "methods/providers/oidc.lab", "methods/providers/oidc.lab/test"] {
        let page = try await browser.open(ConsoleBrowser.path(path))
        #expect(page.root.all("img").allSatisfy { $0["onerror"] == nil } && page.text.contains("onerror"))
      }
      var form = try await browser.open(ConsoleBrowser.path("methods/new/oidc")).form("discover-form")
      form["address"] = nasty
      let page = try await browser.submit(form, status: 400)
      #expect(page.root.all("img").allSatisfy { $0["onerror"] == nil })
    }
  }

  @Test("how an OpenID provider is told of the client, and the domains that it is believed about, are set")
  func openIDClient() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      var form = try await browser.open(Self.path("oidc.lab")).form("provider-form").repeatable
      #expect(form["tokenAuthentication"] == "automatic" && form["emailDomains"] == "")
      form["tokenAuthentication"] = "private_key_jwt"
      let refused = try await browser.submit(form, status: 400)
      #expect(refused.problem?.contains("private key") == true, "\(refused.problem ?? "")")
      form["keyID"] = "key-1"
      form["privateKey"] = Self.key
      form["emailDomains"] = "Example.com\nexample.org"
      let page = try await browser.submit(form)
      #expect(!page.response.text.contains("PRIVATE KEY"))
      let stored = try #require(try await Self.stored("oidc.lab", server))
      #expect(stored.tokenAuthentication == .privateKey && stored.clientKeyID == "key-1")
      #expect(stored.emailDomains == ["example.com", "example.org"])
      // Left empty, the key stays.
      var next = try page.form("provider-form").repeatable
      #expect(next["emailDomains"] == "example.com\nexample.org" && next["privateKey"] == "")
      next["emailDomains"] = ""
      next["tokenAuthentication"] = "private_key_jwt"
      _ = try await browser.submit(next)
      #expect(try await Self.stored("oidc.lab", server)?.emailDomains == nil)
      #expect(try await Self.secrets("oidc.lab", server).privateKey != nil)
      next["tokenAuthentication"] = "tls_client_auth"
      _ = try await browser.submit(next, status: 400)
    }
  }

  @Test("an OpenID provider is changed and deleted, after a question")
  func openID() async throws {
    try await TestServer.run { server in
      let before = try #require(try await Self.stored("oidc.lab", server))
      let browser = ConsoleBrowser(server)
      var form = try await browser.open(Self.path("oidc.lab")).form("provider-form").repeatable
      form["displayName"] = "Work"
      form["responseType"] = "idToken"
      let page = try await browser.submit(form)
      #expect(page.heading.hasPrefix("Work"))
      let stored = try #require(try await Self.stored("oidc.lab", server))
      #expect(stored.responseType == .idToken && stored.endpoints == before.endpoints)
      form["issuer"] = "http://example.com"
      #expect(try await browser.submit(form, status: 400).problem?.contains("https address") == true)
      form["issuer"] = "https://login.example.com"
      _ = try await browser.submit(form)
      // The leave to fetch private addresses was the operator's word for the old issuer.
      #expect(try await Self.stored("oidc.lab", server)?.endpoints.allowPrivateAddresses == false)

      let question = try await browser.open(Self.path("oidc.lab", "/delete"))
      #expect(question.heading == "Delete the settings of Work?")
      let list = try await browser.submit(try question.form("confirm-form"))
      #expect(list.notice == "The provider’s settings were deleted.")
      #expect(try await Self.stored("oidc.lab", server) == nil)
      _ = try await browser.open(Self.path("oidc.lab"), status: 404)
      _ = try await browser.open(Self.path("oidc.lab", "/delete"), status: 404)
    }
  }

  @Test("there are pages for no other providers")
  func unknown() async throws {
    try await TestServer.run { server in
      try await eachCase(
        of: ["unknown.example", "oauth.*", "oauth.x", "oidc.*", "saml.x", "..", "%2e%2e"]
      ) { id in
        let browser = ConsoleBrowser(server)
        for more in ["", "/test", "/delete"] {
          let response = try await browser.get(Self.path(id, more))
          #expect(response.status == 404)
        }
      }
    }
  }
}
