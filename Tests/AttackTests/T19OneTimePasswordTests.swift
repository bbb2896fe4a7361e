import Identity
import IdentityWire
import Operations
import TestSupport
import Testing

/// A one-time password is used up by whichever path takes it first (RFC 6238 section 5.2).
@Suite("T19: one-time passwords reused", .fewAtOnce)
struct T19OneTimePasswordTests {
  private static func pending(_ server: TestServer) async throws -> String {
    try server.text(try await server.signIn("ada@example.com"), "mfaPendingCredential")
  }

  private static func stillClock() -> TestServer.Options {
    var options = TestServer.Options()
    // In the middle of an interval, where it stays.
    options.clock = SettableClock(Instant(seconds: SystemClock().now().seconds / 30 * 30 + 15))
    return options
  }

  // Fails when a password is not redeemed.
  @Test("the password that enrolled an app signs in with it no more; the next one does, once")
  func once() async throws {
    try await TestServer.run(Self.stillClock()) { server in
      let app = try await server.enrollTOTP(try await server.verifiedUser("ada@example.com"))
      let authenticator = try #require(app.authenticator)
      func present(_ intervals: Int64) async throws -> TestResponse {
        try await server.proveTOTP(
          try await Self.pending(server), app.id,
          password: authenticator.password(at: server.clock.now(), intervalsLater: intervals))
      }
      expectRefused(try await present(0), "INVALID_CODE", "enrolling")
      #expect(try await present(1).status == 200)
      expectRefused(try await present(1), "INVALID_CODE", "signing in")
      server.clock.advance(seconds: 30)
      expectRefused(try await present(0), "INVALID_CODE", "an interval later")
      #expect(try await present(2).status == 200)
    }
  }

  // Fails when a password is not redeemed, and when the redemption ends two intervals later (each alone).
  @Test("a password stays used for as long as its interval is looked at, also after a restart")
  func restart() async throws {
    try await withTemporaryDirectory { directory in
      var options = Self.stillClock()
      options.dataDirectory = directory
      // The guesses are another matter.
      var limits = AbuseLimits.development
      limits.codes = limits.passwords
      options.limits = limits
      let app = try await TestServer.run(options) { server in
        try await server.changeProject { $0.signIn.multiFactor.totp?.adjacentIntervals = 10 }
        return try await server.enrollTOTP(try await server.verifiedUser("ada@example.com"))
      }
      let used = try #require(app.authenticator).password(at: options.clock.now())
      try await TestServer.run(options) { server in
        for _ in 0...11 {
          let response = try await server.proveTOTP(
            try await Self.pending(server), app.id, password: used)
          expectRefused(response, nil, "used")
          _ = try await server.backend.sweepExpired(limit: 1_000)
          server.clock.advance(seconds: 30)
        }
      }
    }
  }

  // Fails when a password is not redeemed.
  @Test(
    "of 64 who present one password at once, in sign-ins of their own, one comes in",
    arguments: TestServer.Deployment.all)
  func race(_ deployment: TestServer.Deployment) async throws {
    var options = Self.stillClock()
    options.deployment = deployment
    try await TestServer.run(options) { server in
      let app = try await server.enrollTOTP(try await server.verifiedUser("ada@example.com"))
      let password = try #require(app.authenticator).password(at: server.clock.now(), intervalsLater: 1)
      var credentials: [String] = []
      for _ in 0..<64 { credentials.append(try await Self.pending(server)) }
      let answers = try await withThrowingTaskGroup(of: TestResponse.self) { group in
        for credential in credentials {
          group.addTask { try await server.proveTOTP(credential, app.id, password: password) }
        }
        return try await group.reduce(into: [TestResponse]()) { $0.append($1) }
      }
      #expect(answers.count { $0.status == 200 } == 1, "\(answers.map(\.status))")
      for answer in answers where answer.status != 200 { expectRefused(answer) }
    }
  }
}
