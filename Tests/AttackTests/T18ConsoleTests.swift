import IdentityWire
import TestSupport
import Testing

@testable import Console

@Suite("T18: the console's second factor left out", .fewAtOnce)
struct T18ConsoleTests {
  private static let cookie = ConsoleSessionCookie.secure.name

  private func expectClosed(_ browser: ConsoleBrowser, _ what: String) async throws {
    for path in ["/console", "/console/p/example", "/console/administrators"] {
      #expect(try await browser.get(path).status == 303, "\(what) opens \(path)")
    }
  }

  // Fails when AdministratorAccess takes a session without a second factor.
  @Test("a password alone opens nothing, with a second factor or before there is one")
  func passwordAlone() async throws {
    try await TestServer.runServing { server, owner in
      let browser = ConsoleBrowser(server)
      _ = try await browser.enterPassword(owner)
      try await expectClosed(browser, "the pending sign-in")
      let ann = try await server.addAdministrator(.editor, "ann@example.com")
      let id = try #require(try await server.administrators.all().first { $0.email == ann.email }).id
      try await server.administrators.resetFactor(of: id)
      let half = ConsoleBrowser(server)
      #expect(try await half.enterPassword(ann).heading == "Set up your authenticator app")
      try await expectClosed(half, "the first half")
      // Nor does it once somebody else has enrolled a factor.
      let other = ConsoleBrowser(server)
      let page = try await other.enterPassword(ann)
      let secret = try #require(page.element(id: "secret")?.text.filter { $0 != " " })
      var form = try page.form("factor-form")
      form["code"] = try TestAuthenticator(base32: secret).password(at: server.clock.now())
      _ = try await other.submit(form)
      try await expectClosed(half, "the first half")
      #expect(try await half.get("/console/factor").status == 303)
    }
  }

  // Fails when ConsoleAdministrators.stored does not compare the scope.
  @Test("a session of a project's user is none of the console's, and the other way round")
  func otherSessions() async throws {
    try await TestServer.runServing { server, owner in
      let key = try await server.project().apiKeys[0]
      try await server.changeProject { $0.signIn = .allOn }
      let user = try await server.signUp(owner.email, owner.password, key: key)
      let browser = ConsoleBrowser(server)
      browser.set(cookie: Self.cookie, to: user.refreshToken)
      try await expectClosed(browser, "a user's session")
      let session = try #require(try await server.consoleBrowser(of: owner).cookies[Self.cookie])
      #expect(try await server.refresh(session, key: key).status == 400)
    }
  }
}
