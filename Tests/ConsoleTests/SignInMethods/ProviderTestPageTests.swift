import Foundation
import Identity
import IdentityProviders
import IdentityWire
import TestSupport
import Testing
import Texts

@testable import Console

@Suite("The test of a provider in the console")
struct ProviderTestPageTests {
  private static func path(_ id: String, _ more: String = "") -> String {
    ConsoleBrowser.path("methods/providers/\(id)/test\(more)")
  }

  /// Presses the button, and says where the page leads.
  private static func begin(_ id: String, _ browser: ConsoleBrowser, query: String = "") async throws
    -> AuthUriFlow
  {
    let page = try await browser.open(path(id) + query)
    let leave = try await browser.submit(try page.form("test-form"))
    return AuthUriFlow(providerID: id, authURI: try leave.link("leave"), sessionID: "")
  }

  /// From the lab back to the handler, and from its page to the console.
  private static func comeBack(_ callback: String, _ server: TestServer) async throws -> String {
    let response = try await server.bring(callback)
    guard let address = response.pageData["returnURL"]?.stringValue else {
      throw TestFailure("the handler led nowhere: \(response.status) \(response.text)")
    }
    return address
  }

  private static func run(
    _ id: String, _ browser: ConsoleBrowser, _ options: [String: String] = [:], query: String = ""
  ) async throws -> ConsoleDocument {
    let server = browser.server
    let flow = try await begin(id, browser, query: query)
    let back = try await comeBack(try await server.authorize(flow, options), server)
    return try await browser.open(back)
  }

  private static func outcomes(_ page: ConsoleDocument) -> [String: String] {
    Dictionary(
      page.root.all("tr").compactMap { row in row["data-check"].map { ($0, row["data-outcome"] ?? "") } },
      uniquingKeysWith: { $1 })
  }

  @Test("a sign-in at the lab comes back with every check, and signs nobody in")
  func passes() async throws {
    try await TestServer.run { server in
      try await eachCase(
        of: [
          "apple.com", "facebook.com", "github.com", "google.com", "microsoft.com", "oauth.lab", "oidc.lab",
          "saml.lab", "twitter.com",
        ]
      ) { id in
        let browser = ConsoleBrowser(server)
        let events = try await server.auditEvents {
          let page = try await Self.run(id, browser)
          let outcomes = Self.outcomes(page)
          #expect(outcomes["configuration"] == "passed" && outcomes["decision"] == "passed", "\(outcomes)")
          #expect(outcomes.values.allSatisfy { $0 == "passed" || $0 == "noted" })
          #expect(page.element(id: "checks-summary")?.text == "All checks passed.")
          #expect(page.element(id: "person")?.text.contains("ada@example.com") == true)
          #expect(page.element(id: "decision")?.text.contains("a new account would be created") == true)
          #expect(!page.text.contains("methods."), "\(page.text)")
          // Looking again shows the same.
          #expect(page.response.headers.first(name: "location") == nil)
        }
        #expect(events.map(\.action) == [.providerTrial] && events.first?.actor == "admin:dev")
        #expect(try await server.accountCount() == 0)
      }
    }
  }

  @Test("the user that a sign-in would be of is a link away")
  func account() async throws {
    try await TestServer.run { server in
      _ = try await server.administer("accounts", ["localId": "ada/1", "email": "ada@example.com"])
      let browser = ConsoleBrowser(server)
      let page = try await Self.run("oidc.lab", browser)
      let link = try #require(page.element(id: "decision")?.all("a").first?["href"])
      #expect(try await browser.open(link).element(id: "uid")?.text == "ada/1")
    }
  }

  @Test("what fails is shown with its reason, in the administrator's language")
  func fails() async throws {
    try await TestServer.run { server in
      for (language, words) in [
        ("en", "The nonce claim is not the one that this sign-in was begun with."),
        ("ja", "このログインのために発行されたトークンではありません。"),
        ("vi", "Mã thông báo không được cấp cho lần đăng nhập này."),
      ] {
        let browser = ConsoleBrowser(server, headers: ["Accept-Language": language])
        let page = try await Self.run("oidc.lab", browser, ["lab_fault": "wrong-nonce"])
        let outcomes = Self.outcomes(page)
        #expect(outcomes["nonce"] == "failed" && outcomes["signature"] == "passed")
        #expect(outcomes["decision"] == "not-reached" && page.text.contains(words))
        #expect(page.text.contains("The nonce claim is not the one"), "the exact words are there")
        #expect(page.element(id: "person") == nil)
      }
    }
  }

  @Test("a user who refuses, and a disabled provider, are told as such")
  func refusedAndOff() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      try await server.changeProvider("github.com") { $0.enabled = false }
      let denied = try await Self.run("github.com", browser, ["lab_fault": "denied-consent"])
      #expect(Self.outcomes(denied)["consent"] == "failed")
      let page = try await Self.run("github.com", browser)
      #expect(page.text.contains("The provider is switched off") && Self.outcomes(page)["code"] == "passed")
    }
  }

  // Fails when the answer is looked into without comparing the session.
  @Test("T8: another browser's session gets nothing of a test, and nor does a second use")
  func bound() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      let other = ConsoleBrowser(server)
      _ = try await other.open(Self.path("github.com"))
      let stranger = ConsoleBrowser(server)
      for thief in [other, stranger] {
        let flow = try await Self.begin("github.com", browser)
        let back = try await Self.comeBack(try await server.authorize(flow), server)
        let stolen = try await thief.open(back, status: 400)
        #expect(stolen.problem?.hasPrefix("This sign-in is unknown") == true)
        _ = try await browser.open(back, status: 400)
      }
      let flow = try await Self.begin("github.com", browser)
      let callback = try await server.authorize(flow)
      let back = try await Self.comeBack(callback, server)
      _ = try await browser.open(back)
      _ = try await browser.open(back, status: 400)
      #expect(try await server.send("GET", callback).status == 400)
    }
  }

  // Fails when the path is not the one that the administrator's page gave.
  @Test("the handler leads back to the console alone, and by no redirect")
  func wayBack() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      let flow = try await Self.begin("google.com", browser)
      let response = try await server.send("GET", try await server.authorize(flow))
      #expect(response.status == 200 && response.location == nil)
      let address = try #require(response.pageData["returnURL"]?.stringValue)
      #expect(address.hasPrefix(server.origin + Self.path("google.com", "/answer") + "?answer="))
      let page = try #require(URLComponents(string: address))
      #expect(page.queryItems?.map(\.name) == ["answer"], "no code and no state")
    }
  }

  @Test("a test needs the CSRF token and a page of ours, and names the provider that is configured")
  func forged() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      _ = try await browser.open(Self.path("github.com"))
      for path in [Self.path("github.com"), Self.path("github.com", "/check")] {
        #expect(try await browser.post(path, []).status == 403)
        #expect(try await browser.post(path, [], headers: ["Origin": "https://evil.example"]).status == 403)
      }
      let form = try await browser.open(Self.path("github.com")).form("test-form")
      try await server.changeProvider("github.com") { $0.clientID = "" }
      let page = try await browser.submit(form, status: 400)
      #expect(page.problem?.contains("GitHub needs its client id.") == true)
    }
  }

  @Test("the settings are looked at without a sign-in")
  func preflight() async throws {
    try await TestServer.run { server in
      try await eachCase(
        of: ["apple.com", "github.com", "gc.apple.com", "oauth.lab", "saml.lab"]
      ) { id in
        let browser = ConsoleBrowser(server)
        let page = try await browser.open(Self.path(id))
        if id == "gc.apple.com" { #expect(throws: TestFailure.self) { try page.form("test-form") } }
        let checked = try await browser.submit(try page.form("check-form"))
        #expect(Self.outcomes(checked).values.allSatisfy { $0 == "passed" }, "\(Self.outcomes(checked))")
        guard id == "github.com" else { return }
        let scope = Scope(project: TestServer.project)
        let sealed = try server.service.projects.seal(
          ProviderSecrets(clientSecret: .init("another")), for: id, in: scope)
        try await server.changeProvider(id) { $0.sealedSecrets = sealed }
        let wrong = try await browser.submit(try page.form("check-form"))
        #expect(Self.outcomes(wrong)["client"] == "failed")
        #expect(wrong.text.contains("incorrect_client_credentials"))
      }
    }
  }

  @Test("what revokes access is looked at where a deletion revokes it")
  func revocation() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      let page = try await browser.open(Self.path("oidc.lab"))
      let off = Self.outcomes(try await browser.submit(try page.form("check-form")))
      #expect(off["revocation"] == nil && off["client"] == "passed", "\(off)")
      try await server.changeProvider("oidc.lab") { $0.revokesOnDeletion = true }
      let on = try await browser.submit(try page.form("check-form"))
      #expect(Self.outcomes(on)["revocation"] == "passed", "\(Self.outcomes(on))")
      #expect(on.text.contains("/lab/oidc/revoke"))
    }
  }

  @Test("a tenant's provider is tested among the tenant's accounts")
  func tenant() async throws {
    try await TestServer.run { server in
      let id = try #require(TenantID(rawValue: try await server.makeTenant()))
      let project = try #require(try await server.service.projects.project(TestServer.project))
      let settings = try #require(project.provider("github.com"))
      let secrets = try server.service.projects.secrets(of: settings, in: Scope(project: project.id))
      let sealed = try server.service.projects.seal(
        secrets, for: "github.com", in: Scope(project: project.id, tenant: id))
      try await server.service.projects.updateTenant(id, in: project.id) { tenant in
        var own = settings
        own.sealedSecrets = sealed
        tenant.providers = [own]
      }
      let page = try await Self.run("github.com", ConsoleBrowser(server), query: "?tenant=\(id)")
      #expect(Self.outcomes(page)["decision"] == "passed", "\(page.text)")
      #expect(page.root.first("main")?.all("a").first?["href"]?.contains("tenant=\(id)") == true)
    }
  }

  @Test("every check, rule and verdict has words in every language")
  func words() throws {
    let catalog = try TextCatalog(ConsoleTextTests.resources)
    for language in Language.ofConsole {
      func has(_ key: String) { #expect(catalog.text("methods.\(key)", in: language) != nil, "\(key)") }
      for name in SignInCheck.Name.allCases {
        for suffix in ["", ".passed", ".failed"] { has("check.\(name.rawValue)\(suffix)") }
      }
      for name in CheckList.ofEvidence {
        for suffix in ["passed", "failed"] { has("check.saml.\(name.rawValue).\(suffix)") }
      }
      for outcome in SignInCheck.Outcome.allCases { has("outcome.\(outcome.rawValue)") }
      for verdict in EmailTrust.Verdict.allCases { has("email.verdict.\(verdict.rawValue)") }
      for rule in LinkRule.allCases { has("rule.\(rule.rawValue)") }
      for refusal in LinkRefusal.allCases { has("rule.\(refusal.rawValue)") }
      has("rule.needConfirmation")
      for name in MissingSetting.Name.allCases { has("missing.\(name.rawValue)") }
      for id in [
        "apple.com", "facebook.com", "github.com", "google.com", "gc.apple.com", "linkedin.com",
        "microsoft.com", "oauth.x", "oidc.line", "oidc.x", "playgames.google.com", "saml.x", "twitter.com",
        "yahoo.com",
      ] {
        let (key, count) = ProviderGuide.steps(of: id)
        for step in 1...count { has("guide.\(key).\(step)") }
      }
    }
  }
}
