import Identity
import IdentityWire
import TestSupport
import Testing

@Suite("T7: lifetime skipped", .fewAtOnce)
struct T07LifetimeSkippedTests {
  private static func standingStill() -> TestServer.Options {
    var options = TestServer.Options()
    options.clock = SettableClock(Instant(seconds: SystemClock().now().seconds))
    return options
  }

  // Fails when IDTokenVerification.checkTimes takes a missing `exp` for the far future, a missing `iat` for
  // the past, or leaves any of its comparisons out (each alone, those of `iat` together), or when the skew is
  // more.
  @Test("a provider's token that does not say when it lives, or does not live now, is refused")
  func times() async throws {
    try await TestServer.run(Self.standingStill()) { server in
      try await eachCase(of: IDTokenProvider.all) { provider in
        let now = server.clock.now().seconds
        func at(_ offset: Int64) -> JSONValue { .integer(now + offset) }
        let times: [(String, [String: JSONValue?])] = [
          ("no exp", ["exp": nil]), ("no iat", ["iat": nil]), ("neither", ["exp": nil, "iat": nil]),
          ("null exp", ["exp": .null]), ("null iat", ["iat": .null]),
          ("exp as text", ["exp": .string("\(now + 3600)")]), ("iat as text", ["iat": .string("\(now)")]),
          ("exp zero", ["exp": 0]), ("exp negative", ["exp": -1]), ("iat zero", ["iat": 0]),
          ("exp past all time", ["exp": 1e300]), ("exp true", ["exp": true]),
          ("milliseconds", ["exp": .integer((now - 3600) * 1000)]),
          ("just expired", ["iat": at(-3600), "exp": at(-60)]),
          ("long expired", ["iat": at(-7200), "exp": at(-3600)]),
          ("from the future", ["iat": at(61)]), ("far future", ["iat": at(86_400), "exp": at(90_000)]),
          ("issued after its end", ["iat": at(30), "exp": at(20)]),
          ("not yet valid", ["nbf": at(61)]), ("malformed nbf", ["nbf": "soon"]),
        ]
        for (name, changes) in times {
          let token = try server.forge(provider, changes)
          expectRefused(try await server.signIn(provider, token), "INVALID_IDP_RESPONSE", name)
        }
        #expect(try await server.accounts().isEmpty)
      }
    }
  }

  // Fails when the skew is fewer seconds, or is applied to one side only. When it is more, the test above
  // does.
  @Test("clocks may differ by a minute and no more")
  func skew() async throws {
    try await TestServer.run(Self.standingStill()) { server in
      try await eachCase(of: IDTokenProvider.all) { provider in
        let now = server.clock.now().seconds
        for changes in [
          ["iat": .integer(now - 3600), "exp": .integer(now - 59)], ["iat": .integer(now + 60)],
          ["nbf": .integer(now + 60)],
        ] as [[String: JSONValue?]] {
          _ = try TestSession(await server.signIn(provider, try server.forge(provider, changes)))
        }
      }
    }
  }

  /// What a provider's check may say of an access token of ours, and whether it is alive by that.
  private static func verdicts(
    _ provider: String, now: Int64
  ) -> [(name: String, answer: JSONValue, isAlive: Bool)] {
    guard provider == "facebook.com" else {
      let client = JSONValue.string(IDTokenProvider.google.audience)
      return ([("600", true), ("0", false), ("-1", false)] as [(String, Bool)]).map { left, isAlive in
        ("expires_in \(left)", ["aud": client, "sub": "1", "expires_in": .string(left)], isAlive)
      }
    }
    let cases: [(String, Bool, Int64, Bool)] = [
      ("alive", true, now + 600, true), ("alive for ever", true, 0, true), ("not valid", false, 0, false),
      ("just ended", true, now, false), ("ended", true, now - 600, false),
    ]
    return cases.map { name, isValid, expiry, isAlive in
      let data: JSONValue = [
        "app_id": .string(IDTokenProvider.facebook.audience), "type": "USER", "is_valid": .bool(isValid),
        "expires_at": .integer(expiry), "user_id": "1", "scopes": [],
      ]
      return (name, ["data": data], isAlive)
    }
  }

  // Fails when GoogleVerifier does not look at `expires_in`, or FacebookVerifier at `is_valid` or
  // `expires_at` (each alone). The lab, as the providers, hands out no profile for such a token either, so
  // something that only checks stands in for the check.
  @Test(
    "an access token whose check says that it has ended is refused",
    arguments: ["google.com", "facebook.com"])
  func checkedAccessTokens(_ provider: String) async throws {
    let options = Self.standingStill()
    for verdict in Self.verdicts(provider, now: options.clock.now().seconds) {
      let body = JSONWriter.text(verdict.answer)
      let answer =
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n"
        + "Connection: close\r\n\r\n\(body)"
      try await StubListener.run(answering: answer) { check in
        let address = "http://127.0.0.1:\(check.port)/check"
        try await TestServer.run(options) { server in
          try await server.changeProvider(provider) { $0.endpoints.tokenCheck = address }
          let token = try await server.labToken(provider, ["kind": "access", "sub": "1", "lifetime": 600])
          let response = try await server.signInWithIdp([("providerId", provider), ("access_token", token)])
          if verdict.isAlive {
            _ = try TestSession(response)
          } else {
            expectRefused(response, "INVALID_IDP_RESPONSE", verdict.name)
          }
          #expect(check.connections == 1)
        }
      }
    }
  }

  // Fails when what a provider said of an access token is kept and answers for the token later.
  @Test("an access token that has run out is refused", arguments: ["google.com", "facebook.com"])
  func accessTokens(_ provider: String) async throws {
    try await TestServer.run(Self.standingStill()) { server in
      let expired = try await server.labToken(provider, ["kind": "access", "sub": "1", "fault": "expired"])
      let living = try await server.labToken(provider, ["kind": "access", "sub": "1", "lifetime": 600])
      expectRefused(
        try await server.signInWithIdp([("providerId", provider), ("access_token", expired)]),
        "INVALID_IDP_RESPONSE")
      _ = try TestSession(await server.signInWithIdp([("providerId", provider), ("access_token", living)]))
      server.clock.advance(seconds: 601)
      expectRefused(
        try await server.signInWithIdp([("providerId", provider), ("access_token", living)]),
        "INVALID_IDP_RESPONSE")
    }
  }

  // Fails when ArtifactStatements.select does not compare `expires_at`.
  @Test("flows and pending credentials end with their time")
  func ownArtifacts() async throws {
    try await TestServer.run(Self.standingStill()) { server in
      let flow = try await server.beginFlow("google.com")
      server.clock.advance(seconds: 1_800)
      expectRefused(
        try await server.finishFlow(flow, at: try await server.authorize(flow)), "INVALID_IDP_RESPONSE",
        "flow")
      let token = try await server.labToken("google.com", ["sub": "1", "email": "a@gmail.com"])
      let pending = try require(try await server.signIn(.google, token, nonce: nil), "pendingToken")
      server.clock.advance(seconds: 1_200)
      expectRefused(
        try await server.signInWithIdp([("pendingToken", pending)]), "INVALID_PENDING_TOKEN", "pending")
    }
  }
}
