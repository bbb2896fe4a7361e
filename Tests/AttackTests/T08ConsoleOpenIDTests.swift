import Identity
import IdentityProviders
import IdentityWire
import Operations
import Secrets
import TestSupport
import Testing

@Suite("T8: forged and replayed answers of the console's OpenID provider", .fewAtOnce)
struct T08ConsoleOpenIDTests {
  private static let person = ["lab_email": "ann@example.com", "lab_groups": "staff"]

  private func refuses(
    _ tester: ConsoleOpenIDTester, _ answer: FormURLEncoded, _ comment: Comment? = nil
  ) async {
    await #expect(throws: IdentityError.self, comment) { _ = try await tester.finish(answer) }
  }

  // Fails when finishOpenID does not consume the flow, or not before anything else is done.
  @Test("a state is good once")
  func replayedState() async throws {
    try await TestServer.run { server in
      let tester = ConsoleOpenIDTester(server)
      _ = try await tester.setUp()
      let answer = try await tester.answer(try await tester.begin(), Self.person)
      _ = try await tester.finish(answer)
      await refuses(tester, answer)
      // Nor with a new code.
      let fresh = try await tester.answer(try await tester.begin(), Self.person)
      var mixed = answer
      mixed["code"] = fresh["code"]
      await refuses(tester, mixed)
    }
  }

  // Fails when the flow is not bound to the browser's session, or another browser uses it up.
  @Test("another browser's state signs nobody in, and stays good for its own browser")
  func foreignState() async throws {
    try await TestServer.run { server in
      let tester = ConsoleOpenIDTester(server)
      _ = try await tester.setUp()
      let answer = try await tester.answer(try await tester.begin(), Self.person)
      var other = tester
      for session in ["a session of another browser", "", sha256Hex(tester.session)] {
        other.session = session
        await refuses(other, answer, "\(session)")
      }
      _ = try await tester.finish(answer)
      for state in [nil, "", "x", String(repeating: "A", count: 43)] {
        var unknown = answer
        unknown["state"] = state
        await refuses(tester, unknown)
      }
    }
  }

  // Fails when a refusal is recorded although nobody began the flow.
  @Test("a state that nobody began fills no audit log, and one that was stolen is recorded")
  func recorded() async throws {
    try await TestServer.run { server in
      let tester = ConsoleOpenIDTester(server)
      _ = try await tester.setUp()
      let answer = try await tester.answer(try await tester.begin(), Self.person)
      let before = try await server.auditEvents(of: .console).count
      for state in [nil, "", "x", String(repeating: "A", count: 43)] {
        var unknown = answer
        unknown["state"] = state
        await refuses(tester, unknown)
      }
      let after = try await server.auditEvents(of: .console).count
      #expect(after == before)
      var thief = tester
      thief.session = "a session of another browser"
      await refuses(thief, answer)
      let outcomes = try await server.auditEvents(of: .console).dropFirst(after).map(\.outcome)
      #expect(outcomes == ["INVALID_IDP_RESPONSE"])
    }
  }

  // Fails when the flow has no PKCE and no nonce of its own.
  @Test("the code of another flow is refused, even of the same person")
  func foreignCode() async throws {
    try await TestServer.run { server in
      let tester = ConsoleOpenIDTester(server)
      _ = try await tester.setUp()
      let stolen = try await tester.answer(try await tester.begin(), Self.person)
      var own = try await tester.answer(try await tester.begin(), Self.person)
      own["code"] = stolen["code"]
      await refuses(tester, own)
      let flow = try await tester.begin()
      #expect(flow["code_challenge_method"] == "S256" && flow["nonce"]?.isEmpty == false)
      #expect(flow["response_type"] == "code")
    }
  }

  // Fails when the ID token's nonce, issuer, audience or signature is not compared.
  @Test("an ID token with a wrong nonce, issuer, audience, key or time signs nobody in")
  func forgedToken() async throws {
    try await TestServer.run { server in
      let tester = ConsoleOpenIDTester(server)
      _ = try await tester.setUp()
      try await eachCase(of: [
        "wrong-nonce", "no-nonce", "wrong-issuer", "wrong-audience", "wrong-signature", "unknown-key",
        "expired", "alg-none", "alg-hs256", "wrong-state", "no-sub",
      ]) { fault in
        let answer = try await tester.answer(
          try await tester.begin(), Self.person.merging(["lab_fault": fault]) { $1 })
        await refuses(tester, answer, "\(fault)")
        let all = try await tester.administrators.all().map(\.email)
        #expect(all == ["owner@example.com"])
      }
    }
  }

  // Fails when the issuer that the answer names (RFC 9207) is not compared to the byte.
  @Test("an answer that names another issuer is refused")
  func mixUp() async throws {
    try await TestServer.run { server in
      let tester = ConsoleOpenIDTester(server)
      _ = try await tester.setUp()
      let issuer = server.origin + "/lab/oidc"
      for other in ["https://evil.example", issuer + "/", issuer.uppercased(), issuer + "\u{301}"] {
        var answer = try await tester.answer(try await tester.begin(), Self.person)
        answer["iss"] = other
        await refuses(tester, answer, "\(other)")
      }
    }
  }

  // Fails when a flow of users and one of the console are kept under the same purpose.
  @Test("a user's flow does not sign in to the console, nor the other way round")
  func purposes() async throws {
    try await TestServer.run { server in
      let tester = ConsoleOpenIDTester(server)
      _ = try await tester.setUp()
      let users = try await server.beginFlow("oidc.lab")
      await refuses(tester, try await tester.answer(users, Self.person))
      let flow = try await tester.begin()
      let callback = try await server.authorize(flow, Self.person)
      let response = try await server.finishFlow(flow, at: callback)
      #expect(response.status == 400)
    }
  }

  // Fails when the settings that the flow began with are not those that it ends with.
  @Test("a flow that began before the client was changed is over")
  func changedClient() async throws {
    try await TestServer.run { server in
      let tester = ConsoleOpenIDTester(server)
      _ = try await tester.setUp()
      let answer = try await tester.answer(try await tester.begin(), Self.person)
      try await tester.set(grants: ConsoleOpenIDTester.grants, clientID: "another client")
      await refuses(tester, answer)
    }
  }

  // Fails when the flow's own lifetime is not looked at.
  @Test("a flow is over after ten minutes")
  func late() async throws {
    try await TestServer.run { server in
      let tester = ConsoleOpenIDTester(server)
      _ = try await tester.setUp()
      let answer = try await tester.answer(try await tester.begin(), Self.person)
      server.clock.advance(seconds: 601)
      await refuses(tester, answer)
    }
  }
}
