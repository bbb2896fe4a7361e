import Operations
import Identity
import IdentityWire
import TestSupport
import Testing

@testable import Console

@Suite("T30: session fixation at the console", .fewAtOnce)
struct T30ConsoleTests {
  private static let cookie = ConsoleSessionCookie.secure.name

  // Fails when SignInRoutes leaves the session that the browser has (at each of its steps alone).
  @Test("every step of a sign-in has a session of its own, whatever was planted")
  func steps() async throws {
    try await TestServer.runServing { server, owner in
      let planted = String(repeating: "A", count: 43)
      let browser = ConsoleBrowser(server)
      browser.set(cookie: Self.cookie, to: planted)
      var seen = [planted]
      func next(_ step: String) throws {
        let session = try #require(browser.cookies[Self.cookie])
        #expect(!seen.contains(session), "\(step)")
        seen.append(session)
      }
      var code = try await browser.enterPassword(owner).form("code-form")
      try next("password")
      code["code"] = server.nextPassword(of: owner)
      let home = try await browser.submit(code)
      try next("one-time password")
      #expect(home.heading == "Projects")
      // None of those before opens anything.
      for session in seen.dropLast() {
        let other = ConsoleBrowser(server)
        other.set(cookie: Self.cookie, to: session)
        #expect(try await other.get("/console").status == 303)
      }
      _ = try await browser.submit(try home.form("/console/sign-out"))
      try next("sign-out")
    }
  }

  // Fails when ConsoleAdministrators.setRole or resetFactor does not end sessions, and when finishEnrolment goes on with
  // the first one (each alone).
  @Test("every change of privilege ends the session that there was")
  func privileges() async throws {
    try await TestServer.runServing { server, _ in
      let administrator = try await server.addAdministrator(.editor, "ann@example.com")
      let id = try #require(try await server.administrators.all().first { $0.email == administrator.email })
        .id
      for role in [ConsoleRole.owner, .viewer] {
        let browser = try await server.consoleBrowser(of: administrator)
        try await server.administrators.setRole(role, of: id)
        #expect(try await browser.get("/console").status == 303)
      }
      let browser = try await server.consoleBrowser(of: administrator)
      try await server.administrators.resetFactor(of: id)
      #expect(try await browser.get("/console").status == 303)
      let page = try await browser.enterPassword(administrator)
      let first = try #require(browser.cookies[Self.cookie])
      let secret = try #require(page.element(id: "secret")?.text.filter { $0 != " " })
      var form = try page.form("factor-form")
      form["code"] = try TestAuthenticator(base32: secret).password(at: server.clock.now())
      _ = try await browser.submit(form)
      #expect(browser.cookies[Self.cookie] != first)
      let other = ConsoleBrowser(server)
      other.set(cookie: Self.cookie, to: first)
      #expect(try await other.get("/console").status == 303)
    }
  }
}
