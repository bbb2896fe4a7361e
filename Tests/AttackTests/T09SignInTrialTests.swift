import Identity
import IdentityProviders
import IdentityWire
import Operations
import TestSupport
import Testing

/// An administrator tries a provider out by a real sign-in. Nothing of it is a sign-in.
@Suite("T9: the trial of a provider used to sign in", .fewAtOnce)
struct T09SignInTrialTests {
  // Fails when trials are kept under the purpose of users' flows, or when the handler hands a trial's answer on.
  @Test("a trial's state, code, answer and result sign nobody in")
  func signsNobodyIn() async throws {
    try await TestServer.run { server in
      let tester = TrialTester(server)
      for provider in [
        "apple.com", "facebook.com", "github.com", "google.com", "microsoft.com", "oauth.lab", "oidc.lab",
        "twitter.com",
      ] {
        let flow = try await tester.begin(provider)
        let callback = try await server.authorize(flow)
        // Before the trial has its answer, and with the session that it is bound to.
        for session in [tester.session, sha256Hex(tester.session), ""] {
          expectRefused(
            try await server.finishFlow(flow, at: callback, ["sessionId": .string(session)]),
            "INVALID_IDP_RESPONSE", provider)
        }
        // The code in a flow of the attacker's own.
        let own = try await server.beginFlow(provider)
        if let code = query(callback)["code"], provider != "facebook.com" {
          expectRefused(
            try await server.signInWithIdp(
              [("state", own["state"] ?? ""), ("code", code)], ["sessionId": .string(own.sessionID)]),
            nil, provider)
        }
        let other = try await tester.begin(provider)
        let answer = try await tester.answer(try await server.authorize(other))
        let caller = try await tester.caller()
        let result = try await server.service.finishProviderTest(answer, session: tester.session, caller)
        for token in [query(other.authURI)["state"] ?? "", answer, result] {
          expectRefused(
            try await server.signInWithIdp([("providerId", provider)], ["pendingToken": .string(token)]))
          expectRefused(
            try await server.signInWithIdp(
              [("state", token), ("code", "x")], ["sessionId": .string(tester.session)]))
          expectRefused(try await server.refresh(token))
          expectRefused(try await server.call("accounts:lookup", ["idToken": .string(token)]))
        }
      }
      #expect(try await server.accountCount() == 0)
    }
  }

  // Fails when the answer does not say whose session it belongs to, when only the name is compared, or when the
  // answer of a trial is not consumed by its first use.
  @Test("another administrator, another session and a second use get nothing")
  func bound() async throws {
    try await TestServer.run { server in
      let tester = TrialTester(server)
      for thief in [
        TrialTester(server, name: "mallory"), TrialTester(server, session: "another session"),
        TrialTester(server, session: sha256Hex(tester.session)), TrialTester(server, session: ""),
      ] {
        let answer = try await tester.answer(try await server.authorize(try await tester.begin("github.com")))
        await #expect(throws: IdentityError.self) { try await thief.finish(answer) }
        // Used up, so that it cannot be tried again with another.
        await #expect(throws: IdentityError.self) { try await tester.finish(answer) }
      }
      let flow = try await tester.begin("github.com")
      let callback = try await server.authorize(flow)
      let answer = try await tester.answer(callback)
      _ = try await tester.finish(answer)
      await #expect(throws: IdentityError.self) { try await tester.finish(answer) }
      await #expect(throws: TestFailure.self) { try await tester.comeBack(callback) }
    }
  }

  // Fails when the artifact of an answer or of a result is read in any scope.
  @Test("a tenant's trial is none of the project's")
  func tenants() async throws {
    try await TestServer.run { server in
      let id = try #require(TenantID(rawValue: try await server.makeTenant()))
      let tester = TrialTester(server)
      var other = tester
      other.tenant = try await server.service.projects.tenant(id, in: TestServer.project)
      let answer = try await tester.answer(try await server.authorize(try await tester.begin("github.com")))
      let theirs = other
      await #expect(throws: IdentityError.self) { try await theirs.finish(answer) }
      let caller = try await tester.caller()
      let result = try await server.service.finishProviderTest(answer, session: tester.session, caller)
      let outside = try await other.caller()
      await #expect(throws: IdentityError.self) { try await server.service.trial(result, outside) }
      #expect(try await server.service.trial(result, caller).isPassed)
    }
  }

  // Fails when the trial asks for the rights of no administrator.
  @Test("who has the API key alone cannot begin, finish or see a trial")
  func authority() async throws {
    try await TestServer.run { server in
      let tester = TrialTester(server)
      let answer = try await tester.answer(try await server.authorize(try await tester.begin("github.com")))
      var caller = try await tester.caller()
      caller.authority = .apiKey
      let user = caller
      let start = ProviderTestParameters(
        providerID: "github.com", redirectURI: server.origin + "/__/auth/handler", session: "s", page: "/x")
      await #expect(throws: IdentityError.self) { try await server.service.beginProviderTest(start, user) }
      await #expect(throws: IdentityError.self) {
        try await server.service.finishProviderTest(answer, session: tester.session, user)
      }
      await #expect(throws: IdentityError.self) {
        try await server.service.preflight(of: "github.com", redirectURI: "https://example.com", user)
      }
      #expect(try await tester.finish(answer).isPassed)
    }
  }

  // Fails when a page may be another server's.
  @Test("a trial comes back to a path of this server alone")
  func page() async throws {
    try await TestServer.run { server in
      let caller = try await TrialTester(server).caller()
      for page in ["https://evil.example/", "//evil.example/", "evil", ""] {
        let start = ProviderTestParameters(
          providerID: "github.com", redirectURI: server.origin + "/__/auth/handler", session: "s", page: page)
        await #expect(throws: IdentityError.self) {
          try await server.service.beginProviderTest(start, caller)
        }
      }
    }
  }

  // Fails when the result keeps the credential or the tokens.
  @Test("what is kept and shown of a trial holds no code, token or secret")
  func secrets() async throws {
    try await TestServer.run { server in
      let tester = TrialTester(server)
      for provider in ["apple.com", "github.com", "oidc.lab"] {
        let flow = try await tester.begin(provider)
        let callback = try await server.authorize(flow)
        let trial = try await tester.finish(try await tester.answer(callback))
        let shown = "\(trial)"
        let parameters = query(callback)
        for secret in [
          parameters["code"], parameters["id_token"], flow["state"], flow["nonce"], tester.session,
        ] {
          if let secret { #expect(!shown.contains(secret)) }
        }
        #expect(!shown.contains("lab-client-secret") && !shown.contains("gho_"))
        #expect(!server.log.text.contains(tester.session))
      }
    }
  }

  private func query(_ address: String) -> FormURLEncoded {
    FormURLEncoded(parsing: String(address.split(separator: "?", maxSplits: 1).last ?? ""))
  }
}
