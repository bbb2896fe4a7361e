import Identity
import IdentityWire
import TestSupport
import Testing

/// What is right in itself, and is not to be let in all the same.
@Suite("T33: accounts and their passkeys", .fewAtOnce)
struct T33PasskeyAccountTests {
  private static let behaviours: [Behaviour<TestServer>] = [
    Behaviour(
      "a session that was revoked enrols nothing, and a disabled account nobody's passkey signs in to"
    ) { try await revokedAndDisabled($0) },
    Behaviour("who takes over an account whose address nobody proved finds no passkey of who made it") {
      try await takeOver($0)
    },
    Behaviour("a passkey of one account is none of another's") { try await taken($0) },
    Behaviour("a stale session neither adds a passkey nor removes one") { try await stale($0) },
    Behaviour("a passkey that a thief added before they took the address goes when its owner takes it back") {
      try await recovery($0)
    },
  ]

  @Test("a passkey opens its own account alone")
  func accounts() async throws { try await TestServer.look(at: Self.behaviours) }

  private static func revokedAndDisabled(_ server: TestServer) async throws {
    let user = try await server.signUp("ada@example.com")
    let passkey = try await server.enrollPasskey(user)
    let challenge = try server.challenge(of: try await server.startPasskeyEnrollment(user.idToken))
    server.clock.advance(seconds: 2)
    _ = try await server.administer(
      "accounts:update",
      ["localId": .string(user.localID), "validSince": .string(String(server.clock.now().seconds))])
    expectRefused(
      try await server.finalizePasskeyEnrollment(
        user.idToken, try SoftAuthenticator().registration(challenge: challenge)), "TOKEN_EXPIRED")
    #expect(try await server.signInByPasskey(passkey.authenticator).status == 200)
    _ = try await server.administer(
      "accounts:update", ["localId": .string(user.localID), "disableUser": true])
    expectRefused(try await server.signInByPasskey(passkey.authenticator), "USER_DISABLED")
  }

  private static func recovery(_ server: TestServer) async throws {
    let user = try await server.verifiedUser("ada@example.com")
    let own = try await server.enrollPasskey(user)
    server.clock.advance(seconds: 30 * 86_400)
    let thief = try TestSession(try await server.signIn("ada@example.com"))
    let stolen = try await server.enrollPasskey(thief)
    server.clock.advance(seconds: 60)
    let changed = try await server.apply(
      oobCode: try await server.changeCode(of: thief, to: "eve@example.com"))
    #expect(changed.status == 200, "\(changed.text)")
    let code = try server.mail("RECOVER_EMAIL", to: "ada@example.com").code
    #expect(try await server.apply(oobCode: code).status == 200)
    expectRefused(try await server.signInByPasskey(stolen.authenticator), "PASSKEY_ENROLLMENT_NOT_FOUND")
    #expect(try await server.signInByPasskey(own.authenticator).status == 200)
  }

  private static func takeOver(_ server: TestServer) async throws {
    let squatter = try await server.signUp("ada@example.com")
    let passkey = try await server.enrollPasskey(squatter)
    let reset = try await server.resetPassword(
      try await server.resetCode("ada@example.com"), to: "my own one")
    #expect(reset.status == 200, "\(reset.text)")
    let link = try await server.signInWithLink(
      try await server.signInLinkCode("ada@example.com"), email: "ada@example.com")
    #expect(link.status == 200, "\(link.text)")
    expectRefused(
      try await server.signInByPasskey(passkey.authenticator), "PASSKEY_ENROLLMENT_NOT_FOUND")
  }

  @Test("functions are asked about an enrolment that makes a user, and about every sign-in")
  func functions() async throws {
    try await TestServer.run { server in
      let user = try await server.signUpAnonymously()
      try await FunctionServer.run { functions in
        try await server.setFunctions(functions)
        let passkey = try await server.enrollPasskey(user)
        #expect(functions.calls("beforeCreate").map { $0["sign_in_method"] } == ["passkey"])
        #expect(functions.calls("beforeSignIn").map { $0["sign_in_method"] } == ["passkey"])
        #expect(try await server.signInByPasskey(passkey.authenticator).status == 200)
        functions.answer(
          "beforeSignIn", status: 403, #"{"error":{"status":"PERMISSION_DENIED","message":"no"}}"#)
        expectRefused(
          try await server.signInByPasskey(passkey.authenticator), "BLOCKING_FUNCTION_ERROR_RESPONSE")
      }
    }
  }

  // Fails when the credential's unique place is not kept.
  private static func taken(_ server: TestServer) async throws {
    let user = try await server.signUp("ada@example.com")
    let thief = try await server.signUp("eve@example.com")
    let passkey = try await server.enrollPasskey(user)
    let challenge = try server.challenge(of: try await server.startPasskeyEnrollment(thief.idToken))
    let copy = SoftAuthenticator(credentialID: passkey.authenticator.credentialID)
    let refused = try await server.finalizePasskeyEnrollment(
      thief.idToken, try copy.registration(challenge: challenge))
    expectRefused(refused, "PASSKEY_EXISTS")
    let session = try TestSession(try await server.signInByPasskey(passkey.authenticator))
    #expect(session.localID == user.localID)
  }

  // Fails when `requirePasskeyEnrolment` and the update do not ask for a recent sign-in (each alone).
  private static func stale(_ server: TestServer) async throws {
    let user = try await server.signUp("ada@example.com")
    let passkey = try await server.enrollPasskey(user)
    server.clock.advance(seconds: 301)
    let idToken = passkey.session.idToken
    expectRefused(try await server.startPasskeyEnrollment(idToken), "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
    let removal = try await server.call(
      "accounts:update", ["idToken": .string(idToken), "deletePasskey": [.string(passkey.id)]])
    expectRefused(removal, "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
    #expect(try await server.account(user.localID)?.passkeys.count == 1)
  }

  @Test("where nobody set passkeys up, there are none", arguments: [true, false])
  func notEnabled(isSwitchedOff: Bool) async throws {
    var options = TestServer.Options()
    options.isDevelopment = isSwitchedOff
    try await TestServer.run(options) { server in
      if isSwitchedOff {
        try await server.requireOwnOrigins()
        try await server.changeProject { $0.signIn.passkeys?.isEnabled = false }
      }
      let key = try #require(try await server.project().apiKeys.first)
      for (operation, message) in [
        ("passkeySignIn:start", [:]), ("passkeyEnrollment:start", [:]),
        ("passkeySignIn:finalize", ["authenticatorAuthenticationResponse": ["id": "AAAA"]]),
        (
          "passkeyEnrollment:finalize",
          ["idToken": "none", "authenticatorRegistrationResponse": ["id": "AAAA"]]
        ),
      ] as [(String, JSONValue)] {
        expectRefused(
          try await server.call2("accounts/\(operation)", message, key: key), "PASSKEY_NOT_ENABLED", operation
        )
      }
    }
  }
}
