import Identity
import IdentityWire
import TestSupport
import Testing

@Suite("T9: artifact of a phone or second factor used for another purpose", .fewAtOnce)
struct T09SecondFactorPurposeTests {
  /// What a client holds in the middle of everything, each with its right code where it has one.
  private struct Holdings: Sendable {
    var sessions: [(name: String, value: String, code: String)] = []
    var tokens: [(name: String, value: String)] = []
  }

  private struct Place: Sendable {
    let name: String
    let takes: String
    let present: @Sendable (TestServer, _ value: String, _ code: String) async throws -> TestResponse
  }

  private static func holdings(_ server: TestServer) async throws -> (Holdings, TestSession) {
    var holdings = Holdings()
    func hold(_ name: String, _ value: String) throws {
      holdings.sessions.append((name, value, try server.code(of: value)))
    }
    try hold("phone sign-in", try await server.sendCode(to: "+15551230100"))

    let user = try await server.verifiedUser("ada@example.com")
    try hold(
      "phone enrolment",
      try server.text(
        try await server.startPhoneEnrollment(user.idToken, "+15551230101"), "phoneSessionInfo",
        "sessionInfo"))
    let totp = try await server.startTOTPEnrollment(user.idToken)
    let authenticator = try TestAuthenticator(
      base32: try server.text(totp, "totpSessionInfo", "sharedSecretKey"))
    holdings.sessions.append(
      (
        "app enrolment", try server.text(totp, "totpSessionInfo", "sessionInfo"),
        authenticator.password(at: server.clock.now())
      ))

    let other = try await server.verifiedUser("bob@example.com")
    let factor = try await server.enrollPhone(other, "+15551230102")
    let pending = try server.text(try await server.signIn("bob@example.com"), "mfaPendingCredential")
    try hold(
      "second factor",
      try server.text(
        try await server.startSecondFactor(pending, factor.id), "phoneResponseInfo", "sessionInfo"))
    holdings.tokens.append(("pending credential", pending))

    _ = try await server.signInByPhone("+15551230103")
    let proof = try await server.signInByPhone("+15551230103", ["idToken": .string(user.idToken)])
    holdings.tokens.append(("temporary proof", try server.text(proof, "temporaryProof")))
    holdings.tokens += [("ID token", user.idToken), ("refresh token", user.refreshToken)]
    return (holdings, user)
  }

  private static func places(_ user: TestSession, pending: String) -> [Place] {
    let idToken = JSONValue.string(user.idToken)
    func enrolment(_ member: String, _ code: String)
      -> @Sendable (TestServer, String, String) async throws ->
      TestResponse
    {
      { server, value, given in
        try await server.call2(
          "accounts/mfaEnrollment:finalize",
          ["idToken": idToken, member: ["sessionInfo": .string(value), code: .string(given)]])
      }
    }
    return [
      Place(name: "signInWithPhoneNumber", takes: "phone sign-in") { server, value, code in
        try await server.call(
          "accounts:signInWithPhoneNumber", ["sessionInfo": .string(value), "code": .string(code)])
      },
      Place(name: "temporaryProof", takes: "temporary proof") { server, value, _ in
        try await server.call(
          "accounts:signInWithPhoneNumber",
          ["temporaryProof": .string(value), "phoneNumber": "+15551230103"])
      },
      Place(name: "second factor's session", takes: "second factor") { server, value, code in
        try await server.provePhone(pending, value, code: code)
      },
      Place(name: "pending credential at start", takes: "pending credential") { server, value, _ in
        try await server.startSecondFactor(value, "any")
      },
      Place(name: "pending credential at finalize", takes: "pending credential") { server, value, _ in
        try await server.proveTOTP(value, "any", password: "123456")
      },
      Place(name: "refresh", takes: "refresh token") { server, value, _ in try await server.refresh(value) },
      Place(name: "pendingToken", takes: "") { server, value, _ in
        try await server.signInWithIdp([("pendingToken", value)])
      },
      Place(name: "state of a flow", takes: "") { server, value, _ in
        try await server.signInWithIdp([("state", value), ("code", "any")], ["sessionId": .string(value)])
      },
      Place(
        name: "phone enrolment", takes: "phone enrolment", present: enrolment("phoneVerificationInfo", "code")
      ),
      Place(
        name: "app enrolment", takes: "app enrolment",
        present: enrolment("totpVerificationInfo", "verificationCode")),
    ]
  }

  // Fails when verifyCode takes the sessions of every purpose.
  @Test("every session, proof and pending credential is refused everywhere but at its own place")
  func matrix() async throws {
    try await TestServer.run { server in
      let (holdings, user) = try await Self.holdings(server)
      let pending = try #require(holdings.tokens.first).value
      let accounts = try await server.accounts()
      let everything = holdings.sessions + holdings.tokens.map { ($0.name, $0.value, "123456") }
      let places = Self.places(user, pending: pending)
      for place in places {
        for (name, value, code) in everything where name != place.takes {
          expectRefused(try await place.present(server, value, code), nil, "\(name) at \(place.name)")
        }
      }
      #expect(try await server.accounts() == accounts)
      // Nothing was used up or locked by being refused: each is taken where it belongs.
      for place in places where !place.name.hasPrefix("pending credential") && place.takes != "refresh token"
      {
        guard let holding = everything.first(where: { $0.0 == place.takes }) else { continue }
        // The first enrolment that succeeds ends the token that the second one would need.
        if place.name == "app enrolment" { continue }
        let response = try await place.present(server, holding.1, holding.2)
        #expect(response.status == 200, "\(place.name): \(response.text)")
      }
    }
  }

  // Fails when an enrolment takes another account's session, and when a sign-in takes the session of another pending
  // sign-in (each alone). Not when that compares no account: a pending sign-in is of one.
  @Test("a code is of no use to another user, nor to another sign-in of the same one")
  func bindings() async throws {
    try await TestServer.run { server in
      let ada = try await server.verifiedUser("ada@example.com")
      let bob = try await server.verifiedUser("bob@example.com")
      let enrolment = try server.text(
        try await server.startPhoneEnrollment(ada.idToken, "+15551230100"), "phoneSessionInfo",
        "sessionInfo")
      let stolen = try await server.call2(
        "accounts/mfaEnrollment:finalize",
        [
          "idToken": .string(bob.idToken),
          "phoneVerificationInfo": [
            "sessionInfo": .string(enrolment), "code": .string(try server.code(of: enrolment)),
          ],
        ])
      expectRefused(stolen, "INVALID_SESSION_INFO", "another's enrolment")

      let factors = [
        try await server.enrollPhone(ada, "+15551230100"), try await server.enrollPhone(bob, "+15551230100"),
      ]
      func pending(_ email: String) async throws -> String {
        try server.text(try await server.signIn(email), "mfaPendingCredential")
      }
      let mine = try await pending("bob@example.com")
      let sessionInfo = try server.text(
        try await server.startSecondFactor(mine, factors[1].id), "phoneResponseInfo", "sessionInfo")
      let code = try server.code(of: sessionInfo)
      // One number, two users: what reaches the one does not prove the other.
      for other in [try await pending("ada@example.com"), try await pending("bob@example.com")] {
        expectRefused(
          try await server.provePhone(other, sessionInfo, code: code), "INVALID_SESSION_INFO", "another's")
      }
      expectRefused(
        try await server.startSecondFactor(try await pending("ada@example.com"), factors[1].id),
        "MFA_ENROLLMENT_NOT_FOUND")
      #expect(try await server.provePhone(mine, sessionInfo, code: code).status == 200)
    }
  }
}
