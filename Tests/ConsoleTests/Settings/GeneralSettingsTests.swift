import Identity
import TestSupport
import Testing

@testable import Console

@Suite("The console's general settings")
struct GeneralSettingsTests {
  private func open(_ browser: ConsoleBrowser, _ path: String = "settings") async throws -> ConsoleDocument {
    try await browser.open(ConsoleBrowser.path(path))
  }

  @Test("the project is told, can be named, and can be closed to new tenants")
  func project() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      var page = try await open(browser)
      let project = try await server.project()
      #expect(page.heading == "General" && page.text.contains(project.apiKeys[0]))
      #expect(page.element(id: "api-key-0")?.text == project.apiKeys[0])
      var name = try page.form("name-form")
      name["name"] = "  Bücher & <b>More</b> "
      let events = try await server.auditEvents { page = try await browser.submit(name) }
      #expect(page.notice == "The changes were saved.")
      #expect(try await server.project().displayName == "Bücher & <b>More</b>")
      #expect(page.response.text.contains("Bücher &amp; &lt;b&gt;More"))
      #expect(events.map(\.action) == [.projectUpdate] && events[0].actor == "admin:dev")
      #expect(events[0].details["changed"] == "displayName")
      var tenants = try page.form("tenants-form")
      #expect(tenants["allowTenants"] == "on")
      tenants["allowTenants"] = nil
      page = try await browser.submit(tenants)
      #expect(try await !server.project().allowsTenants)
      name = try page.form("name-form")
      name["name"] = "a\u{7}b"
      page = try await browser.submit(name, status: 400)
      #expect(page.problem?.hasPrefix("This name is too long") == true)
      #expect(page.element(id: "name")?["value"] == "a\u{7}b")
      #expect(page.element(id: "allow-tenants")?["checked"] == nil)
      #expect(try await server.project().displayName == "Bücher & <b>More</b>")
    }
  }

  @Test("domains are added, refused where they are none, and removed after a question")
  func domains() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      var page = try await open(browser, "settings/domains")
      var form = try page.form("add-domain")
      form["domain"] = "App.Example.com"
      page = try await browser.submit(form)
      #expect(page.notice == "The domain was added." && page.text.contains("app.example.com"))
      page = try await browser.submit(form)
      #expect(page.notice == "The domain is already in the list.")
      form["domain"] = "https://evil.example/"
      page = try await browser.submit(form, status: 400)
      #expect(page.problem?.contains("give the host alone") == true)
      #expect(page.element(id: "domain")?["value"] == "https://evil.example/")
      let question = try await browser.open(
        page.root.all("a").first { $0["aria-label"] == "Remove: app.example.com" }?["href"] ?? "")
      #expect(question.heading == "Remove app.example.com?")
      page = try await browser.submit(try question.form("confirm-form"))
      #expect(page.notice == "The domain was removed.")
      #expect(try await !server.project().authorizedDomains.contains("app.example.com"))
      let again = try await browser.submit(try question.form("confirm-form"), status: 400)
      #expect(again.problem == "The project has no such domain.")
    }
  }

  @Test("linking and trust are changed at once")
  func accounts() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      let page = try await open(browser, "settings/accounts")
      var form = try page.form("accounts-form").repeatable
      #expect(form["linking"] == "one")
      form["linking"] = "several"
      form["trust"] = "providerClaim"
      form["verification"] = "strict"
      let events = try await server.auditEvents { _ = try await browser.submit(form) }
      let settings = try await server.project().signIn
      #expect(settings.allowDuplicateEmails && settings.emailTrust == .providerClaim)
      #expect(settings.strictEmailVerification)
      #expect(settings.usersMaySignUp && settings.usersMayDelete)
      #expect(events.map { $0.details["changed"] } == ["signIn"])
      let changed = try await open(browser, "settings/accounts").form("accounts-form")
      #expect(changed["linking"] == "several" && changed["trust"] == "providerClaim")
      #expect(changed["verification"] == "strict")
      for (name, value) in [("linking", "none"), ("trust", "everybody"), ("trust", ""), ("verification", "")]
      {
        var broken = form
        broken[name] = value
        #expect(try await browser.submit(broken, status: 400).problem != nil, "\(name)")
      }
    }
  }

  @Test("new passwords are hashed as chosen, and the page says what Firebase makes of it")
  func hashing() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      let page = try await open(browser, "settings/accounts")
      var form = try page.form("hashing-form").repeatable
      #expect(form["scheme"] == "firebaseScrypt")
      form["scheme"] = "argon2id"
      let events = try await server.auditEvents { _ = try await browser.submit(form) }
      #expect(try await server.project().passwordHashing.scheme == .argon2id)
      #expect(events.map { $0.details["changed"] } == ["passwordHashing"])
      let changed = try await open(browser, "settings/accounts").form("hashing-form")
      #expect(changed["scheme"] == "argon2id")
      form["scheme"] = "md5"
      #expect(try await browser.submit(form, status: 400).problem != nil)
    }
  }

  @Test("sessions have ends and tokens that rotate; what is out of range is refused and stays typed")
  func sessions() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      var form = try await open(browser, "settings/sessions").form("sessions-form").repeatable
      #expect(form["refreshTokens"] == "stable" && form["idleLifetime"] == "")
      form["refreshTokens"] = "rotating"
      form["gracePeriod"] = "30"
      form["idleLifetime"] = "36"
      form["idleLifetimeUnit"] = "hours"
      form["absoluteLifetime"] = "30"
      form["absoluteLifetimeUnit"] = "days"
      let page = try await browser.submit(form)
      let policy = try await server.project().sessions
      #expect(policy.refreshTokens == .rotating && policy.gracePeriod == 30)
      #expect(policy.idleLifetime == 36 * 3_600 && policy.absoluteLifetime == 30 * 86_400)
      let shown = try page.form("sessions-form")
      #expect(shown["idleLifetime"] == "36" && shown["idleLifetimeUnit"] == "hours")
      #expect(shown["absoluteLifetime"] == "30" && shown["absoluteLifetimeUnit"] == "days")
      for (name, value) in [
        ("idleLifetime", "1"), ("gracePeriod", "3601"), ("gracePeriod", ""), ("idleLifetime", "x"),
        ("absoluteLifetime", "9223372036854775807"), ("idleLifetimeUnit", "years"), ("refreshTokens", "x"),
      ] {
        var broken = form
        broken[name] = value
        let page = try await browser.submit(broken, status: 400)
        #expect(page.problem != nil, "\(name)=\(value)")
        if name == "idleLifetime" {
          #expect(page.element(id: name)?["value"] == value)
          #expect(
            page.problem?.contains("A session ends when it is not used for (2–87600 hours)") == true,
            "\(page.problem ?? "")")
        }
      }
      #expect(try await server.project().sessions == policy)
    }
  }

  @Test("another signing algorithm is warned of and asked about")
  func algorithm() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      let page = try await open(browser, "settings/sessions")
      #expect(page.element(id: "algorithm")?.text == "RS256")
      let question = try await browser.open(try page.link("use-ES256"))
      #expect(question.text.contains("The official Admin SDKs"))
      let changed = try await browser.submit(try question.form("confirm-form"))
      #expect(
        changed.notice == "The algorithm was changed." && changed.text.contains("The official Admin SDKs"))
      #expect(try await server.project().tokenAlgorithm == .es256)
      #expect(try await open(browser, "settings/keys").text.contains("ES256"))
      _ = try await browser.open(
        ConsoleBrowser.path("settings/sessions/algorithm?to=HS256"), status: 404)
    }
  }

  @Test("the issuer is changed, warned of, and the former one shown while it is accepted")
  func issuer() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      let official = "https://securetoken.google.com/example"
      var page = try await open(browser, "settings/sessions")
      #expect(page.element(id: "issuer-now")?.text == official)
      #expect(!page.text.contains("accept only Google’s form of the issuer"))
      var form = try page.form("issuer-form").repeatable
      #expect(form["issuer"] == "" && form["issuerGrace"] == "1" && form["issuerGraceUnit"] == "days")
      form["issuer"] = "https://auth.example.com/example"
      form["issuerGrace"] = "90"
      form["issuerGraceUnit"] = "minutes"
      page = try await browser.submit(form)
      #expect(page.notice == "The issuer was changed.")
      #expect(page.text.contains("accept only Google’s form of the issuer"))
      #expect(page.text.contains("\(official) is accepted until"))
      let project = try await server.project()
      #expect(project.issuer == "https://auth.example.com/example")
      let end = try #require(project.formerIssuers.first?.acceptedUntil)
      #expect(abs(end.seconds - server.clock.now().seconds - 5_400) < 60)
      for (name, value) in [
        ("issuer", "http://auth.example.com"), ("issuerGrace", "x"), ("issuerGrace", ""),
        ("issuerGrace", "43201"), ("issuerGraceUnit", "years"),
      ] {
        var broken = form
        broken[name] = value
        #expect(try await browser.submit(broken, status: 400).problem != nil, "\(name)=\(value)")
      }
      #expect(try await server.project().formerIssuers == project.formerIssuers)
      form["issuer"] = ""
      form["issuerGrace"] = "0"
      _ = try await browser.submit(form)
      #expect(try await server.project().issuers(now: server.clock.now()) == [official])
    }
  }

  @Test("blocking functions are set, checked and taken away")
  func functions() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      var form = try await open(browser, "settings/functions").form("functions-form").repeatable
      form["beforeCreate"] = "https://example.com/hook"
      form["beforeSendSms"] = "https://example.com/sms"
      form["idToken"] = "on"
      _ = try await browser.submit(form)
      var functions = try await server.project().blockingFunctions
      #expect(functions.beforeCreate?.functionURI == "https://example.com/hook")
      #expect(functions.beforeSignIn == nil && functions.forwardsIDToken && !functions.forwardsAccessToken)
      #expect(functions.beforeSendSms?.functionURI == "https://example.com/sms")
      #expect(functions.beforeSendEmail == nil)
      form["beforeSignIn"] = "file:///etc/passwd"
      let refused = try await browser.submit(form, status: 400)
      #expect(refused.problem?.hasPrefix("This address cannot be called") == true)
      #expect(refused.element(id: "beforeSignIn")?["value"] == "file:///etc/passwd")
      form["beforeCreate"] = ""
      form["beforeSignIn"] = ""
      form["beforeSendSms"] = ""
      form["idToken"] = nil
      _ = try await browser.submit(form)
      functions = try await server.project().blockingFunctions
      #expect(functions == BlockingFunctions())
    }
  }

  @Test("a quota of new accounts is set for a time, and ended; the server's limits are told")
  func limits() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      let page = try await open(browser, "settings/limits")
      #expect(page.text.contains("New accounts from one network") && page.element(id: "quota") == nil)
      var form = try page.form("quota-form").repeatable
      form["count"] = "25"
      form["duration"] = "2"
      form["durationUnit"] = "hours"
      let set = try await browser.submit(form)
      #expect(set.element(id: "quota")?.text.contains("25 accounts") == true)
      let quota = try #require(try await server.project().signUpQuota)
      #expect(quota.count == 25 && quota.duration == 7_200)
      form["start"] = "2099-01-31T12:30"
      #expect(try await browser.submit(form).element(id: "quota")?.text.hasPrefix("From 2099-01-31") == true)
      for (name, value) in [
        ("count", "0"), ("count", "1001"), ("duration", ""), ("duration", "169"), ("start", "tomorrow"),
        ("start", "2026-02-30T12:00"),
      ] {
        var broken = form
        broken[name] = value
        #expect(try await browser.submit(broken, status: 400).problem != nil, "\(name)=\(value)")
      }
      _ = try await browser.submit(try set.form("quota-end"))
      #expect(try await server.project().signUpQuota == nil)
    }
  }
}
