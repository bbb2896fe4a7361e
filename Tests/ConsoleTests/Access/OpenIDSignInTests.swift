import Identity
import IdentityWire
import Operations
import ProviderLab
import Secrets
import TestSupport
import Testing

@testable import Console

@Suite("Signing in to the console with an OpenID provider")
struct OpenIDSignInTests {
  /// Runs a server for real users beside another one, whose lab plays the provider.
  private static func run(
    _ body: @Sendable @escaping (TestServer, TestServer, TestAdministrator) async throws -> Void
  ) async throws {
    try await TestServer.run(.live) { lab in
      var options = TestServer.Options()
      options.clock = lab.clock
      try await TestServer.runServing(options) { server, owner in
        let client = ProviderLab.clients.oidc
        _ = try await server.administrators.setOpenID(
          ConsoleOpenID(
            issuer: lab.origin + "/lab/oidc", clientID: client.id,
            groups: ConsoleGroups(claim: "groups", grants: ConsoleOpenIDTester.grants),
            allowsPrivateAddresses: true), secret: Secret(client.secret))
        try await body(server, lab, owner)
      }
    }
  }

  /// Presses the button of a page, and lets somebody agree at the provider.
  ///
  /// - Returns: the address to which the provider sends the browser back.
  private static func leave(
    _ page: ConsoleDocument, _ form: String, _ browser: ConsoleBrowser, _ lab: TestServer,
    _ options: [String: String]
  ) async throws -> String {
    let leaving = try await browser.submit(try page.form(form))
    let flow = AuthUriFlow(providerID: "oidc.lab", authURI: try leaving.link("leave"), sessionID: "")
    return try await lab.authorize(flow, options)
  }

  private static let ann = ["lab_email": "ann@example.com", "lab_groups": "shop team", "lab_sub": "ann"]

  @Test("the button leads to the provider, and back to the page that was asked for, with the group's role")
  func signIn() async throws {
    try await Self.run { server, lab, owner in
      let browser = ConsoleBrowser(server)
      let page = try await browser.open(ConsoleBrowser.path("users"))
      let callback = try await Self.leave(page, "openid-form", browser, lab, Self.ann)
      #expect(callback.hasPrefix(server.origin + ConsoleOpenID.returnPath + "?"))
      let thief = ConsoleBrowser(server)
      #expect(try await thief.get(callback).status == 400)
      let users = try await browser.open(callback)
      #expect(users.response.status == 200 && users.title.contains("example"))
      #expect(try await browser.get("/console/administrators").status == 403)
      #expect(try await browser.get(callback).status == 400)
      let list = try await server.consoleBrowser(of: owner).open("/console/administrators")
      #expect(list.text.contains("by OpenID group") && list.text.contains("example: Editor"))
      let own = try await browser.open("/console/sessions")
      #expect(own.text.contains("this session") && own.text.contains("OpenID"))
    }
  }

  @Test("somebody without a group is refused in one sentence, and the log says why")
  func refused() async throws {
    try await Self.run { server, lab, owner in
      let browser = ConsoleBrowser(server)
      let page = try await browser.open("/console")
      let callback = try await Self.leave(
        page, "openid-form", browser, lab, ["lab_email": "ann@example.com", "lab_groups": "others"])
      let refused = try await browser.open(callback, status: 400)
      #expect(refused.text.contains("Your account may not use this console."))
      #expect(try await browser.get("/console").status == 303)
      let events = try await server.auditEvents(of: .console)
      let event = events.last { $0.outcome == "CONSOLE_ACCESS_DENIED" }
      #expect(event?.details["reason"] == "no group has a role")
      let list = try await server.consoleBrowser(of: owner).open("/console/administrators")
      #expect(list.text.contains("no group has a role"))
    }
  }

  @Test("an owner without a password proves who they are at the provider, and goes on")
  func proof() async throws {
    try await Self.run { server, lab, _ in
      let browser = ConsoleBrowser(server)
      let person = ["lab_email": "ann@example.com", "lab_groups": "platform", "lab_sub": "ann"]
      let page = try await browser.open("/console")
      _ = try await browser.open(try await Self.leave(page, "openid-form", browser, lab, person))
      server.clock.advance(seconds: ConsoleSession.proofLifetime)
      var form = try await browser.open("/console/administrators").form("add-form")
      form["email"] = "bob@example.com"
      let asked = try await browser.submit(form)
      #expect(asked.heading == "Confirm that it is you")
      #expect(throws: TestFailure.self) { try asked.form("proof-form") }
      let stale = try await Self.leave(
        asked, "proof-openid-form", browser, lab, person.merging(["lab_auth_age": "3600"]) { $1 })
      #expect(try await browser.get(stale).status == 400)
      let again = try await browser.open("/console/proof?next=%2Fconsole%2Fadministrators")
      let back = try await browser.open(
        try await Self.leave(again, "proof-openid-form", browser, lab, person))
      #expect(back.heading == "Administrators")
      var repeated = try back.form("add-form")
      repeated["email"] = "bob@example.com"
      #expect(try await browser.submit(repeated).element(id: "invitation-link") != nil)
    }
  }

  @Test("a sign-in for which the provider asked for nothing is no new proof")
  func silentSignIn() async throws {
    try await Self.run { server, lab, _ in
      let person = ["lab_email": "ann@example.com", "lab_groups": "platform", "lab_sub": "ann"]
      for (age, isAsked) in [("3600", true), ("10", false)] {
        let browser = ConsoleBrowser(server)
        let page = try await browser.open("/console")
        let callback = try await Self.leave(
          page, "openid-form", browser, lab, person.merging(["lab_auth_age": age]) { $1 })
        _ = try await browser.open(callback)
        var form = try await browser.open("/console/administrators").form("add-form")
        form["email"] = "bob\(age)@example.com"
        let answer = try await browser.submit(form)
        #expect((answer.heading == "Confirm that it is you") == isAsked, "\(age)")
      }
    }
  }

  @Test("an owner sets the provider on its page, and removes it again")
  func settings() async throws {
    try await Self.run { server, lab, owner in
      let browser = try await server.consoleBrowser(of: owner)
      let page = try await browser.open("/console/openid")
      #expect(page.element(id: "redirect-uri")?.text == server.origin + ConsoleOpenID.returnPath)
      #expect(!page.response.text.contains(ProviderLab.clients.oidc.secret))
      var form = try page.form("openid-form")
      form["grants"] = "viewer=staff \neditor@example=a=b"
      let saved = try await browser.submit(form)
      #expect(saved.notice?.hasPrefix("The settings were saved.") == true)
      let stored = try await server.administrators.openID()
      #expect(stored?.groups.grants.map(\.group) == ["staff ", "a=b"] && stored?.hasSecret == true)
      for (grants, code) in [("admin=staff", "does not name a role"), ("viewer@nowhere=staff", "")] {
        var wrong = try saved.form("openid-form")
        wrong["grants"] = grants
        let problem = try await browser.submit(wrong, status: 400).problem
        #expect(problem?.contains(code) == true || code.isEmpty && problem != nil)
      }
      // The command line allowed a private address for this issuer alone.
      var elsewhere = try saved.form("openid-form")
      elsewhere["issuer"] = lab.origin + "/lab/elsewhere"
      #expect(try await browser.submit(elsewhere, status: 400).problem?.contains("https") == true)
      #expect(try await server.administrators.openID() == stored)
      let gone = try await browser.submit(
        try await browser.open("/console/openid/delete").form("confirm-form"))
      #expect(gone.notice == "The provider was removed.")
      let signIn = try await ConsoleBrowser(server).open("/console/sign-in")
      #expect(signIn.element(id: "openid-form") == nil)
    }
  }
}
