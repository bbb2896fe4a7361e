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

  private static func refuses(
    _ tester: ConsoleOpenIDTester, _ answer: FormURLEncoded, _ comment: Comment? = nil
  ) async {
    await #expect(throws: IdentityError.self, comment) { _ = try await tester.finish(answer) }
  }

  private static let behaviours: [Behaviour<TestServer>] = [
    Behaviour("a state is good once") { try await replayedState($0) },
    Behaviour("another browser's state signs nobody in, and stays good for its own browser") {
      try await foreignState($0)
    },
    Behaviour("a state that nobody began fills no audit log, and one that was stolen is recorded") {
      try await recorded($0)
    },
    Behaviour("the code of another flow is refused, even of the same person") { try await foreignCode($0) },
    Behaviour("an ID token with a wrong nonce, issuer, audience, key or time signs nobody in") {
      try await forgedToken($0)
    },
    Behaviour("an answer that names another issuer is refused") { try await mixUp($0) },
    Behaviour("a user's flow does not sign in to the console, nor the other way round") {
      try await purposes($0)
    },
    Behaviour("a flow that began before the client was changed is over") { try await changedClient($0) },
    Behaviour("a flow is over after ten minutes") { try await late($0) },
  ]

  @Test("an answer of the console's provider is good once, and in its own flow alone")
  func answers() async throws { try await TestServer.look(at: Self.behaviours, clearing: .console) }

  // Fails when finishOpenID does not consume the flow, or not before anything else is done.
  private static func replayedState(_ server: TestServer) async throws {
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

  // Fails when the flow is not bound to the browser's session, or another browser uses it up.
  private static func foreignState(_ server: TestServer) async throws {
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

  // Fails when a refusal is recorded although nobody began the flow.
  private static func recorded(_ server: TestServer) async throws {
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

  // Fails when the flow has no PKCE and no nonce of its own.
  private static func foreignCode(_ server: TestServer) async throws {
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

  // Fails when the ID token's nonce, issuer, audience or signature is not compared.
  private static func forgedToken(_ server: TestServer) async throws {
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

  // Fails when the issuer that the answer names (RFC 9207) is not compared to the byte.
  private static func mixUp(_ server: TestServer) async throws {
    let tester = ConsoleOpenIDTester(server)
    _ = try await tester.setUp()
    let issuer = server.origin + "/lab/oidc"
    for other in ["https://evil.example", issuer + "/", issuer.uppercased(), issuer + "\u{301}"] {
      var answer = try await tester.answer(try await tester.begin(), Self.person)
      answer["iss"] = other
      await refuses(tester, answer, "\(other)")
    }
  }

  // Fails when a flow of users and one of the console are kept under the same purpose.
  private static func purposes(_ server: TestServer) async throws {
    let tester = ConsoleOpenIDTester(server)
    _ = try await tester.setUp()
    let users = try await server.beginFlow("oidc.lab")
    await refuses(tester, try await tester.answer(users, Self.person))
    let flow = try await tester.begin()
    let callback = try await server.authorize(flow, Self.person)
    let response = try await server.finishFlow(flow, at: callback)
    #expect(response.status == 400)
  }

  // Fails when the settings that the flow began with are not those that it ends with.
  private static func changedClient(_ server: TestServer) async throws {
    let tester = ConsoleOpenIDTester(server)
    _ = try await tester.setUp()
    let answer = try await tester.answer(try await tester.begin(), Self.person)
    try await tester.set(grants: ConsoleOpenIDTester.grants, clientID: "another client")
    await refuses(tester, answer)
  }

  // Fails when the flow's own lifetime is not looked at.
  private static func late(_ server: TestServer) async throws {
    let tester = ConsoleOpenIDTester(server)
    _ = try await tester.setUp()
    let answer = try await tester.answer(try await tester.begin(), Self.person)
    server.clock.advance(seconds: 601)
    await refuses(tester, answer)
  }
}
