import Identity
import IdentityWire
import TestSupport
import Testing

@Suite("T16: session outlives its end", .fewAtOnce)
struct T16SessionLifetimeTests {
  // Fails when `SessionPolicy.allows` is not asked, and when a use is not noted (then what is used ends, too).
  @Test(
    "a session that stands unused for too long ends, and one that is used does not",
    arguments: [
      SessionPolicy.RefreshTokens.stable, .rotating,
    ])
  func idle(_ kind: SessionPolicy.RefreshTokens) async throws {
    var policy = SessionPolicy()
    policy.refreshTokens = kind
    policy.idleLifetime = 7_200
    try await TestServer.run(sessions: policy) { server in
      let idle = try await server.signUp("ann@example.com")
      var used = try await server.signUp("bob@example.com").refreshToken
      for _ in 0..<3 {
        server.clock.advance(seconds: 7_000)
        used = try await server.refreshed(used)
      }
      expectRefused(try await server.refresh(idle.refreshToken), "TOKEN_EXPIRED")
      server.clock.advance(seconds: 7_200)
      expectRefused(try await server.refresh(used), "TOKEN_EXPIRED")
    }
  }

  // Fails when the absolute lifetime counts from the last use, or from a rotation.
  @Test(
    "a session ends with its absolute lifetime, however much it is used",
    arguments: [
      SessionPolicy.RefreshTokens.stable, .rotating,
    ])
  func absolute(_ kind: SessionPolicy.RefreshTokens) async throws {
    var policy = SessionPolicy()
    policy.refreshTokens = kind
    policy.absoluteLifetime = 10_000
    try await TestServer.run(sessions: policy) { server in
      var token = try await server.signUp("ann@example.com").refreshToken
      for _ in 0..<3 {
        server.clock.advance(seconds: 3_300)
        token = try await server.refreshed(token)
      }
      server.clock.advance(seconds: 100)
      expectRefused(try await server.refresh(token), "TOKEN_EXPIRED")
      // A month later nothing is left of it.
      server.clock.advance(seconds: SessionPolicy.memory)
      _ = try await server.backend.sweepExpired(limit: 100)
      expectRefused(try await server.refresh(token), "INVALID_REFRESH_TOKEN")
    }
  }

  // Fails when the lifetime counts from when a session was opened, when a session that an ID token opens counts as a
  // proof of its own, when an ID token opens one after its end, and when a cookie does not end with it (each alone).
  @Test("no operation begins an absolute lifetime anew, nor does a session cookie outlive it")
  func absoluteOfProof() async throws {
    var policy = SessionPolicy()
    policy.absoluteLifetime = 10_000
    try await TestServer.run(sessions: policy) { server in
      let user = try await server.signUp("ann@example.com")
      var idToken = user.idToken
      var refreshToken = user.refreshToken
      for _ in 0..<3 {
        server.clock.advance(seconds: 3_300)
        idToken = try require(try await server.refresh(refreshToken), "id_token")
        let updated = try await server.call(
          "accounts:update", ["idToken": .string(idToken), "returnSecureToken": true])
        (idToken, refreshToken) = (try require(updated, "idToken"), try require(updated, "refreshToken"))
      }
      let cookie = try await server.administer(
        bearer: "owner", ":createSessionCookie", ["idToken": .string(idToken)])
      let claims = try UnverifiedJWT(try require(cookie, "sessionCookie")).claims
      #expect(claims["exp"] == .integer(1_900_010_000))
      server.clock.advance(seconds: 100)
      expectRefused(try await server.refresh(refreshToken), "TOKEN_EXPIRED")
      for (operation, message) in [
        ("accounts:update", ["returnSecureToken": true]),
        ("accounts:signUp", ["email": "ann@example.com", "password": "another"]),
      ] as [(String, [String: JSONValue])] {
        let all = message.merging(["idToken": .string(idToken)]) { $1 }
        expectNoTokens(try await server.call(operation, .object(all)), operation)
      }
      let late = try await server.administer(
        bearer: "owner", ":createSessionCookie", ["idToken": .string(idToken)])
      expectRefused(late, "TOKEN_EXPIRED")
    }
  }

  // Fails when it is not noted since when unused sessions end, when uses are not noted from then on, and when no unused
  // session ends (each alone).
  @Test("whoever used the app while no end of unused sessions was set stays signed in when one is")
  func idleFromNowOn() async throws {
    try await TestServer.run(sessions: SessionPolicy()) { server in
      let user = try await server.signUp("ann@example.com")
      server.clock.advance(seconds: 86_400 * 365)
      _ = try await server.refreshed(user.refreshToken)
      _ = try await server.backend.administration.changeSessions(in: TestServer.project) {
        $0.idleLifetime = 7_200
      }
      server.clock.advance(seconds: 7_100)
      _ = try await server.refreshed(user.refreshToken)
      server.clock.advance(seconds: 7_100)
      _ = try await server.refreshed(user.refreshToken)
      server.clock.advance(seconds: 7_200)
      expectRefused(try await server.refresh(user.refreshToken), "TOKEN_EXPIRED")
    }
  }

  // Fails when a revocation writes `validSince` and `tokenEpoch` alone: the account is older than what ends.
  @Test("a password that is changed after the clock was set back ends what began before")
  func clockSetBack() async throws {
    try await TestServer.run(sessions: SessionPolicy()) { server in
      _ = try await server.signUp("ann@example.com")
      server.clock.advance(seconds: 60)
      let user = try TestSession(try await server.signIn("ann@example.com"))
      server.clock.advance(seconds: -3_600)
      let changed = try await server.administer(
        "accounts:update", ["localId": .string(user.localID), "password": "another horse"])
      #expect(changed.status == 200, "\(changed.text)")
      expectRefused(try await server.refresh(user.refreshToken), "TOKEN_EXPIRED")
      server.clock.advance(seconds: 7_200)
      expectRefused(try await server.refresh(user.refreshToken), "TOKEN_EXPIRED")
      let anew = try TestSession(try await server.signIn("ann@example.com", password: "another horse"))
      _ = try await server.refreshed(anew.refreshToken)
    }
  }

  // Fails when a successor is taken for a session that began when it was made.
  @Test("what ends a sign-in ends it under its later tokens, too")
  func successorsEnd() async throws {
    try await TestServer.run(sessions: .rotating) { server in
      func revoke(_ user: TestSession, _ change: JSONValue) async throws {
        var members = change.objectValue ?? [:]
        members["localId"] = .string(user.localID)
        #expect(try await server.administer("accounts:update", .object(members)).status == 200)
      }
      let changes: [(JSONValue, String)] = [
        (["validSince": .string(String(server.clock.now().seconds))], "TOKEN_EXPIRED"),
        (["password": "another horse"], "TOKEN_EXPIRED"), (["disableUser": true], "USER_DISABLED"),
      ]
      for (index, (change, code)) in changes.enumerated() {
        let user = try await server.signUp("user\(index)@example.com")
        let next = try await server.refreshed(user.refreshToken)
        try await revoke(user, change)
        for token in [user.refreshToken, next] { expectRefused(try await server.refresh(token), code) }
        expectRefused(try await server.call("accounts:lookup", ["idToken": .string(user.idToken)]), code)
      }
      // A moment between the sign-in and its next token.
      let early = try await server.signUp("early@example.com")
      server.clock.advance(seconds: 100)
      let later = try await server.refreshed(early.refreshToken)
      try await revoke(early, ["validSince": .string(String(server.clock.now().seconds - 50))])
      for token in [early.refreshToken, later] {
        expectRefused(try await server.refresh(token), "TOKEN_EXPIRED")
      }
      let user = try await server.signUp("deleted@example.com")
      let next = try await server.refreshed(user.refreshToken)
      _ = try await server.administer("accounts:delete", ["localId": .string(user.localID)])
      for token in [user.refreshToken, next] {
        expectRefused(try await server.refresh(token), "USER_NOT_FOUND")
      }
    }
  }
}
