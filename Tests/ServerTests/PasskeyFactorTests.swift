import Identity
import IdentityWire
import TestSupport
import Testing

@Suite("Passkeys as a second factor", .fewAtOnce)
struct PasskeyFactorTests {
  /// A user with an authenticator app and a passkey, whose password was right.
  private struct Waiting: Sendable {
    let user: TestSession
    var authenticator: SoftAuthenticator
    let credential: String
  }

  private static func waiting(_ server: TestServer) async throws -> Waiting {
    let user = try await server.verifiedUser("ada@example.com")
    let factor = try await server.enrollTOTP(user)
    let passkey = try await server.enrollPasskey(factor.session) { $0.signCount = 1 }
    let asked = try await server.signIn("ada@example.com")
    var authenticator = passkey.authenticator
    authenticator.signCount = 2
    return Waiting(
      user: user, authenticator: authenticator, credential: try server.text(asked, "mfaPendingCredential"))
  }

  private static func start(_ server: TestServer, _ credential: String) async throws -> TestResponse {
    try await server.call2(
      "accounts/mfaSignIn:start", ["mfaPendingCredential": .string(credential), "passkeySignInInfo": [:]])
  }

  private static func challenge(_ started: TestResponse) throws -> [UInt8] {
    let options = started.json["passkeyResponseInfo"]?["credentialRequestOptions"]
    let text = try #require(options?["challenge"]?.stringValue, "\(started.text)")
    return try #require(Base64Bytes.decode(text))
  }

  private static func finish(
    _ server: TestServer, _ credential: String, _ authenticator: SoftAuthenticator, _ challenge: [UInt8]
  ) async throws -> TestResponse {
    try await server.call2(
      "accounts/mfaSignIn:finalize",
      [
        "mfaPendingCredential": .string(credential),
        "passkeyVerificationInfo": [
          "authenticatorAuthenticationResponse": try authenticator.assertion(challenge: challenge)
        ],
      ])
  }

  @Test(
    "a security key stands in the place of the second factor, with or without a PIN",
    arguments: [true, false])
  func securityKey(isVerified: Bool) async throws {
    try await TestServer.run { server in
      var waiting = try await Self.waiting(server)
      let started = try await Self.start(server, waiting.credential)
      let options = try #require(started.json["passkeyResponseInfo"]?["credentialRequestOptions"])
      #expect(
        options["allowCredentials"]?.arrayValue?.count == 1 && options["userVerification"] == "preferred")
      if !isVerified { waiting.authenticator.flags = [.present] }
      let finished = try await Self.finish(
        server, waiting.credential, waiting.authenticator, try Self.challenge(started))
      let idToken = try server.text(finished, "idToken")
      let claims = try UnverifiedJWT(idToken).claims
      #expect(claims["firebase"]?["sign_in_provider"] == "password")
      #expect(claims["firebase"]?["sign_in_second_factor"] == "passkey")
      #expect(try await server.account(waiting.user.localID)?.passkeys.first?.signCount == 2)
      #expect(try await server.lookUp(idToken)["localId"] == .string(waiting.user.localID))
    }
  }

  private static let behaviours: [Behaviour<TestServer>] = [
    Behaviour("a challenge of the second step is good for its user, once, and for nothing else") {
      try await challenges($0)
    },
    Behaviour("a passkey that was the first factor is no second one") { try await oneForBoth($0) },
    Behaviour("who has no passkey is told so") { try await none($0) },
    Behaviour("a passkey that was made for another RP ID is offered nowhere") { try await stranded($0) },
  ]

  @Test("a passkey is a second factor where it may be")
  func passkeys() async throws { try await TestServer.look(at: Self.behaviours) }

  private static func challenges(_ server: TestServer) async throws {
    let waiting = try await Self.waiting(server)
    let signIn = try await server.signInChallenge()
    let wrong = try await Self.finish(server, waiting.credential, waiting.authenticator, signIn)
    #expect(wrong.errorMessage == "PASSKEY_CHALLENGE_TIMEOUT")
    let challenge = try Self.challenge(try await Self.start(server, waiting.credential))
    let alone = try await server.finalizePasskeySignIn(
      try waiting.authenticator.assertion(challenge: challenge))
    #expect(alone.errorMessage == "PASSKEY_CHALLENGE_TIMEOUT")
    var other = waiting.authenticator
    other.key = .p256(.init())
    let forged = try await Self.finish(server, waiting.credential, other, challenge)
    #expect(forged.errorMessage == "INVALID_AUTHENTICATOR_RESPONSE")
    #expect(
      try await Self.finish(server, waiting.credential, waiting.authenticator, challenge).status == 200)
    let again = try await Self.finish(server, waiting.credential, waiting.authenticator, challenge)
    #expect(again.status == 400)
  }

  private static func oneForBoth(_ server: TestServer) async throws {
    let waiting = try await Self.waiting(server)
    let origin = waiting.authenticator.origin
    try await server.changeProject { project in
      var settings = PasskeySettings(rpID: "localhost", expectedOrigins: [origin])
      settings.countsAsTwoFactors = false
      project.signIn.passkeys = settings
    }
    let pending = try await server.signInByPasskey(waiting.authenticator)
    let credential = try server.text(pending, "mfaPendingCredential")
    #expect(try await Self.start(server, credential).errorMessage == "MFA_ENROLLMENT_NOT_FOUND")
  }

  private static func none(_ server: TestServer) async throws {
    let user = try await server.verifiedUser("ada@example.com")
    _ = try await server.enrollTOTP(user)
    let credential = try server.text(try await server.signIn("ada@example.com"), "mfaPendingCredential")
    #expect(try await Self.start(server, credential).errorMessage == "MFA_ENROLLMENT_NOT_FOUND")
  }

  // Fails when the RP ID of a passkey is not compared where it is offered (each place alone).
  private static func stranded(_ server: TestServer) async throws {
    let waiting = try await Self.waiting(server)
    let session = try await server.enrollTOTP(try await server.verifiedUser("eve@example.com")).session
    let kept = try await server.enrollPasskey(session)
    try await server.changeProject { project in
      project.signIn.passkeys = PasskeySettings(
        rpID: "example.com", expectedOrigins: ["https://example.com"])
    }
    let started = try await server.startPasskeyEnrollment(kept.session.idToken)
    #expect(started.status == 200, "\(started.text)")
    let excluded = started.json["credentialCreationOptions"]?["excludeCredentials"]?.arrayValue ?? []
    #expect(excluded.isEmpty)
    let refused = try await Self.start(server, waiting.credential)
    #expect(refused.errorMessage?.hasPrefix("MFA_ENROLLMENT_NOT_FOUND") == true, "\(refused.text)")
  }
}
