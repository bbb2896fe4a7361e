import Identity
import IdentityWire
import TestSupport
import Testing

/// Where a project requires second factors, a passkey is one. The password alone, or the mailbox alone, enrols no other
/// factor and removes no passkey.
@Suite("T18: a passkey as the required second factor left out", .fewAtOnce)
struct T18PasskeyTests {
  private static let email = "ada@gmail.com"
  private static let number = "+15551230100"

  private static var options: TestServer.Options {
    var options = TestServer.Options.quick
    options.acceptsUnsignedCredentials = true
    return options
  }

  /// Somebody whom Google calls `sub`.
  private static func google(_ server: TestServer, _ sub: String) async throws -> TestResponse {
    try await server.signInWithIdp([
      ("providerId", "google.com"),
      ("id_token", #"{"sub":"\#(sub)","email":"\#(email)","email_verified":true}"#),
    ])
  }

  /// Asks for the passkey: gives no tokens, no link, and the name of the passkey to clients that know none.
  private static func expectChallenge(_ response: TestResponse, _ way: String) throws -> String {
    expectNoTokens(response, way)
    #expect(!response.text.contains("/__/auth/factors"), "\(way): \(response.text)")
    let info = try #require(response.json["mfaInfo"]?.arrayValue?.first, "\(way): \(response.text)")
    #expect(info["displayName"]?.stringValue?.contains("passkey") == true, "\(way)")
    // The official SDK for the web throws an error on entries of other kinds.
    #expect(info["totpInfo"]?.objectValue != nil && info["passkeyInfo"]?.objectValue != nil, "\(way)")
    return try require(response, "mfaPendingCredential")
  }

  private static func remove(_ passkey: TestPasskey, _ idToken: String, _ server: TestServer) async throws
    -> TestResponse
  {
    try await server.call(
      "accounts:update", ["idToken": .string(idToken), "deletePasskey": [.string(passkey.id)]])
  }

  // Fails when missingFactor, isComplete, requireNoSecondFactor or LinkPolicy counts enrolled factors only (each
  // alone).
  @Test("one factor of whichever kind is asked for the passkey, and changes nothing")
  func firstFactors() async throws {
    try await TestServer.run(Self.options) { server in
      let user = try await server.verifiedUser(Self.email)
      _ = try await server.signInByPhone(Self.number, ["idToken": .string(user.idToken)])
      _ = try await Self.google(server, "7")
      let passkey = try await server.enrollPasskey(try TestSession(try await server.signIn(Self.email)))
      try await server.requireSecondFactor()
      let before = try #require(try await server.account(user.localID))
      let answers: [(String, TestResponse)] = [
        ("password", try await server.signIn(Self.email)),
        ("provider", try await Self.google(server, "7")),
        ("recycled address", try await Self.google(server, "8")),
        (
          "link",
          try await server.signInWithLink(try await server.signInLinkCode(Self.email), email: Self.email)
        ),
        ("custom token", try await server.signInWithCustomToken(#"{"uid":"\#(user.localID)"}"#)),
      ]
      for (way, response) in answers { _ = try Self.expectChallenge(response, way) }
      let sent = try await server.call(
        "accounts:sendVerificationCode", ["phoneNumber": .string(Self.number)])
      expectRefused(sent, "UNSUPPORTED_FIRST_FACTOR", "phone")
      #expect(try await server.account(user.localID) == before)
      // The mailbox sets a password, and opens no more than the password did.
      let code = try await server.resetCode(Self.email)
      #expect(try await server.resetPassword(code, to: "another horse").status == 200)
      _ = try Self.expectChallenge(try await server.signIn(Self.email, password: "another horse"), "reset")
      #expect(try await server.account(user.localID)?.passkeys == before.passkeys)
      #expect(try await server.signInByPasskey(passkey.authenticator).status == 200)
    }
  }

  @Test("the passkey finishes the sign-in, and a code in its place does not")
  func finishing() async throws {
    try await TestServer.run(Self.options) { server in
      let passkey = try await server.enrollPasskey(try await server.verifiedUser(Self.email))
      try await server.requireSecondFactor()
      let asked = try await server.signIn(Self.email)
      let pending = try Self.expectChallenge(asked, "password")
      let id = try #require(asked.json["mfaInfo"]?.arrayValue?.first?["mfaEnrollmentId"]?.stringValue)
      let told = "MFA_ENROLLMENT_NOT_FOUND : Sign in with your passkey"
      expectRefused(try await server.proveTOTP(pending, id, password: "000000"), told, "code")
      expectRefused(try await server.startSecondFactor(pending, id), told, "message")
      expectRefused(
        try await server.provePasskey(pending, SoftAuthenticator()), "PASSKEY_ENROLLMENT_NOT_FOUND",
        "another's")
      let finished = try await server.provePasskey(pending, passkey.authenticator)
      let firebase = try UnverifiedJWT(try server.text(finished, "idToken")).claims["firebase"]
      #expect(firebase?["sign_in_provider"] == "password" && firebase?["sign_in_second_factor"] == "passkey")
      #expect(try await server.refresh(try server.text(finished, "refreshToken")).status == 200)
    }
  }

  // Fails when a take-over of an address that Google has given to somebody else drops the passkey.
  @Test("who proves a recycled address and the passkey takes the account over, and keeps the passkey")
  func recycled() async throws {
    try await TestServer.run(Self.options) { server in
      _ = try await server.verifiedUser(Self.email)
      let passkey = try await server.enrollPasskey(try TestSession(try await Self.google(server, "7")))
      try await server.requireSecondFactor()
      let pending = try Self.expectChallenge(try await Self.google(server, "8"), "recycled")
      let finished = try await server.provePasskey(pending, passkey.authenticator)
      #expect(finished.status == 200, "\(finished.text)")
      let account = try #require(try await server.account(email: Self.email))
      #expect(account.links.map(\.rawID) == ["8"] && account.passkeys.count == 1)
    }
  }

  // Fails when requireValid lets sessions with one factor do what users without a second one may.
  @Test("a session from before the requirement neither enrols a factor nor removes the passkey")
  func sessions() async throws {
    try await TestServer.run(Self.options) { server in
      let user = try await server.verifiedUser(Self.email)
      let passkey = try await server.enrollPasskey(user)
      try await server.requireSecondFactor()
      for session in [user, passkey.session] {
        let idToken = session.idToken
        for (name, response) in [
          ("app", try await server.startTOTPEnrollment(idToken)),
          ("phone", try await server.startPhoneEnrollment(idToken, Self.number)),
          ("removal", try await Self.remove(passkey, idToken, server)),
          ("lookup", try await server.call("accounts:lookup", ["idToken": .string(idToken)])),
          ("refresh", try await server.refresh(session.refreshToken)),
        ] { expectRefused(response, "TOKEN_EXPIRED", name) }
      }
      #expect(try await server.account(user.localID)?.passkeys.count == 1)
    }
  }

  // Fails when FactorEnrolmentCredential counts enrolled factors only.
  @Test("a link from before passkeys counted as two factors enrols nothing afterwards")
  func credential() async throws {
    try await TestServer.run(Self.options) { server in
      let passkey = try await server.enrollPasskey(try await server.verifiedUser(Self.email))
      try await server.changeProject { project in
        var settings = PasskeySettings(
          rpID: "localhost", expectedOrigins: [passkey.authenticator.origin])
        settings.countsAsTwoFactors = false
        project.signIn.passkeys = settings
      }
      try await server.requireSecondFactor()
      let credential = try await server.enrolmentCredential(of: Self.email)
      #expect(try await server.enrolmentPage(credential).status == 200)
      try await server.changeProject { $0.signIn.passkeys?.countsAsTwoFactors = true }
      expectRefused(
        try await server.startAppEnrolment(by: credential), "INVALID_MFA_PENDING_CREDENTIAL", "API")
      #expect(try await server.enrolmentPage(credential).status == 400)
    }
  }

  // Fails when withdrawMFA and the update count enrolled factors only (each alone).
  @Test("the last second factor stays, of whichever kind, until an administrator removes it")
  func removal() async throws {
    try await TestServer.run(Self.options) { server in
      let user = try await server.verifiedUser(Self.email)
      let passkey = try await server.enrollPasskey(user)
      try await server.requireSecondFactor()
      func withdraw(_ factor: TestFactor, _ idToken: String) async throws -> TestResponse {
        try await server.call2(
          "accounts/mfaEnrollment:withdraw",
          ["idToken": .string(idToken), "mfaEnrollmentId": .string(factor.id)])
      }
      let session = try TestSession(try await server.signInByPasskey(passkey.authenticator))
      expectRefused(
        try await Self.remove(passkey, session.idToken, server), "OPERATION_NOT_ALLOWED", "passkey")
      let first = try await server.enrollPhone(session, Self.number)
      let withdrawn = try await withdraw(first, first.session.idToken)
      // The passkey is left, which the session has proved.
      let kept = try server.text(withdrawn, "idToken")
      #expect(try await server.lookUp(kept)["localId"] == .string(user.localID))
      let again = try TestSession(try await server.signInByPasskey(passkey.authenticator))
      let second = try await server.enrollPhone(again, Self.number)
      #expect(try await Self.remove(passkey, second.session.idToken, server).status == 200)
      expectRefused(try await withdraw(second, second.session.idToken), "OPERATION_NOT_ALLOWED", "phone")
    }
  }

  @Test("an administrator who removes the passkey opens the enrolment again")
  func administrator() async throws {
    try await TestServer.run(Self.options) { server in
      let user = try await server.verifiedUser(Self.email)
      let passkey = try await server.enrollPasskey(user)
      try await server.requireSecondFactor()
      let removed = try await server.administer(
        "accounts:update",
        ["localId": .string(user.localID), "deletePasskey": [.string(passkey.id)]])
      #expect(removed.status == 200, "\(removed.text)")
      let credential = try await server.enrolmentCredential(of: Self.email)
      #expect(try await server.startAppEnrolment(by: credential).status == 200)
    }
  }

  // Fails when a recovery drops the last second factor because it is young.
  @Test("the former mailbox alone removes no passkey that is the last second factor")
  func recovery() async throws {
    try await TestServer.run(Self.options) { server in
      let user = try await server.verifiedUser(Self.email)
      // A passkey as old as its account is its first owner's.
      server.clock.advance(seconds: 60)
      let passkey = try await server.enrollPasskey(user)
      try await server.requireSecondFactor()
      let session = try TestSession(try await server.signInByPasskey(passkey.authenticator))
      let change = try await server.changeCode(of: session, to: "new@example.com")
      #expect(try await server.apply(oobCode: change).status == 200)
      let code = try server.mail("RECOVER_EMAIL", to: Self.email).code
      #expect(try await server.apply(oobCode: code).status == 200)
      let reset = try await server.resetCode(Self.email)
      #expect(try await server.resetPassword(reset, to: "the thief's own").status == 200)
      let asked = try await server.signIn(Self.email, password: "the thief's own")
      _ = try Self.expectChallenge(asked, "recovery")
      #expect(try await server.signInByPasskey(passkey.authenticator).status == 200)
    }
  }

  // Fails when a recovery keeps a passkey that was added after the change, and when it leaves the account open without one
  // (each alone).
  @Test("a thief's passkey goes with the thief's address, and the mailbox alone enrols no other")
  func thiefsPasskey() async throws {
    try await TestServer.run(Self.options) { server in
      let user = try await server.verifiedUser(Self.email)
      server.clock.advance(seconds: 60)
      let owners = try await server.enrollPasskey(user)
      try await server.requireSecondFactor()
      let stolen = try TestSession(try await server.signInByPasskey(owners.authenticator))
      let change = try await server.changeCode(of: stolen, to: "thief@example.com")
      #expect(try await server.apply(oobCode: change).status == 200)
      let session = try TestSession(try await server.signInByPasskey(owners.authenticator))
      let thiefs = try await server.enrollPasskey(session)
      let next = try TestSession(try await server.signInByPasskey(thiefs.authenticator))
      let removal: JSONValue = [
        "idToken": .string(next.idToken), "deletePasskey": [.string(owners.id)],
      ]
      let removed = try await server.call("accounts:update", removal)
      #expect(removed.status == 200, "\(removed.text)")
      let code = try server.mail("RECOVER_EMAIL", to: Self.email).code
      #expect(try await server.apply(oobCode: code).status == 200)
      expectRefused(try await server.signInByPasskey(thiefs.authenticator))
      let account = try #require(try await server.accounts().first)
      #expect(account.disabled && account.passkeys.isEmpty && account.email?.text == Self.email)
    }
  }

  // Fails when a typed address is taken for a verified one.
  @Test("a user with such a passkey changes the address only to one that is verified")
  func address() async throws {
    try await TestServer.run(Self.options) { server in
      let passkey = try await server.enrollPasskey(try await server.verifiedUser(Self.email))
      try await server.requireSecondFactor()
      let session = try TestSession(try await server.signInByPasskey(passkey.authenticator))
      for change in [["email": "typo@example.com"], ["deleteAttribute": ["EMAIL"]]] as [[String: JSONValue]] {
        let message = change.merging(["idToken": .string(session.idToken)]) { $1 }
        expectRefused(
          try await server.call("accounts:update", .object(message)), "EMAIL_CHANGE_NEEDS_VERIFICATION",
          "\(change)")
      }
    }
  }

  // Fails when the policy is the project's instead of the tenant's.
  @Test("a tenant that requires factors asks for its users' passkeys")
  func tenant() async throws {
    try await TestServer.run(Self.options) { server in
      let tenant = try await server.makeTenant()
      let more: [String: JSONValue] = ["tenantId": .string(tenant)]
      let credentials: [String: JSONValue] = ["email": .string(Self.email), "password": "correct horse"]
      let message = JSONValue.object(credentials.merging(more) { $1 })
      let user = try TestSession(try await server.call("accounts:signUp", message))
      let passkey = try await server.enrollPasskey(user, more)
      let changed = try await server.configure(
        "PATCH", "tenants/\(tenant)?updateMask=mfaConfig",
        ["mfaConfig": ["state": "MANDATORY", "enabledProviders": ["PHONE_SMS"]]])
      #expect(changed.status == 200, "\(changed.text)")
      _ = try Self.expectChallenge(try await server.call("accounts:signInWithPassword", message), "tenant")
      #expect(try await server.signInByPasskey(passkey.authenticator, more).status == 200)
    }
  }
}
