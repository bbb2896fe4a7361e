import Identity
import IdentityWire
import TestSupport
import Testing

@Suite("Sign-in methods in the console")
struct MethodSettingsTests {
  private static func methods(_ relative: String = "") -> String {
    ConsoleBrowser.path(relative.isEmpty ? "methods" : "methods/\(relative)")
  }

  private static func settings(_ server: TestServer) async throws -> SignInSettings {
    try #require(try await server.service.projects.project(TestServer.project)).signIn
  }

  @Test("every way in is listed with its state, and leads to its page")
  func list() async throws {
    try await TestServer.run { server in
      try await server.changeProvider("facebook.com") { $0.enabled = false }
      let browser = ConsoleBrowser(server)
      let page = try await browser.open(Self.methods())
      #expect(page.heading == "Sign-in methods")
      let rows = page.root.all("tr").filter { $0["data-method"] != nil }
      // Those of every project come first, and what was added behind them.
      let names = rows.compactMap { $0["data-method"] }
      #expect(Array(names.prefix(4)) == ["email", "emailLink", "phone", "anonymous"])
      #expect(names.suffix(2) == ["oidc.lab", "saml.lab"])
      let states = Dictionary(
        rows.map { ($0["data-method"] ?? "", $0.first("span")?.text ?? "") }, uniquingKeysWith: { $1 })
      #expect(states["github.com"] == "Enabled" && states["facebook.com"] == "Disabled")
      #expect(
        states["email"] == "Enabled" && states["oidc.lab"] == "Enabled" && states["gc.apple.com"] != nil)
      for row in rows {
        let link = try #require(row.first("a")?["href"])
        #expect(try await browser.open(link).root.all("h1").count == 1)
      }
    }
  }

  @Test("a provider that is on and lacks something is marked")
  func incomplete() async throws {
    try await TestServer.run { server in
      try await server.changeProvider("apple.com") { $0.apple = nil }
      let browser = ConsoleBrowser(server)
      let row = try #require(
        try await browser.open(Self.methods()).root.all("tr").first { $0["data-method"] == "apple.com" })
      #expect(row.text.contains("Incomplete") && row.text.contains("The team ID is missing."))
      let page = try await browser.open(Self.methods("providers/apple.com"))
      #expect(page.text.contains("a sign-in in the browser does not work yet. The team ID is missing."))
    }
  }

  @Test("test numbers stand in their order")
  func order() async throws {
    try await TestServer.run { server in
      let numbers = (10..<20).map { "+155555501\($0)" }
      try await server.changeProject { project in
        for number in numbers { project.signIn.testPhoneNumbers[number] = "123456" }
      }
      let page = try await ConsoleBrowser(server).open(Self.methods("phone"))
      let shown = page.element(id: "test-numbers")?.first("tbody")?.all("tr").map { $0.first("th")?.text }
      #expect(shown == numbers)
    }
  }

  @Test("passwords and links by mail are switched one without the other")
  func email() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      for (password, link) in [(false, true), (true, false), (false, false), (true, true)] {
        var form = try await browser.open(Self.methods("email")).form("settings-form")
        form["password"] = password ? "on" : nil
        form["link"] = link ? "on" : nil
        #expect(try await browser.submit(form).notice == "The changes were saved.")
        let stored = try await Self.settings(server)
        #expect(stored.passwordEnabled == password && stored.emailLinkEnabled == link)
        let shown = try await browser.open(Self.methods("email")).form("settings-form")
        #expect((shown["password"] != nil) == password && (shown["link"] != nil) == link)
      }
    }
  }

  @Test("what is switched off is refused, and who did it stands in the audit log")
  func audited() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      var form = try await browser.open(Self.methods("anonymous")).form("settings-form")
      form["enabled"] = nil
      form["delete"] = "on"
      let ready = form
      let events = try await server.auditEvents { _ = try await browser.submit(ready) }
      #expect(events.map(\.actor) == ["admin:dev"] && events.first?.action == .projectUpdate)
      #expect(try await server.call("accounts:signUp", ["returnSecureToken": true]).status == 400)
      #expect(try await Self.settings(server).deletesOldAnonymousUsers)
    }
  }

  @Test("test numbers are added and removed one by one, with the protocol's checks")
  func testNumbers() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      func add(_ number: String, _ code: String, status: Int = 200) async throws -> ConsoleDocument {
        var form = try await browser.open(Self.methods("phone")).form("number-form")
        form["number"] = number
        form["code"] = code
        return try await browser.submit(form, status: status)
      }
      _ = try await add("+1 555-555-0100", "123456")
      _ = try await add("+15555550101", "654321")
      #expect(
        try await Self.settings(server).testPhoneNumbers == [
          "+15555550100": "123456", "+15555550101": "654321",
        ])
      for (number, code) in [
        ("5555550102", "123456"), ("+1555.x", "123456"), ("+15555550102", "12345"), ("", ""),
        ("+15555550102", "12345a"), ("+1555,+2", "123456"),
      ] {
        let page = try await add(number, code, status: 400)
        #expect(page.problem?.hasPrefix("This test number is not valid.") == true, "\(number) \(code)")
        #expect(try page.form("number-form")["number"] == number)
      }
      let page = try await browser.open(Self.methods("phone"))
      let remove = try #require(
        page.forms.first { $0.action.contains("numbers/remove") && $0["number"] == "+15555550100" })
      _ = try await browser.submit(remove)
      #expect(try await Self.settings(server).testPhoneNumbers == ["+15555550101": "654321"])

      var toggle = try await browser.open(Self.methods("phone")).form("settings-form")
      toggle["enabled"] = nil
      _ = try await browser.submit(toggle)
      let stored = try await Self.settings(server)
      #expect(!stored.phoneEnabled && stored.testPhoneNumbers.count == 1)
    }
  }

  @Test("the password policy is stored as a whole and in its bounds")
  func passwordPolicy() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      var form = try await browser.open(Self.methods("passwords")).form("settings-form")
      form["state"] = "enforce"
      form["minimum"] = "12"
      form["maximum"] = "64"
      for name in ["lowercase", "numeric", "upgrade"] { form[name] = "on" }
      #expect(try await browser.submit(form).notice != nil)
      let policy = try await Self.settings(server).passwordPolicy
      #expect(policy.isEnforced && policy.forceUpgradeOnSignIn && policy.minimumLength == 12)
      #expect(policy.maximumLength == 64 && policy.requiresLowercase && policy.requiresNumeric)
      #expect(!policy.requiresUppercase && !policy.requiresNonAlphanumeric)
      let weak = try await server.call(
        "accounts:signUp", ["email": "a@example.com", "password": "short1", "returnSecureToken": true])
      #expect(weak.errorMessage?.hasPrefix("PASSWORD_DOES_NOT_MEET_REQUIREMENTS") == true)

      var again = try await browser.open(Self.methods("passwords")).form("settings-form").repeatable
      #expect(again["minimum"] == "12" && again["maximum"] == "64" && again["state"] == "enforce")
      again["maximum"] = ""
      _ = try await browser.submit(again)
      #expect(try await Self.settings(server).passwordPolicy.maximumLength == nil)
      for (minimum, maximum) in [("5", ""), ("31", ""), ("12", "11"), ("12", "4097"), ("", ""), ("x", "1")] {
        again["minimum"] = minimum
        again["maximum"] = maximum
        let page = try await browser.submit(again, status: 400)
        let shown = try page.form("settings-form")
        #expect(page.problem != nil && shown["minimum"] == minimum)
        if minimum == "31" { #expect(page.problem?.contains("Minimum length (6–30)") == true) }
      }
      #expect(try await Self.settings(server).passwordPolicy.minimumLength == 12)
    }
  }

  @Test("addresses, privacy and what users may do are set together")
  func accounts() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      var form = try await browser.open(Self.methods("accounts")).form("settings-form").repeatable
      #expect(form["duplicates"] == "one" && form["signUp"] != nil && form["privacy"] == nil)
      form["duplicates"] = "several"
      form["privacy"] = "on"
      form["signUp"] = nil
      _ = try await browser.submit(form)
      let stored = try await Self.settings(server)
      #expect(stored.allowDuplicateEmails && stored.emailEnumerationProtection)
      #expect(!stored.usersMaySignUp && stored.usersMayDelete)
      form["duplicates"] = "neither"
      _ = try await browser.submit(form, status: 400)
    }
  }

  @Test("second factors are allowed one by one, and authenticator apps keep their window while they are off")
  func factors() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      var form = try await browser.open(Self.methods("factors")).form("settings-form").repeatable
      form["state"] = "MANDATORY"
      form["from"] = "2027-01-31T00:00:00Z"
      form["phone"] = nil
      form["totp"] = "on"
      form["intervals"] = "1"
      _ = try await browser.submit(form)
      var stored = try await Self.settings(server).multiFactor
      #expect(stored.state == .mandatory && !stored.allowsPhone && stored.totp?.adjacentIntervals == 1)
      #expect(stored.mandatoryFrom == Instant(iso8601: "2027-01-31T00:00:00Z"))
      form["totp"] = nil
      let problem = try await browser.submit(form, status: 400).problem
      #expect(problem?.contains("needs at least one kind of second factor") == true, "\(problem ?? "")")
      #expect(try await Self.settings(server).multiFactor == stored)
      form["state"] = "ENABLED"
      form["from"] = ""
      form["intervals"] = "2"
      _ = try await browser.submit(form)
      stored = try await Self.settings(server).multiFactor
      #expect(stored.totp == nil && stored.suspendedTOTP?.adjacentIntervals == 2)
      #expect(try await browser.open(Self.methods("factors")).form("settings-form")["intervals"] == "2")
      form["intervals"] = "11"
      #expect(
        try await browser.submit(form, status: 400).problem?.contains(
          "Accepted intervals before and after (0–10)")
          == true)
    }
  }

  @Test("messages go to the countries that are listed, or to all others")
  func regions() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      var form = try await browser.open(Self.methods("regions")).form("settings-form").repeatable
      form["way"] = "only"
      form["regions"] = "vn, JP\nus"
      let page = try await browser.submit(form)
      #expect(try await Self.settings(server).smsRegions == .only(["VN", "JP", "US"]))
      #expect(page.text.contains("Sent to now: Vietnam, Japan, United States."))
      form["way"] = "except"
      form["regions"] = ""
      _ = try await browser.submit(form)
      #expect(try await Self.settings(server).smsRegions == .allExcept([]))
      form["regions"] = "Vietnam"
      #expect(try await browser.submit(form, status: 400).problem?.contains("is no region") == true)
    }
  }

  @Test("a tenant has settings and providers of its own")
  func tenant() async throws {
    try await TestServer.run { server in
      let id = try #require(TenantID(rawValue: try await server.makeTenant()))
      let browser = ConsoleBrowser(server)
      func tenant() async throws -> Tenant {
        try #require(try await server.service.projects.tenant(id, in: TestServer.project))
      }
      let before = try await Self.settings(server)
      func open(_ relative: String) async throws -> ConsoleDocument {
        try await browser.open(Self.methods(relative) + "?tenant=\(id)")
      }
      let list = try await open("")
      let gitHub = try #require(list.root.all("tr").first { $0["data-method"] == "github.com" })
      #expect(gitHub.text.contains("Not set up"), "the project's providers are not the tenant's")
      #expect(!list.root.all("tr").contains { $0["data-method"] == "phone" })
      for link in list.root.first("main")?.all("a") ?? [] {
        #expect(link["href"]?.contains("tenant=\(id)") == true, "\(link["href"] ?? "")")
      }

      var email = try await open("email").form("settings-form")
      email["password"] = nil
      _ = try await browser.submit(email)
      var accounts = try await open("accounts").form("settings-form")
      #expect(!accounts.names.contains("duplicates"))
      accounts["privacy"] = "on"
      _ = try await browser.submit(accounts)
      var number = try await open("phone").form("number-form")
      number["number"] = "+15555550109"
      number["code"] = "111111"
      _ = try await browser.submit(number)
      var passwords = try await open("passwords").form("settings-form")
      passwords["minimum"] = "20"
      _ = try await browser.submit(passwords)
      var regions = try await open("regions").form("settings-form")
      regions["regions"] = "FR"
      _ = try await browser.submit(regions)
      var anonymous = try await open("anonymous").form("settings-form")
      anonymous["enabled"] = nil
      _ = try await browser.submit(anonymous)
      var provider = try await open("providers/github.com").form("provider-form")
      provider["enabled"] = "on"
      provider["clientID"] = "tenant-client"
      provider["clientSecret"] = "tenant-secret"
      #expect(try await browser.submit(provider).response.headers.first(name: "location") == nil)

      let stored = try await tenant()
      #expect(!stored.signIn.passwordEnabled && stored.signIn.emailLinkEnabled)
      #expect(stored.signIn.emailEnumerationProtection && !stored.signIn.anonymousEnabled)
      #expect(stored.signIn.testPhoneNumbers == ["+15555550109": "111111"])
      #expect(stored.signIn.passwordPolicy.minimumLength == 20)
      #expect(stored.signIn.smsRegions == .allExcept(["FR"]))
      #expect(stored.providerList.provider("github.com")?.clientID == "tenant-client")
      #expect(try await Self.settings(server) == before)
    }
  }

  @Test("the pages speak Japanese and Vietnamese", arguments: ["ja", "vi"])
  func languages(_ language: String) async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server, headers: ["Accept-Language": language])
      for path in ["", "email", "passwords", "providers/apple.com", "providers/apple.com/test", "new/saml"] {
        let page = try await browser.open(Self.methods(path))
        #expect(page.root.first("html")?["lang"] == language)
        #expect(!page.text.contains("methods."), "\(path): \(page.text)")
      }
    }
  }
}
