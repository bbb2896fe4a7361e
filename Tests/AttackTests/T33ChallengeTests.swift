import Identity
import IdentityWire
import Operations
import TestSupport
import Testing

@Suite("T33: challenges of passkeys", .fewAtOnce)
struct T33ChallengeTests {
  // Fails when the sign-in writes no redemption, and when RedemptionStatements.redeem renews what has not expired.
  @Test("of 64 who present one answer at once, one signs in", arguments: TestServer.Deployment.all)
  func race(_ deployment: TestServer.Deployment) async throws {
    try await TestServer.run(on: deployment) { server in
      try await server.requireOwnOrigins()
      let user = try await server.signUp("ada@example.com")
      let passkey = try await server.enrollPasskey(user)
      let challenge = try await server.signInChallenge()
      let answer = try passkey.authenticator.assertion(challenge: challenge)
      let statuses = try await Self.statuses { try await server.finalizePasskeySignIn(answer) }
      #expect(statuses == [200: 1, 400: 63])
    }
  }

  @Test("of 64 who enrol by one challenge at once, one does", arguments: TestServer.Deployment.all)
  func enrolmentRace(_ deployment: TestServer.Deployment) async throws {
    try await TestServer.run(on: deployment) { server in
      try await server.requireOwnOrigins()
      let user = try await server.signUp("ada@example.com")
      let challenge = try server.challenge(of: try await server.startPasskeyEnrollment(user.idToken))
      let statuses = try await Self.statuses {
        try await server.finalizePasskeyEnrollment(
          user.idToken, try SoftAuthenticator().registration(challenge: challenge))
      }
      #expect(statuses == [200: 1, 400: 63])
      #expect(try await server.account(user.localID)?.passkeys.count == 1)
    }
  }

  // Fails when the store does not keep a credential ID unique.
  @Test("of 64 users who enrol one credential at once, one gets it", arguments: TestServer.Deployment.all)
  func credentialRace(_ deployment: TestServer.Deployment) async throws {
    try await TestServer.run(on: deployment) { server in
      try await server.requireOwnOrigins()
      let authenticator = SoftAuthenticator()
      var tries: [(TestSession, [UInt8])] = []
      for _ in 0..<64 {
        let user = try await server.signUpAnonymously()
        let started = try await server.startPasskeyEnrollment(user.idToken)
        tries.append((user, try server.challenge(of: started)))
      }
      let all = tries
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for (user, challenge) in all {
          group.addTask {
            let answer = try authenticator.registration(challenge: challenge)
            return try await served { try await server.finalizePasskeyEnrollment(user.idToken, answer) }
              .status
          }
        }
        return try await group.reduce(into: [Int: Int]()) { $0[$1, default: 0] += 1 }
      }
      #expect(statuses == [200: 1, 400: 63])
      #expect(try await server.accounts().count { !$0.passkeys.isEmpty } == 1)
    }
  }

  private static func statuses(_ body: @Sendable @escaping () async throws -> TestResponse) async throws
    -> [Int: Int]
  {
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<64 { group.addTask { try await served { try await body() }.status } }
      return try await group.reduce(into: [Int: Int]()) { $0[$1, default: 0] += 1 }
    }
  }

  // Fails when a challenge is not bound to its scope, its ceremony, its user, or its time (each alone).
  @Test("a challenge is good for whom, where, what and when it was given, and once")
  func binding() async throws {
    try await TestServer.run { server in
      let ada = try await server.signUp("ada@example.com")
      let eve = try await server.signUp("eve@example.com")
      let passkey = try await server.enrollPasskey(ada)
      func refused(_ response: TestResponse, _ what: String) {
        expectRefused(response, "PASSKEY_CHALLENGE_TIMEOUT", what)
      }

      let ofAda = try server.challenge(of: try await server.startPasskeyEnrollment(ada.idToken))
      refused(
        try await server.finalizePasskeyEnrollment(
          eve.idToken, try SoftAuthenticator().registration(challenge: ofAda)), "another user's")

      var made = [UInt8](repeating: 1, count: 32)
      refused(
        try await server.finalizePasskeySignIn(try passkey.authenticator.assertion(challenge: made)),
        "made up")
      made = try await server.signInChallenge()
      made[made.count - 1] ^= 1
      refused(
        try await server.finalizePasskeySignIn(try passkey.authenticator.assertion(challenge: made)),
        "changed")
      refused(
        try await server.finalizePasskeySignIn(try passkey.authenticator.assertion(challenge: [])), "none")

      let once = try passkey.authenticator.assertion(challenge: try await server.signInChallenge())
      #expect(try await server.finalizePasskeySignIn(once).status == 200)
      refused(try await server.finalizePasskeySignIn(once), "used")

      let late = try passkey.authenticator.assertion(challenge: try await server.signInChallenge())
      server.clock.advance(seconds: 599)
      #expect(try await server.finalizePasskeySignIn(late).status == 200, "pages are open for minutes")
      refused(try await server.finalizePasskeySignIn(once), "used, and still remembered")
      let later = try passkey.authenticator.assertion(challenge: try await server.signInChallenge())
      server.clock.advance(seconds: 601)
      refused(try await server.finalizePasskeySignIn(later), "expired")
      server.clock.advance(seconds: 86_400)
      refused(try await server.finalizePasskeySignIn(once), "used, and forgotten by the database")
    }
  }

  @Test("a challenge and a passkey of one tenant are of no use in another, nor in the project")
  func tenants() async throws {
    try await TestServer.run { server in
      let one = try await server.makeTenant()
      let other = try await server.makeTenant()
      let made = try await server.call(
        "accounts:signUp",
        ["email": "ada@example.com", "password": "correct horse", "tenantId": .string(one)])
      let passkey = try await server.enrollPasskey(try TestSession(made), ["tenantId": .string(one)])
      func signIn(begunIn begin: [String: JSONValue], in end: [String: JSONValue]) async throws
        -> TestResponse
      {
        let challenge = try await server.signInChallenge(begin)
        return try await server.finalizePasskeySignIn(
          try passkey.authenticator.assertion(challenge: challenge), end)
      }
      let (inOne, inOther): ([String: JSONValue], [String: JSONValue]) = (
        ["tenantId": .string(one)], ["tenantId": .string(other)]
      )
      #expect(try await signIn(begunIn: inOne, in: inOne).status == 200)
      for (begin, end) in [(inOther, inOne), (inOne, inOther), ([:], inOne), (inOne, [:])] {
        expectRefused(try await signIn(begunIn: begin, in: end), "PASSKEY_CHALLENGE_TIMEOUT")
      }
      for scope in [inOther, [:]] {
        expectRefused(try await signIn(begunIn: scope, in: scope), "PASSKEY_ENROLLMENT_NOT_FOUND")
      }
    }
  }

  // Fails when challenges that are asked for, or answers that were wrong, do not count.
  @Test("challenges and wrong answers are limited for a network")
  func visitors() async throws {
    var options = TestServer.Options()
    var limits = AbuseLimits.development
    limits.passkeyStartsPerNetwork = .rate(50, per: 600)
    limits.passkeyFailuresPerNetwork = .rate(5, per: 600)
    options.limits = limits
    options.clock = SettableClock(Instant(seconds: 1_900_000_000))
    try await TestServer.run(options) { server in
      for _ in 0..<50 { _ = try await server.signInChallenge() }
      let refused = try await server.startPasskeySignIn()
      expectRefused(refused, "TOO_MANY_ATTEMPTS_TRY_LATER")
      #expect(refused.headers.first(name: "retry-after") != nil)
      server.clock.advance(seconds: 600)
      let user = try await server.signUp("ada@example.com")
      let passkey = try await server.enrollPasskey(user)
      for _ in 0..<5 {
        let wrong = try passkey.authenticator.assertion(challenge: [1, 2, 3])
        expectRefused(try await server.finalizePasskeySignIn(wrong), "PASSKEY_CHALLENGE_TIMEOUT")
      }
      let right = try await server.signInByPasskey(passkey.authenticator)
      expectRefused(right, "TOO_MANY_ATTEMPTS_TRY_LATER")
      server.clock.advance(seconds: 121)
      #expect(try await server.signInByPasskey(passkey.authenticator).status == 200)
    }
  }
}
