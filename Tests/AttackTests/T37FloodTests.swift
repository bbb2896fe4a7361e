import Identity
import IdentityWire
import Operations
import Settings
import TestSupport
import Testing

/// Flooding: somebody has the server do or keep more than it can, without proving anything.
@Suite("T37: floods", .fewAtOnce)
struct T37FloodTests {
  private static let locked = "TOO_MANY_ATTEMPTS_TRY_LATER"

  // Fails when new accounts are not counted by network, and when tries at taken addresses are not (each alone).
  @Test(
    "one network makes a hundred accounts an hour, of whatever kind, tries at addresses that are taken included"
  )
  func signUps() async throws {
    try await TestServer.runLimited { server in
      _ = try await server.network("192.0.2.1").signUp("taken@example.com")
      var outcomes: [String] = []
      for index in 0..<110 {
        let network = server.network("2001:db8::\(index)")
        switch index % 10 {
        case 0: outcomes.append(try await network.signUp("user\(index)@example.com"))
        case 1: outcomes.append(try await network.signUp("taken@example.com"))
        default: outcomes.append(try await network.signUp(nil))
        }
      }
      #expect(counts(outcomes) == ["200": 90, "EMAIL_EXISTS": 10, Self.locked: 10])
      #expect(try await server.accountCount() == 91)
      #expect(try await server.network("192.0.2.1").signUp(nil) == "200")
      server.clock.advance(seconds: 36)
      #expect(try await server.network("2001:db8::1").signUp(nil) == "200")
    }
  }

  // Fails when a new account by a provider, by a number, or by a link is not counted (each alone).
  @Test("every way to make an account is counted; signing in to one is not")
  func everyWay() async throws {
    try await TestServer.runLimited { options in
      options.acceptsUnsignedCredentials = true
      options.limits?.signUpsPerNetwork = .rate(3, per: 3_600)
    } _: { server in
      func signIn(_ subject: String) async throws -> TestResponse {
        try await server.signInWithIdp([
          ("providerId", "google.com"),
          ("id_token", #"{"sub":"\#(subject)","email":"\#(subject)@example.com","email_verified":true}"#),
        ])
      }
      #expect(try await signIn("a").status == 200)
      #expect(try await server.signInByPhone("+15551230100").status == 200)
      let code = try await server.signInLinkCode("link@example.com")
      #expect(try await server.signInWithLink(code, email: "link@example.com").status == 200)
      for _ in 0..<3 { #expect(try await signIn("a").status == 200) }
      expectRefused(try await signIn("b"), Self.locked)
      expectRefused(try await server.signInByPhone("+15551230200"), Self.locked)
      let other = try await server.signInLinkCode("other@example.com")
      expectRefused(try await server.signInWithLink(other, email: "other@example.com"), Self.locked)
      #expect(try await server.signInByPhone("+15551230100").status == 200)
      // An administrator makes as many as they like.
      for index in 0..<5 {
        let made = try await server.administer("accounts", ["email": .string("admin\(index)@example.com")])
        #expect(made.status == 200)
      }
      #expect(try await server.accountCount() == 8)
    }
  }

  // Fails when who has an ID token is not counted, or only after the address was looked up, and when they are not by
  // their account, or not by their network (each alone).
  @Test(
    "a signed-in user who gives themselves addresses and passwords is counted, before anything is told",
    arguments: ["signUp", "update"])
  func credentialChanges(_ operation: String) async throws {
    try await TestServer.runLimited { options in
      options.limits?.credentialChangesPerAccount = .rate(5, per: 3_600)
      options.limits?.credentialChangesPerNetwork = .rate(8, per: 3_600)
    } _: { server in
      _ = try await server.signUp("taken@example.com")
      func ask(_ token: String) async throws -> String {
        let response = try await server.call(
          "accounts:\(operation)",
          ["idToken": .string(token), "email": "taken@example.com", "password": "correct horse"])
        return String((response.errorMessage ?? "200").prefix { $0 != " " })
      }
      let anonymous = try TestSession(try await server.call("accounts:signUp", ["returnSecureToken": true]))
      var outcomes: [String] = []
      for _ in 0..<7 { outcomes.append(try await ask(anonymous.idToken)) }
      #expect(counts(outcomes) == ["EMAIL_EXISTS": 5, Self.locked: 2])
      // Another account of the same network.
      let other = try TestSession(try await server.call("accounts:signUp", ["returnSecureToken": true]))
      outcomes = []
      for _ in 0..<5 { outcomes.append(try await ask(other.idToken)) }
      #expect(counts(outcomes) == ["EMAIL_EXISTS": 3, Self.locked: 2])
      // Profiles are no credentials, and an administrator is not counted.
      let named = try await server.call(
        "accounts:update", ["idToken": .string(anonymous.idToken), "displayName": "Ann"])
      #expect(named.status == 200)
      let administered = try await server.administer(
        "accounts:update", ["localId": .string(other.localID), "password": "another horse"])
      #expect(administered.status == 200)
    }
  }

  // Fails when it is not counted who asks, or only after the provider was asked, and when codes are not counted (each
  // alone).
  @Test("one network has providers asked so often, with tokens or codes, and no call goes out after that")
  func providerQuestions() async throws {
    try await TestServer.runLimited { options in
      options.limits?.providerQuestionsPerNetwork = .rate(3, per: 3_600)
    } _: { server in
      func ask(_ token: String) async throws -> TestResponse {
        try await server.signInWithIdp([("providerId", "github.com"), ("access_token", token)])
      }
      for index in 0..<3 { expectRefused(try await ask("made-up-\(index)")) }
      let asked = try await server.requestCount("github.com", endpoint: "check_token")
      expectRefused(try await ask("made-up"), Self.locked)
      expectRefused(try await ask("made-up"), Self.locked)
      #expect(try await server.requestCount("github.com", endpoint: "check_token") == asked && asked == 3)
      let flow = try await server.beginFlow("github.com")
      expectRefused(try await server.finishFlow(flow, at: server.authorize(flow)), Self.locked)
      #expect(try await server.requestCount("github.com", endpoint: "token") == 0)
      // An ID token's signature is checked here.
      let token = try await server.labToken("google.com", ["sub": "1", "email": "a@gmail.com"])
      #expect(try await server.signIn(.google, token, nonce: nil).status == 200)
    }
  }

  // Fails when the project's quota is not asked for, and when it has no end (each alone).
  @Test("a project's own quota of sign-ups takes the limit's place for its time")
  func quota() async throws {
    try await TestServer.runLimited { server in
      let set = try await server.configure(
        "PATCH", "config?updateMask=quota.signUpQuotaConfig",
        ["quota": ["signUpQuotaConfig": ["quota": "2", "quotaDuration": "7200s"]]])
      #expect(set.status == 200, "\(set.text)")
      #expect(set.json["quota"]?["signUpQuotaConfig"]?["quota"] == "2")
      #expect(set.json["quota"]?["signUpQuotaConfig"]?["quotaDuration"] == "7200s")
      let network = server.network("192.0.2.1")
      var outcomes: [String] = []
      for _ in 0..<4 { outcomes.append(try await network.signUp(nil)) }
      #expect(outcomes == ["200", "200", Self.locked, Self.locked])
      server.clock.advance(seconds: 7_200)
      for _ in 0..<4 { #expect(try await network.signUp(nil) == "200") }
      let cleared = try await server.configure("PATCH", "config?updateMask=quota", [:])
      #expect(cleared.status == 200 && cleared.json["quota"] == nil, "\(cleared.text)")
    }
  }

  // Fails when the project's new accounts are not counted.
  @Test("a project's new accounts have a limit, however many networks they come from")
  func project() async throws {
    try await TestServer.runLimited { options in
      options.limits?.signUpsPerProject = .rate(20, per: 3_600)
    } _: { server in
      var outcomes: [String] = []
      for index in 0..<25 { outcomes.append(try await server.network("10.0.0.\(index)").signUp(nil)) }
      #expect(counts(outcomes) == ["200": 20, Self.locked: 5])
    }
  }

  // Fails when questions for methods are not counted, and when flows are not (each alone).
  @Test("one network asks for a limited number of addresses' methods, and begins a limited number of flows")
  func questions() async throws {
    try await TestServer.runLimited { options in
      options.limits?.flowsPerNetwork = .rate(5, per: 3_600)
    } _: { server in
      var outcomes: [String] = []
      for index in 0..<210 {
        outcomes.append(try await server.network("192.0.2.1").methods(of: "user\(index)@example.com"))
      }
      #expect(counts(outcomes) == ["200 unknown": 200, Self.locked: 10])
      var statuses: [Int] = []
      for index in 0..<8 {
        // By the API and by the page that sends browsers on.
        let response =
          index.isMultiple(of: 2)
          ? try await server.call(
            "accounts:createAuthUri", ["providerId": "google.com", "continueUri": "http://localhost/"])
          : try await server.send(
            "GET",
            "/__/auth/handler?apiKey=key&authType=signInViaRedirect&providerId=google.com&redirectUrl="
              + "http%3A%2F%2Flocalhost%2F")
        let isBegun = response.status == 200 && !response.text.contains(Self.locked)
        statuses.append(isBegun ? 200 : 400)
      }
      #expect(statuses == [200, 200, 200, 200, 200, 400, 400, 400])
    }
  }

  // Fails when DiagnosisBudget does not count by network, and when the handler does not say whose errors they are.
  @Test("one network's errors without a sign-in leave room for the explanations of others")
  func diagnoses() async throws {
    try await TestServer.runLimited { options in
      options.proxy = ProxyConfiguration(
        trusted: ["127.0.0.0/8"].compactMap(AddressRange.init), header: .xForwardedFor)
    } _: { server in
      func isExplained(_ query: String, _ address: String) async throws -> Bool {
        let response = try await server.send(
          "GET", "/__/auth/handler?\(query)", headers: ["X-Forwarded-For": address])
        let id = try #require(response.headers.first(name: "x-latchkey-diagnostic"), "\(response.text)")
        return try await server.backend.explanation(of: id) != nil
      }
      var kept = 0
      for number in 0..<320 {
        let query = number.isMultiple(of: 2) ? "error=x" : "state=unknown&code=x"
        if try await isExplained(query, "203.0.113.7") { kept += 1 }
      }
      // A fifth of the flows that the network may begin.
      #expect(kept == 60)
      #expect(try await isExplained("error=x", "203.0.113.8"))
      server.clock.advance(seconds: 12)
      #expect(try await isExplained("error=x", "203.0.113.7"))
    }
  }

  // Fails when refreshes are not counted by session.
  @Test("one session is refreshed sixty times in ten minutes, and others beside it")
  func refreshes() async throws {
    try await TestServer.runLimited { server in
      let (one, other) = (try await server.signUpAnonymously(), try await server.signUpAnonymously())
      var outcomes: [String] = []
      for _ in 0..<65 {
        let response = try await server.refresh(one.refreshToken)
        outcomes.append(response.errorMessage ?? "200")
        if response.status != 200 { #expect(response.headers.first(name: "retry-after") == "10") }
      }
      #expect(counts(outcomes) == ["200": 60, Self.locked: 5])
      #expect(try await server.refresh(other.refreshToken).status == 200)
      server.clock.advance(seconds: 10)
      #expect(try await server.refresh(one.refreshToken).status == 200)
    }
  }

  // Fails when refreshes are not counted by network.
  @Test("one network refreshes a limited number of times, tokens that are none included")
  func refreshesByNetwork() async throws {
    try await TestServer.runLimited { options in
      options.limits?.refreshesPerNetwork = .rate(20, per: 600)
    } _: { server in
      let session = try await server.signUpAnonymously()
      var outcomes: [String] = []
      for index in 0..<25 {
        let token = Base64URL.encode([UInt8](repeating: UInt8(index), count: 32))
        outcomes.append(try await server.refresh(token).errorMessage ?? "200")
      }
      #expect(counts(outcomes) == ["INVALID_REFRESH_TOKEN": 20, Self.locked: 5])
      expectRefused(try await server.refresh(session.refreshToken), Self.locked)
    }
  }

  // Fails when a development server has the limits of one for real users.
  @Test("a development server limits none of it, by the same code")
  func development() async throws {
    try await TestServer.run { server in
      for _ in 0..<130 { _ = try await server.signUpAnonymously() }
      _ = try await server.signUp("ann@example.com", "correct horse")
      for _ in 0..<30 {
        expectRefused(try await server.signInWithPassword("ann@example.com", "wrong"), "INVALID_PASSWORD")
      }
      #expect(try await server.signInWithPassword("ann@example.com", "correct horse").status == 200)
      // A clock that was moved far and is set back locks nobody out.
      server.clock.advance(seconds: 100_000_000)
      #expect(try await server.signInWithPassword("ann@example.com", "correct horse").status == 200)
      server.clock.reset()
      #expect(try await server.signInWithPassword("ann@example.com", "correct horse").status == 200)
    }
  }

  // Fails when every refusal is recorded, when made-up tokens use up what is there for accounts, and when nobody is
  // told how many were left out (each alone).
  @Test("made-up credentials leave few records, and keep none from what is tried at an account")
  func auditOfMadeUpCredentials() async throws {
    try await TestServer.runLimited { server in
      let ann = try await server.signUp("ann@example.com")
      let flood = try await server.auditEvents {
        for index in 0..<150 {
          let operation = index % 2 == 0 ? "accounts:update" : "accounts:signInWithCustomToken"
          let response = try await server.call(operation, ["idToken": "made up", "token": "made up"])
          #expect(response.status == 400)
        }
      }
      #expect(flood.count == 60)
      let atAccount = try await server.auditEvents {
        _ = try await server.signIn("ann@example.com", password: "wrong horse")
      }
      #expect(atAccount.map(\.outcome) == ["INVALID_PASSWORD"])
      #expect(atAccount.map(\.account?.rawValue) == [ann.localID])
      server.clock.advance(seconds: 60)
      let told = try await server.auditEvents {
        for _ in 0..<2 { _ = try await server.backend.sweepExpired(limit: 100) }
      }
      #expect(told.map(\.action) == [.refusalsOmitted] && told.first?.details["refusals"] == "90")
      #expect(told.first?.actor == "system")
    }
  }

  // Fails when what a limit refuses is recorded each time, and when nobody is told how many were left out (each alone).
  @Test("who goes on trying at a closed door leaves one record a minute")
  func auditOfClosedDoors() async throws {
    try await TestServer.runLimited { options in
      options.passwordMemoryCost = 8
    } _: { server in
      _ = try await server.signUp("ann@example.com")
      let events = try await server.auditEvents {
        for index in 0..<60 {
          if index == 40 { server.clock.advance(seconds: 30) }
          _ = try await server.signIn("ann@example.com", password: "wrong horse")
        }
      }
      #expect(counts(events.map(\.outcome)) == ["INVALID_PASSWORD": 10, Self.locked: 1])
      server.clock.advance(seconds: 31)
      let later = try await server.auditEvents {
        for index in 0..<20 { _ = try await server.signIn("ann@example.com", password: "wrong \(index)") }
      }
      #expect(later.count { $0.outcome == Self.locked } == 1)
      #expect(later.count { $0.action == .refusalsOmitted } == 1)
    }
  }

  // Fails when diagnoses are counted for all projects together.
  @Test("failed sign-ins of one project take no room from another's explanations")
  func explanations() async throws {
    // A development server takes any key for that of its one project.
    try await TestServer.runLimited { options in
      options.isDevelopment = false
      options.limits?.flowsPerNetwork = .rate(3_000, per: 3_600)
    } _: { server in
      let one = try #require(try await server.addProject("one-project").apiKeys.first)
      let other = try #require(try await server.addProject("other-project").apiKeys.first)
      func isKept(_ key: String) async throws -> Bool {
        let response = try await server.call(
          "accounts:signInWithIdp",
          ["requestUri": "http://localhost", "postBody": "providerId=google.com&id_token=x"], key: key)
        let id = try #require(response.headers.first(name: "x-latchkey-diagnostic"))
        return try await server.backend.explanation(of: id) != nil
      }
      var kept = 0
      for _ in 0..<310 where try await isKept(one) { kept += 1 }
      #expect(kept == 300)
      #expect(try await isKept(other))
    }
  }
}
