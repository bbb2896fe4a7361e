import Identity
import IdentityProviders
import IdentityWire
import Operations
import TestSupport
import Testing

@Suite("Trying a provider out")
struct SignInTrialTests {
  static let providers = [
    "apple.com", "facebook.com", "github.com", "google.com", "microsoft.com", "oauth.lab", "oidc.lab",
    "twitter.com", "yahoo.com",
  ]

  @Test("every check of every provider passes against the lab")
  func passes() async throws {
    try await TestServer.run { server in
      try await eachCase(of: Self.providers) { providerID in
        let trial = try await TrialTester(server).run(providerID)
        #expect(trial.isPassed && trial.providerID == providerID && trial.isEnabled)
        let settings = try #require(try await TrialTester(server).caller().provider(providerID))
        #expect(trial.checks.map(\.name) == SignInCheck.ofBrowserFlow(settings))
        for check in trial.checks where check.outcome != .passed {
          // Facebook's and GitHub's access tokens are not used up, and they are not believed about addresses.
          #expect([.email, .replay].contains(check.name), "\(check)")
        }
        #expect(trial.identity?.email == "ada@example.com" && trial.identity?.rawID.isEmpty == false)
        #expect(trial.decision?.rule == "newAccount" && trial.decision?.account == nil)
        #expect(trial.decision?.isAccepted == true)
      }
    }
  }

  @Test("an answer by ID token is checked without a code, and by discovery where no address is set")
  func idTokenByDiscovery() async throws {
    try await TestServer.run { server in
      try await server.changeProvider("oidc.lab") { settings in
        settings.responseType = .idToken
        settings.endpoints.jwks = nil
        settings.endpoints.authorization = nil
      }
      let trial = try await TrialTester(server).run("oidc.lab")
      #expect(trial.isPassed, "\(trial.checks)")
      let names = trial.checks.map(\.name)
      #expect(names.contains(.discovery) && !names.contains(.code) && names.contains(.nonce))
    }
  }

  /// A fault of the lab, and the check that it fails.
  static let faults: [(String, String, SignInCheck.Name)] = [
    ("oidc.lab", "wrong-nonce", .nonce), ("oidc.lab", "no-nonce", .nonce),
    ("oidc.lab", "wrong-audience", .audience), ("apple.com", "wrong-issuer", .issuer),
    ("google.com", "wrong-signature", .signature), ("google.com", "unknown-key", .signature),
    ("apple.com", "expired", .dates), ("apple.com", "issued-in-future", .dates),
    ("apple.com", "no-exp", .dates), ("oidc.lab", "empty-sub", .subject),
    ("google.com", "alg-none", .signature), ("github.com", "denied-consent", .consent),
    ("github.com", "reused-code", .code), ("twitter.com", "denied-consent", .consent),
    ("twitter.com", "other-oauth-token", .consent), ("twitter.com", "reused-code", .code),
    ("twitter.com", "wrong-audience", .accessToken), ("twitter.com", "other-user", .profile),
  ]

  @Test("a fault of the provider fails its check, and the later ones are not reached")
  func fault() async throws {
    try await TestServer.run { server in
      try await eachCase(of: Self.faults) { providerID, fault, name in
        let trial = try await TrialTester(server).run(providerID, ["lab_fault": fault])
        let index = try #require(trial.checks.firstIndex { $0.outcome == .failed })
        #expect(trial.checks[index].name == name, "\(trial.checks)")
        #expect(trial.checks[index].report?.sentence.isEmpty == false && !trial.isPassed)
        #expect(trial.checks[..<index].allSatisfy { $0.outcome == .passed || $0.outcome == .noted })
        #expect(trial.checks[(index + 1)...].allSatisfy { $0.outcome == .notReached })
        #expect(trial.identity == nil && trial.decision == nil)
      }
    }
  }

  @Test("keys that cannot be fetched, and an endpoint that fails, are told as such")
  func transport() async throws {
    try await TestServer.run { server in
      let tester = TrialTester(server)
      let flow = try await tester.begin("google.com")
      let callback = try await server.authorize(flow)
      try await server.setFault("http-500", at: "google.com", endpoint: "jwks")
      let keys = try await tester.finish(try await tester.answer(callback))
      #expect(keys.checks.first { $0.outcome == .failed }?.name == .keys)
      let endpoints: [(String, SignInCheck.Name)] = [
        ("token", .code), ("check_token", .accessToken), ("userinfo", .profile),
      ]
      for (endpoint, name) in endpoints {
        let callback = try await server.authorize(try await tester.begin("github.com"))
        try await server.setFault("http-500", at: "github.com", endpoint: endpoint)
        let trial = try await tester.finish(try await tester.answer(callback))
        #expect(trial.checks.first { $0.outcome == .failed }?.name == name, "\(trial.checks)")
      }
    }
  }

  @Test("what would be decided is told, and nothing of it is done")
  func decisions() async throws {
    try await TestServer.run { server in
      let ada = try await server.signUp("ada@example.com")
      let before = try #require(try await server.account(ada.localID))
      let tester = TrialTester(server)
      // Not believed about the address.
      let gitHub = try #require(try await tester.run("github.com").decision)
      #expect(gitHub.rule == "needConfirmation" && !gitHub.isAccepted)
      #expect(gitHub.account?.rawValue == ada.localID)
      // Believed: it would take the account over.
      let apple = try #require(try await tester.run("apple.com").decision)
      #expect(apple.rule == "tookOverUnverifiedEmail" && apple.account?.rawValue == ada.localID)
      try await server.changeProject { $0.signIn.usersMaySignUp = false }
      let grace = try #require(try await tester.run("apple.com", ["lab_person": "grace"]).decision)
      #expect(grace.rule == "newAccount" && grace.needsAdministrator)

      #expect(try await server.account(ada.localID) == before)
      #expect(try await server.accountCount() == 1)
      #expect(try await server.refresh(ada.refreshToken).status == 200)
    }
  }

  @Test("whether the address is believed is told as the provider's list of domains has it")
  func emailDomains() async throws {
    try await TestServer.run { server in
      try await server.changeProvider("oidc.lab") { $0.emailDomains = ["example.com"] }
      #expect(try await TrialTester(server).run("oidc.lab").identity?.emailVerdict == .verified)
      try await server.changeProvider("oidc.lab") { $0.emailDomains = ["example.org"] }
      let trial = try await TrialTester(server).run("oidc.lab")
      #expect(trial.isPassed && trial.identity?.emailVerdict == .notBelieved)
      #expect(trial.checks.first { $0.name == .email }?.outcome == .noted)
    }
  }

  @Test("a provider that is switched off can be tried out, one without settings or not complete cannot")
  func switchedOff() async throws {
    try await TestServer.run { server in
      let tester = TrialTester(server)
      try await server.changeProvider("github.com") { $0.enabled = false }
      let trial = try await tester.run("github.com")
      #expect(trial.isPassed && !trial.isEnabled)
      try await server.changeProvider("google.com") { $0.clientID = "" }
      await #expect(throws: IdentityError.self) { try await tester.begin("google.com") }
      await #expect(throws: IdentityError.self) { try await tester.begin("oidc.unknown") }
      await #expect(throws: IdentityError.self) { try await tester.begin("gc.apple.com") }
    }
  }

  @Test("a trial is audited with the administrator's name, and nobody's sign-in is")
  func audited() async throws {
    try await TestServer.run { server in
      let tester = TrialTester(server)
      let answer = try await tester.answer(try await server.authorize(try await tester.begin("apple.com")))
      let caller = try await tester.caller()
      _ = try await server.service.audited(.providerTrial, caller) { () async throws(IdentityError) in
        try await server.service.finishProviderTest(answer, session: tester.session, caller)
      }
      let events = try await server.auditEvents()
      let event = try #require(events.last { $0.action == .providerTrial })
      #expect(event.actor == "admin:ann" && event.details["provider"] == "apple.com")
      #expect(event.details["check"] == "all passed")
      #expect(!events.contains { $0.action == .signIn || $0.action == .signUp })
    }
  }

  @Test("in a tenant its own provider is tried, and its own accounts are looked at")
  func tenant() async throws {
    try await TestServer.run { server in
      let id = try await server.makeTenant()
      let tenantID = try #require(TenantID(rawValue: id))
      let settings = try #require(try await TrialTester(server).caller().provider("github.com"))
      _ = try await server.configure(
        "POST", "tenants/\(id)/defaultSupportedIdpConfigs?idpId=github.com",
        ["enabled": true, "clientId": .string(settings.clientID), "clientSecret": "wrong"])
      try await server.service.projects.updateTenant(tenantID, in: TestServer.project) { tenant in
        let sealed = tenant.providers[0].sealedSecrets
        tenant.providers[0].endpoints = settings.endpoints
        tenant.providers[0].sealedSecrets = sealed
      }
      var tester = TrialTester(server)
      tester.tenant = try await server.service.projects.tenant(tenantID, in: TestServer.project)
      let trial = try await tester.run("github.com")
      #expect(trial.checks.first { $0.outcome == .failed }?.name == .code, "the tenant's secret is another")
    }
  }

  @Test("what can be looked at without a sign-in is, with the reason where it fails")
  func preflight() async throws {
    try await TestServer.run { server in
      try await eachCase(of: Self.providers) { providerID in
        let caller = try await TrialTester(server).caller()
        let redirectURI = server.origin + "/__/auth/handler"
        let checks = try await server.service.preflight(of: providerID, redirectURI: redirectURI, caller)
        #expect(checks.allSatisfy { $0.outcome == .passed }, "\(checks)")
        #expect(checks.contains { $0.name == .client })

        if providerID == "apple.com" {
          try await server.changeProvider(providerID) { $0.apple?.teamID = "ANOTHER001" }
        } else {
          let scope = Scope(project: TestServer.project)
          let sealed = try server.service.projects.seal(
            ProviderSecrets(clientSecret: .init("another secret")), for: providerID, in: scope)
          try await server.changeProvider(providerID) { $0.sealedSecrets = sealed }
        }
        let wrong = try await server.service.preflight(
          of: providerID, redirectURI: redirectURI, try await TrialTester(server).caller())
        #expect(wrong.first { $0.name == .client }?.outcome == .failed, "\(wrong)")
        #expect(!"\(wrong)".contains("another secret"))
      }
    }
  }
}
