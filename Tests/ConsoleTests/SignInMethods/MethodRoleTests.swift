import Identity
import IdentityWire
import Operations
import TestSupport
import Testing

@testable import Console

@Suite("Sign-in methods in the console of a server for real users")
struct MethodRoleTests {
  /// A server with an owner, whose project has the providers of a development server's lab.
  private static func run(
    _ body:
      @Sendable @escaping (_ serving: TestServer, _ lab: TestServer, TestAdministrator) async throws -> Void
  ) async throws {
    try await TestServer.run { development in
      try await TestServer.runServing { server, owner in
        let scope = Scope(project: TestServer.project)
        let project = try #require(try await development.service.projects.project(TestServer.project))
        for provider in project.providers {
          _ = try await server.backend.administration.setProvider(
            provider, secrets: try development.service.projects.secrets(of: provider, in: scope),
            for: .appCredentials, in: TestServer.project)
        }
        try await body(server, development, owner)
      }
    }
  }

  private static let test = ConsoleBrowser.path("methods/providers/github.com/test")

  /// Begins a test, and comes back from the lab with an answer.
  private static func answer(_ browser: ConsoleBrowser, _ lab: TestServer) async throws -> String {
    let leave = try await browser.submit(try await browser.open(test).form("test-form"))
    let flow = AuthUriFlow(providerID: "github.com", authURI: try leave.link("leave"), sessionID: "")
    let back = try await browser.server.send("GET", try await lab.authorize(flow))
    return try #require(back.pageData["returnURL"]?.stringValue)
  }

  @Test("an administrator's test of a provider works behind the sign-in, and is theirs alone")
  func trial() async throws {
    try await Self.run { server, lab, owner in
      let browser = try await server.consoleBrowser(of: owner)
      let page = try await browser.open(try await Self.answer(browser, lab))
      #expect(page.element(id: "checks-summary")?.text == "All checks passed.")
      let event = try #require(try await server.auditEvents().last { $0.action == .providerTrial })
      #expect(event.actor == "admin:owner@example.com")

      let editor = try await server.consoleBrowser(.editor)
      _ = try await editor.open(try await Self.answer(browser, lab), status: 400)
      // Nobody who is not signed in learns anything of it.
      let answer = try await Self.answer(browser, lab)
      let stranger = try await ConsoleBrowser(server).get(answer)
      #expect(stranger.status == 303 && stranger.location?.hasPrefix("/console/sign-in") == true)
      #expect(try await browser.open(answer).text.contains("Checks of the sign-in"))
      #expect(try await server.accountCount() == 0)
    }
  }

  // Fails when an action of the area takes viewers, or a page offers them a form.
  @Test("a viewer sees every page and no secret, and changes nothing by form or by hand")
  func viewer() async throws {
    try await Self.run { server, _, _ in
      let browser = try await server.consoleBrowser(.viewer)
      try await server.changeProject { $0.signIn.testPhoneNumbers = ["+15555550100": "271828"] }
      let before = try await server.service.store.project(TestServer.project)
      let table = ConsoleRouteTable()
      SignInMethodsSection().add(to: table)
      var csrf: String?
      for route in table.routes where route.method == .get {
        let path = ConsoleBrowser.path(ConsolePath.filled(route.path, ["provider": "github.com"]))
        let response = try await browser.get(path)
        guard route.role == .viewer else {
          #expect(response.status == 403, "\(path)")
          continue
        }
        let page = try ConsoleDocument(response)
        #expect(response.status == 200 && !response.text.contains("lab-client-secret"), "\(path)")
        #expect(!response.text.contains("271828"), "whoever knows a test number's code signs in by it")
        csrf = page.csrfToken ?? csrf
        #expect(page.root.first("main")?.all("form").isEmpty == true, "\(path) offers a form")
      }
      let passwords = try await browser.open(ConsoleBrowser.path("methods/passwords"))
      #expect(passwords.text.contains("Enforcement Off Minimum length 6 Maximum length None"))
      let gitHub = try await browser.open(ConsoleBrowser.path("methods/providers/github.com"))
      #expect(gitHub.text.contains("Client secret Set") && gitHub.text.contains("Enabled On"))
      let token = try #require(csrf)
      for route in table.routes where route.method == .post {
        #expect(route.role >= .editor)
        let path = ConsoleBrowser.path(ConsolePath.filled(route.path, ["provider": "github.com"]))
        let response = try await browser.post(
          path,
          [
            ("csrf", token), ("enabled", "on"), ("clientID", "x"), ("clientSecret", "y"), ("state", "off"),
            ("minimum", "8"), ("maximum", ""), ("number", "+15555550100"), ("code", "123456"),
          ])
        #expect(response.status == 403, "\(path)")
      }
      #expect(try await server.service.store.project(TestServer.project) == before)
    }
  }

  @Test("an editor changes settings, with their name in the audit log")
  func editor() async throws {
    try await Self.run { server, _, _ in
      let browser = try await server.consoleBrowser(.editor)
      var form = try await browser.open(ConsoleBrowser.path("methods/providers/github.com"))
        .form("provider-form")
      form["clientID"] = "another"
      let ready = form
      let events = try await server.auditEvents { _ = try await browser.submit(ready) }
      #expect(events.map(\.actor) == ["admin:editor@example.net"])
      #expect(events.map(\.action) == [.providerUpdate])
    }
  }
}
