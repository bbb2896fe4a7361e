import Identity
import IdentityWire
import TestSupport
import Testing

@Suite("Passkeys in the console")
struct PasskeyPageTests {
  private static let path = ConsoleBrowser.path("methods/passkeys")

  private static func settings(_ server: TestServer) async throws -> PasskeySettings? {
    try #require(try await server.service.projects.project(TestServer.project)).signIn.passkeys
  }

  @Test("the settings are saved, and what is no domain or origin is refused")
  func settings() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      func filled(_ changes: [String: String?]) async throws -> HTMLForm {
        var form = try await browser.open(Self.path).form("settings-form")
        for (name, value) in changes { form[name] = value }
        return form
      }
      #expect(try await browser.open(Self.path).heading == "Passkeys")
      let form = try await filled([
        "rpId": "example.com", "origins": "https://www.example.com\nhttps://other.example", "copies": nil,
        "maximum": "3",
      ])
      #expect(try await browser.submit(form).notice == "The changes were saved.")
      let saved = try #require(try await Self.settings(server))
      #expect(saved.rpID == "example.com" && saved.limit == 3)
      #expect(saved.expectedOrigins == ["https://www.example.com", "https://other.example"])
      #expect(saved.countsAsTwoFactors && !saved.refusesCopies)

      // As many characters as the field takes, of those that are longest in a form.
      let roots = String(repeating: "+", count: 65_536)
      let long = try await browser.submit(try await filled(["roots": roots]), status: 400)
      #expect(long.problem?.contains("not valid") == true)
      let longer = try await browser.submit(try await filled(["roots": roots + "+"]), status: 400)
      #expect(longer.problem?.contains("65536") == true)

      for (name, value) in [("rpId", "https://example.com"), ("origins", "http://example.com")] {
        let refused = try await browser.submit(try await filled([name: value]), status: 400)
        #expect(refused.problem?.contains("not valid") == true)
        #expect(try await Self.settings(server) == saved)
      }
    }
  }

  @Test("the test says of each origin whether browsers will take it")
  func test() async throws {
    try await TestServer.run { server in
      try await server.backend.administration.changePasskeys(in: Scope(project: TestServer.project)) {
        $0 = PasskeySettings(
          rpID: "example.com", expectedOrigins: ["https://www.example.com", "https://other.example"])
      }
      let page = try await ConsoleBrowser(server).open(Self.path + "/test")
      let findings = try #require(page.element(id: "passkey-findings")).all("li")
      #expect(findings.compactMap { $0["data-finding"] } == ["ownSite", "relatedSiteElsewhere"])
      #expect(findings.compactMap { $0["data-outcome"] } == ["passed", "noted"])
      #expect(findings.last?.text.contains("https://other.example") == true)
    }
  }

  @Test("another domain is asked for once more when passkeys would be stranded, with their number")
  func stranding() async throws {
    try await TestServer.run { server in
      let user = try await server.signUp("ada@example.com")
      _ = try await server.enrollPasskey(user)
      let browser = ConsoleBrowser(server)
      let path = ConsoleBrowser.path("users/id-" + user.localID)
      var page = try await browser.open(path)
      #expect(page.element(id: "passkeys")?.text.contains("cannot be used") == false)
      var form = try await browser.open(Self.path).form("settings-form")
      form["rpId"] = "example.com"
      form["origins"] = "https://example.com"
      let question = try await browser.submit(form)
      #expect(question.text.contains("1 passkeys will not work with this RP ID"), "\(question.text)")
      #expect(try await Self.settings(server) == nil)
      _ = try await browser.submit(try question.form("confirm-form"))
      #expect(try await Self.settings(server)?.rpID == "example.com")
      let findings = try await browser.open(Self.path + "/test")
      #expect(findings.text.contains("1 passkeys were created for a domain other than example.com"))
      page = try await browser.open(path)
      #expect(page.element(id: "passkeys")?.text.contains("Created for localhost: cannot be used") == true)
    }
  }

  @Test("a user's page lists passkeys, and one is removed there")
  func user() async throws {
    try await TestServer.run { server in
      let user = try await server.signUp("ada@example.com")
      let passkey = try await server.enrollPasskey(user, ["name": "Ada <b>phone</b>"])
      let browser = ConsoleBrowser(server)
      let path = ConsoleBrowser.path("users/id-" + user.localID)
      var page = try await browser.open(path)
      let list = try #require(page.element(id: "passkeys"))
      #expect(list.text.contains("Ada <b>phone</b>") && list.text.contains("Last used Never"))
      #expect(page.element(id: "events")?.text.contains("Passkey added") == true)
      let question = try await browser.open(try #require(list.first("a")?["href"]))
      #expect(question.heading == "Remove the passkey Ada <b>phone</b> of ada@example.com?")
      page = try await browser.submit(try question.form("confirm-form"))
      #expect(try await server.signInByPasskey(passkey.authenticator).status == 400)
      page = try await browser.open(path)
      #expect(page.element(id: "passkeys")?.text.contains("The user has no passkeys.") == true)
    }
  }
}
