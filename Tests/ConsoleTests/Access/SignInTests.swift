import Identity
import IdentityWire
import Operations
import Settings
import TestSupport
import Testing

@testable import Console

@Suite("Signing in to the console")
struct SignInTests {
  private static let cookie = ConsoleSessionCookie.secure.name

  @Test("without an owner there is no console, and with one from one moment to the next")
  func closed() async throws {
    var options = TestServer.Options()
    options.isDevelopment = false
    options.passwordMemoryCost = 4
    try await TestServer.run(options) { server in
      let unknown = try await server.send("GET", "/nothing-at-all")
      for path in [
        "/console", "/console/sign-in", "/console/p/example", "/console/x", "/console/assets/console.css",
      ] {
        let response = try await server.send("GET", path)
        #expect(response.status == 404, "\(path)")
        #expect(response.text == unknown.text.replacing("/nothing-at-all", with: path))
      }
      let owner = try await server.addAdministrator(.owner, "owner@example.com")
      #expect(try await ConsoleBrowser(server).signIn(owner).heading == "Projects")
    }
  }

  @Test("the setting switches it off, or leaves it to some networks")
  func settings() async throws {
    let elsewhere = try #require(AddressRange("10.0.0.0/8"))
    let here = try #require(AddressRange("127.0.0.0/8"))
    for (console, isThere) in [
      (ConsoleConfiguration(isEnabled: false), false), (ConsoleConfiguration(networks: [elsewhere]), false),
      (ConsoleConfiguration(networks: [elsewhere, here]), true),
    ] {
      var options = TestServer.Options()
      options.console = console
      try await TestServer.runServing(options) { server, _ in
        let status = try await server.send("GET", "/console/sign-in").status
        #expect(status == (isThere ? 200 : 404), "\(console)")
      }
    }
  }

  @Test("password and one-time password lead to where somebody wanted to go")
  func next() async throws {
    try await TestServer.runServing { server, owner in
      let browser = ConsoleBrowser(server)
      let page = try await browser.signIn(owner, from: "/console/p/example?x=1")
      #expect(page.title.contains("example") && page.text.contains("Project ID"))
      #expect(page.root.all("button").contains { $0["id"] == "sign-out" })
      for wanted in [
        "https://evil.example/", "//evil.example", "/console/../sample", "/sample", "/console\\x",
      ] {
        let other = ConsoleBrowser(server)
        var form = try await other.open("/console/sign-in?next=\(FormURLEncoded.encode(wanted))").form(
          "sign-in-form")
        #expect(form["next"] == "/console", "\(wanted)")
        form["next"] = wanted
        form["email"] = owner.email
        form["password"] = owner.password
        var code = try await other.submit(form).form("code-form")
        code["next"] = wanted
        code["code"] = server.nextPassword(of: owner)
        #expect(try await other.send(code).location == "/console", "\(wanted)")
      }
    }
  }

  @Test("what is wrong is said on the page, and the address stays typed")
  func mistakes() async throws {
    try await TestServer.runServing { server, owner in
      let browser = ConsoleBrowser(server)
      var form = try await browser.open("/console/sign-in").form("sign-in-form")
      form["email"] = owner.email
      form["password"] = "not the password"
      let refused = try await browser.submit(form, status: 400)
      #expect(refused.problem == "The e-mail address or the password is wrong.")
      #expect(try refused.form("sign-in-form")["email"] == owner.email)
      form["email"] = "nobody@example.com"
      #expect(try await browser.submit(form, status: 400).problem == refused.problem)
      var code = try await browser.enterPassword(owner).form("code-form")
      code["code"] = "000000"
      let again = try await browser.submit(code, status: 400)
      #expect(again.problem == "The one-time password is wrong or was already used.")
      code = try again.form("code-form")
      let password = server.nextPassword(of: owner)
      code["code"] = password.prefix(3) + " " + password.suffix(3)
      #expect(try await browser.submit(code).heading == "Projects")
    }
  }

  @Test("a one-time password is good once, and guesses at it have an end")
  func guesses() async throws {
    try await TestServer.runServing { server, owner in
      let first = ConsoleBrowser(server)
      var form = try await first.enterPassword(owner).form("code-form")
      let password = server.nextPassword(of: owner)
      form["code"] = password
      _ = try await first.submit(form)
      let second = ConsoleBrowser(server)
      form = try await second.enterPassword(owner).form("code-form")
      form["code"] = password
      _ = try await second.submit(form, status: 400)
      var problem: String?
      for guess in 0..<15 {
        form["code"] = String(100_000 + guess)
        let answer = try await second.send(form)
        problem = try ConsoleDocument(answer).problem
      }
      #expect(problem == "There were too many attempts. Try again later.")
    }
  }

  @Test("the cookie is the host's own, secure, out of scripts' reach, and for the console's forms")
  func cookie() async throws {
    try await TestServer.runServing { server, _ in
      let response = try await server.send("GET", "/console/sign-in")
      let cookie = try #require(response.headers["set-cookie"].first { $0.hasPrefix(Self.cookie) })
      #expect(Self.cookie.hasPrefix("__Host-"))
      let parts = Set(cookie.split(separator: ";").map { $0.drop { $0 == " " }.lowercased() })
      #expect(parts.isSuperset(of: ["secure", "httponly", "samesite=lax", "path=/"]))
      #expect(
        !parts.contains { $0.hasPrefix("domain") || $0.hasPrefix("max-age") || $0.hasPrefix("expires") })
    }
  }

  @Test("a second factor of a session that has ended, or needs none, is not asked about any further")
  func lateFactor() async throws {
    try await TestServer.runServing { server, owner in
      let strangers = ConsoleBrowser(server)
      for browser in [strangers, try await server.consoleBrowser(of: owner)] {
        let page = try await browser.open(browser === strangers ? "/console/sign-in" : "/console")
        let token = try #require(page.csrfToken)
        let response = try await browser.post(
          "/console/factor",
          [("csrf", token), ("secret", "x"), ("sessionInfo", "x"), ("code", "000000")])
        #expect(response.status == 303 && response.location == "/console/sign-in")
      }
    }
  }

  @Test("what else the console keeps in browsers is secure, too, and names nobody")
  func otherCookies() async throws {
    try await TestServer.runServing { server, owner in
      let browser = try await server.consoleBrowser(of: owner)
      let page = try await browser.open("/console")
      let token = try #require(page.csrfToken)
      let language = try await browser.post("/console/language", [("csrf", token), ("language", "ja")])
      let notice = try await browser.post(
        ConsoleBrowser.path("settings/name"), [("csrf", token), ("form", "name"), ("name", "")])
      let cookies = language.headers["set-cookie"] + notice.headers["set-cookie"]
      #expect(
        cookies.map { $0.split(separator: ";").first ?? "" } == [
          "latchkey-language=ja", "latchkey-notice=common.saved",
        ])
      #expect(cookies.allSatisfy { $0.contains("Secure") && $0.contains("HttpOnly") })
    }
  }

  @Test("signing out ends the session on the server, and the log says so")
  func signOut() async throws {
    try await TestServer.runServing { server, owner in
      let browser = try await server.consoleBrowser(of: owner)
      let token = browser.cookies[Self.cookie]
      let page = try await browser.open("/console")
      let domain = try await browser.open(ConsoleBrowser.path("settings/domains")).form("add-domain")
      let out = try await browser.submit(try page.form("/console/sign-out"))
      #expect(out.notice == "You are signed out." && browser.cookies[Self.cookie] != token)
      browser.set(cookie: Self.cookie, to: token)
      #expect(try await browser.get("/console").location?.hasPrefix("/console/sign-in") == true)
      let lost = try await browser.submit(domain)
      #expect(lost.heading == "Sign in" && lost.notice?.hasPrefix("Your session has ended") == true)
      let event = try #require(try await server.auditEvents(of: .console).last { $0.action == .signOut })
      #expect(event.actor == "admin:owner@example.com")
    }
  }

  @Test("a session ends when it stands unused, and after a working day whatever it is used for")
  func lifetimes() async throws {
    try await TestServer.runServing { server, owner in
      let browser = try await server.consoleBrowser(of: owner)
      for _ in 0..<30 {
        server.clock.advance(seconds: 24 * 60)
        guard try await browser.get("/console").status == 200 else { break }
      }
      #expect(try await browser.get("/console").status == 303)
      let session = try await server.consoleBrowser(of: owner)
      server.clock.advance(seconds: 29 * 60)
      #expect(try await session.get("/console").status == 200)
      server.clock.advance(seconds: 31 * 60)
      #expect(try await session.get("/console").status == 303)
    }
  }

  @Test("sign-ins are in the audit log with the administrator's name, and refused ones too")
  func audit() async throws {
    try await TestServer.runServing { server, owner in
      var form = try await ConsoleBrowser(server).open("/console/sign-in").form("sign-in-form")
      let browser = ConsoleBrowser(server)
      form = try await browser.open("/console/sign-in").form("sign-in-form")
      form["email"] = owner.email
      form["password"] = "not the password"
      _ = try await browser.submit(form, status: 400)
      _ = try await browser.signIn(owner)
      let events = try await server.auditEvents(of: .console).filter { $0.action == .signIn }
      #expect(events.map(\.outcome) == ["INVALID_LOGIN_CREDENTIALS", "pending", "success"])
      #expect(events.allSatisfy { $0.details["administrator"] == owner.email })
    }
  }
}
