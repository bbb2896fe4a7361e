import Identity
import IdentityWire
import TestSupport
import Testing

/// Random sequences of calls by people who hold everything but the second factor, mixed with what its owner does
/// rightly. Whatever comes of them, no token is handed out for an account with a second factor that does not say
/// that it was proved.
///
/// Fails when a take-over drops the factors of the account (the walk says that one has vanished).
@Suite("T18: second factor skipped", .fewAtOnce)
struct T18SecondFactorSkippedTests {
  @Test("no sequence of calls gives a token without the second factor", arguments: UInt64(1)...12)
  func sequences(_ seed: UInt64) async throws {
    var options = TestServer.Options()
    options.acceptsUnsignedCredentials = true
    try await TestServer.run(options) { server in
      let walk = try await SecondFactorWalk(server, seed: seed)
      for _ in 0..<120 { try await walk.step() }
      try await walk.useEverything()
      let summary = await walk.summary
      // A walk in which nobody was asked, or nobody came in, would show nothing.
      #expect(summary.challenges > 2 && summary.proofs > 0 && summary.checkedTokens > 5, "\(summary)")
    }
  }

  // Fails when isComplete asks for no second factor and an enrolment, the user's or an administrator's, ends no session
  // (both together: each alone is caught by the other).
  @Test("tokens of before an enrolment give nothing after it, by any operation that answers with tokens")
  func earlierTokens() async throws {
    var options = TestServer.Options()
    options.acceptsUnsignedCredentials = true
    try await TestServer.run(options) { server in
      for isAdministrators in [false, true] {
        let name = isAdministrators ? "ada" : "bob"
        let old = try await server.verifiedUser("\(name)@example.com")
        if isAdministrators {
          _ = try await server.administer(
            "accounts:update",
            [
              "localId": .string(old.localID),
              "mfa": ["enrollments": [["mfaEnrollmentId": "one", "phoneInfo": "+15551230100"]]],
            ])
        } else {
          _ = try await server.enrollPhone(old, "+15551230100")
        }
        let idToken = JSONValue.string(old.idToken)
        expectRefused(try await server.refresh(old.refreshToken), nil, "refresh")
        for (operation, message) in [
          ("lookup", [:]), ("update", ["displayName": "x", "returnSecureToken": true]),
          ("update", ["password": "another horse"]), ("update", ["deleteProvider": ["password"]]),
          ("signUp", ["email": "new@example.com", "password": "another horse"]), ("delete", [:]),
        ] as [(String, [String: JSONValue])] {
          var message = message
          message["idToken"] = idToken
          expectRefused(
            try await server.call("accounts:\(operation)", .object(message)), "TOKEN_EXPIRED", operation)
        }
        expectRefused(
          try await server.signInWithIdp(
            [("providerId", "google.com"), ("id_token", #"{"sub":"9"}"#)], ["idToken": idToken]),
          "TOKEN_EXPIRED", "link")
        expectRefused(
          try await server.signInByPhone("+15551230199", ["idToken": idToken]), "TOKEN_EXPIRED", "phone")
        expectRefused(
          try await server.startPhoneEnrollment(old.idToken, "+15551230198"), "TOKEN_EXPIRED", "enrol")
        let id = try #require(try await server.account(old.localID)?.factors.first?.enrollmentID)
        expectRefused(
          try await server.call2(
            "accounts/mfaEnrollment:withdraw", ["idToken": idToken, "mfaEnrollmentId": .string(id)]),
          "TOKEN_EXPIRED", "withdraw")
      }
    }
  }
}
