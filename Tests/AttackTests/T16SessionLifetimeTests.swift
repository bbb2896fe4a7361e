import Identity
import IdentityWire
import TestSupport
import Testing

@Suite("T16: session outlives its end")
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
