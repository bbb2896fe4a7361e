import Identity
import IdentityWire
import TestSupport
import Testing

@Suite("T10: refresh token replayed", .fewAtOnce)
struct T10RefreshTokenReplayTests {
  // Fails when a refresh looks at no `rotation`, when presenting a used token revokes only that one, and when it
  // revokes all that the account has (each alone).
  @Test("a used refresh token that is presented again after the grace period ends the whole sign-in")
  func reuse() async throws {
    try await TestServer.run(sessions: .rotating) { server in
      let user = try await server.signUp("ann@example.com")
      server.clock.advance(seconds: 1)
      let other = try TestSession(
        await server.call(
          "accounts:signInWithPassword",
          ["email": "ann@example.com", "password": "correct horse", "returnSecureToken": true]))
      let second = try await server.refreshed(user.refreshToken)
      server.clock.advance(seconds: 3600)
      let third = try await server.refreshed(second)
      #expect(Set([user.refreshToken, second, third]).count == 3)
      server.clock.advance(seconds: 60)
      // The thief's copy. Neither the thief nor the user gets on.
      for token in [user.refreshToken, third, second, user.refreshToken] {
        expectRefused(try await server.refresh(token), "TOKEN_EXPIRED")
      }
      // What the user began elsewhere is another sign-in.
      _ = try await server.refreshed(other.refreshToken)
      #expect(server.log.text.contains("a used refresh token was presented again"))
      for token in [user.refreshToken, second, third] { #expect(!server.log.text.contains(token)) }
    }
  }

  // Fails when the successor is made anew for every request, and when the grace period has no end.
  @Test("within the grace period a used token answers with the same successor, and not a moment longer")
  func grace() async throws {
    try await TestServer.run(sessions: .rotating) { server in
      let user = try await server.signUp("ann@example.com")
      let next = try await server.refreshed(user.refreshToken)
      server.clock.advance(seconds: 59)
      #expect(try await server.refreshed(user.refreshToken) == next)
      let third = try await server.refreshed(next)
      #expect(try await server.refreshed(user.refreshToken) == next)
      server.clock.advance(seconds: 1)
      expectRefused(try await server.refresh(user.refreshToken), "TOKEN_EXPIRED")
      expectRefused(try await server.refresh(third), "TOKEN_EXPIRED")
    }
  }

  // Fails when rotation is what ends a used token, instead of what is stored of it.
  @Test("a token that was used up stays so when the project goes back to stable tokens")
  func policyChange() async throws {
    try await TestServer.run(sessions: .rotating) { server in
      let user = try await server.signUp("ann@example.com")
      let next = try await server.refreshed(user.refreshToken)
      try await server.changeProject { $0.sessions = SessionPolicy() }
      #expect(try await server.refreshed(next) == next)
      server.clock.advance(seconds: 61)
      expectRefused(try await server.refresh(user.refreshToken), "TOKEN_EXPIRED")
      expectRefused(try await server.refresh(next), "TOKEN_EXPIRED")
    }
  }

  // Fails when a token is followed by another whatever the policy is.
  @Test("by default a refresh token stays the same, as Firebase's does")
  func stable() async throws {
    try await TestServer.run(sessions: SessionPolicy()) { server in
      let user = try await server.signUp("ann@example.com")
      for _ in 0..<3 {
        #expect(try await server.refreshed(user.refreshToken) == user.refreshToken)
        server.clock.advance(seconds: 86_400 * 365)
      }
    }
  }
}
