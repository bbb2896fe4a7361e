import Identity
import IdentityWire
import TestSupport
import Testing

/// Where a project requires second factors, nobody who has none comes in, by any way and from any session.
@Suite("T18: required second factor left out", .fewAtOnce)
struct T18RequiredFactorTests {
  private static func options() -> TestServer.Options {
    var options = TestServer.Options()
    options.acceptsUnsignedCredentials = true
    return options
  }

  private static func require(_ server: TestServer, from moment: Instant? = nil) async throws {
    try await server.changeProject { project in
      project.signIn.multiFactor.state = .mandatory
      project.signIn.multiFactor.mandatoryFrom = moment
    }
  }

  /// The credential of the link in an answer.
  private static func credential(_ response: TestResponse) throws -> String {
    let link = try #require(response.errorMessage?.split(separator: " ").last.map(String.init))
    #expect(link.contains("/__/auth/factors?"))
    let query = FormURLEncoded(parsing: String(link.split(separator: "?").last ?? ""))
    return try #require(query["code"])
  }

  // Fails when finish asks for no factor of a user who has none, and when a passkey counts as two factors that the project
  // says is one (each alone).
  @Test(
    "no way to sign in gives tokens to a user without a factor, and each with an address says where to enrol one"
  )
  func waysIn() async throws {
    try await TestServer.run(Self.options()) { server in
      let user = try await server.verifiedUser("ada@example.com")
      let passkey = try await server.enrollPasskey(user)
      try await server.changeProject { project in
        var passkeys = PasskeySettings(rpID: "localhost", expectedOrigins: ["http://localhost:3000"])
        passkeys.countsAsTwoFactors = false
        project.signIn.passkeys = passkeys
      }
      let accounts = try await server.accountCount()
      try await Self.require(server)
      let google = [(name: "providerId", value: "google.com"), (name: "id_token", value: Self.google)]
      let answers: [(String, TestResponse)] = [
        ("password", try await server.signIn("ada@example.com")),
        ("provider", try await server.signInWithIdp(google)),
        (
          "link",
          try await server.signInWithLink(
            try await server.signInLinkCode("ada@example.com"), email: "ada@example.com")
        ),
      ]
      for (way, response) in answers {
        expectRefused(response, "OPERATION_NOT_ALLOWED : Set up two-step sign-in", way)
        _ = try Self.credential(response)
      }
      expectRefused(
        try await server.signInByPasskey(passkey.authenticator), "OPERATION_NOT_ALLOWED", "passkey")
      try await server.changeProject { $0.signIn.passkeys = nil }
      let isTwoFactors = try await server.signInByPasskey(passkey.authenticator)
      #expect(
        try UnverifiedJWT(try server.text(isTwoFactors, "idToken")).claims["firebase"]?[
          "sign_in_second_factor"]
          == "passkey")
      for (way, response) in [
        ("phone", try await server.signInByPhone("+15551230101")),
        ("custom", try await server.signInWithCustomToken(#"{"uid":"custom"}"#)),
        ("anonymous", try await server.call("accounts:signUp", ["returnSecureToken": true])),
      ] {
        expectRefused(response, "OPERATION_NOT_ALLOWED : A second factor is required", way)
      }
      // Nothing was made for those who could never come in.
      #expect(try await server.accountCount() == accounts)
      let signUp = try await server.call(
        "accounts:signUp", ["email": "new@example.com", "password": "correct horse"])
      expectRefused(signUp, "OPERATION_NOT_ALLOWED : Set up two-step sign-in", "sign-up")
      #expect(try await server.accountCount() == accounts + 1)
    }
  }

  private static let google = #"{"sub":"4711","email":"ada@example.com","email_verified":true}"#

  // Fails when a session of before is refreshed or believed.
  @Test("a session of before ends with the grace period, but for enrolling a factor and looking at oneself")
  func sessions() async throws {
    try await TestServer.run(Self.options()) { server in
      let deadline = server.clock.now().adding(seconds: 120)
      try await Self.require(server, from: deadline)
      let old = try await server.verifiedUser("ada@example.com")
      #expect(try await server.refresh(old.refreshToken).status == 200)
      server.clock.advance(seconds: 121)
      expectRefused(try await server.refresh(old.refreshToken), "TOKEN_EXPIRED", "refresh")
      let idToken = JSONValue.string(old.idToken)
      for (operation, message) in [
        ("update", ["displayName": "x", "returnSecureToken": true]),
        ("update", ["password": "another horse"]),
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
      expectRefused(try await server.startPasskeyEnrollment(old.idToken), "TOKEN_EXPIRED", "passkey")
      expectRefused(
        try await server.administer(bearer: "owner", ":createSessionCookie", ["idToken": idToken]),
        "TOKEN_EXPIRED",
        "cookie")
      #expect(try await server.lookUp(old.idToken)["email"] == "ada@example.com")
      let factor = try await server.enrollPhone(old, "+15551230100")
      #expect(try await server.refresh(factor.session.refreshToken).status == 200)
    }
  }

  // Fails when the last factor may go.
  @Test("the last factor stays; with another one it may go")
  func lastFactor() async throws {
    try await TestServer.run(Self.options()) { server in
      let user = try await server.verifiedUser("ada@example.com")
      let first = try await server.enrollPhone(user, "+15551230100")
      try await Self.require(server)
      func withdraw(_ id: String, _ session: TestSession) async throws -> TestResponse {
        try await server.call2(
          "accounts/mfaEnrollment:withdraw",
          ["idToken": .string(session.idToken), "mfaEnrollmentId": .string(id)])
      }
      expectRefused(try await withdraw(first.id, first.session), "OPERATION_NOT_ALLOWED", "last")
      let second = try await server.enrollPhone(first.session, "+15551230101")
      #expect(try await withdraw(first.id, second.session).status == 200)
    }
  }

  // Fails when the audit log has a sign-in of a user who got no tokens.
  @Test("a sign-in that lacks a factor is recorded as none, and without its link")
  func record() async throws {
    try await TestServer.run(Self.options()) { server in
      let user = try await server.verifiedUser("ada@example.com")
      let before = try #require(try await server.account(user.localID))
      try await Self.require(server)
      var credential = ""
      let events = try await server.auditEvents {
        credential = try Self.credential(try await server.signIn("ada@example.com"))
      }
      #expect(events.contains { $0.action == .signIn && $0.outcome == "OPERATION_NOT_ALLOWED" })
      #expect(!events.contains { $0.outcome == AuditEvent.success }, "\(events)")
      #expect(try await server.account(user.localID) == before)
      for text in [try await server.auditText(), server.log.text] { #expect(!text.contains(credential)) }
    }
  }

  // Fails when a project that asks for a proof believes no session that lacks a factor, and when such a session changes
  // the address (each alone).
  @Test("a session of before proves whose address is verified, also where that is asked, and changes none")
  func verification() async throws {
    try await TestServer.run(Self.options()) { server in
      let old = try await server.signUp("ada@example.com")
      let verification = try await server.verificationCode(of: old, "ada@example.com")
      let change = try await server.changeCode(of: old, to: "new@example.com")
      try await server.changeProject { $0.signIn.strictEmailVerification = true }
      try await Self.require(server)
      func apply(_ code: String) async throws -> TestResponse {
        try await server.call("accounts:update", ["oobCode": .string(code), "idToken": .string(old.idToken)])
      }
      expectRefused(try await apply(change), "TOKEN_EXPIRED", "change")
      let verified = try await apply(verification)
      #expect(verified.status == 200, "\(verified.text)")
      // The password is there still.
      _ = try Self.credential(try await server.signIn("ada@example.com"))
    }
  }

  // Fails when the credential is taken elsewhere, and when its enrolment does not use it up (each alone).
  @Test("the credential of the link enrols one factor, once, and is good for nothing else")
  func credentialAlone() async throws {
    try await TestServer.run(Self.options()) { server in
      _ = try await server.verifiedUser("ada@example.com")
      try await Self.require(server)
      let credential = try Self.credential(try await server.signIn("ada@example.com"))
      let spare = try Self.credential(try await server.signIn("ada@example.com"))
      expectRefused(try await server.call("accounts:lookup", ["idToken": .string(credential)]), nil, "lookup")
      expectRefused(try await server.refresh(credential), nil, "refresh")
      expectRefused(
        try await server.proveTOTP(credential, "x", password: "000000"), "INVALID_MFA_PENDING_CREDENTIAL",
        "sign-in")
      func start(_ credential: String) async throws -> TestResponse {
        try await server.call2(
          "accounts/mfaEnrollment:start",
          [
            "mfaEnrollmentCredential": .string(credential),
            "phoneEnrollmentInfo": ["phoneNumber": "+15551230100"],
          ])
      }
      func finish(_ credential: String, _ sessionInfo: String, _ code: String) async throws -> TestResponse {
        try await server.call2(
          "accounts/mfaEnrollment:finalize",
          [
            "mfaEnrollmentCredential": .string(credential),
            "phoneVerificationInfo": [
              "sessionInfo": .string(sessionInfo), "code": .string(code),
            ],
          ])
      }
      let one = try server.text(try await start(credential), "phoneSessionInfo", "sessionInfo")
      let two = try server.text(try await start(spare), "phoneSessionInfo", "sessionInfo")
      let codes = [try server.code(of: one), try server.code(of: two)]
      let enrolled = try await finish(credential, one, codes[0])
      #expect(enrolled.json["recoveryCodes"]?.arrayValue?.count == RecoveryCodes.count)
      // Tokens here would come without the project's functions being asked.
      expectNoTokens(enrolled, "enrolment")
      for (name, response) in [
        ("again", try await finish(credential, one, codes[0])),
        ("spare", try await finish(spare, two, codes[1])),
        ("start", try await start(spare)),
      ] { expectRefused(response, "INVALID_MFA_PENDING_CREDENTIAL", name) }
      #expect(try await server.signIn("ada@example.com").json["mfaPendingCredential"] != nil)
    }
  }

  // Fails when a refresh goes by the requirement of its project.
  @Test("a tenant's session ends with the tenant's grace period, also where the refresh names no tenant")
  func refreshOfTenant() async throws {
    try await TestServer.run(Self.options()) { server in
      let deadline = server.clock.now().adding(seconds: 120)
      let tenant = try await server.makeTenant([
        "mfaConfig": [
          "state": "MANDATORY", "mandatoryFrom": .string(deadline.iso8601), "enabledProviders": ["PHONE_SMS"],
        ]
      ])
      let old = try TestSession(
        try await server.call(
          "accounts:signUp",
          ["email": "ada@example.com", "password": "correct horse", "tenantId": .string(tenant)]))
      let other = try await server.signUp("ada@example.com")
      #expect(try await server.refresh(old.refreshToken).status == 200)
      server.clock.advance(seconds: 121)
      expectRefused(try await server.refresh(old.refreshToken), "TOKEN_EXPIRED", "tenant")
      #expect(try await server.refresh(other.refreshToken).status == 200)
    }
  }

  // Fails when a credential is not bound to its project's tenant, and when a tenant's requirement is the project's.
  @Test("a tenant requires factors by itself, and a credential is of its tenant alone")
  func tenants() async throws {
    try await TestServer.run(Self.options()) { server in
      let tenant = try await server.makeTenant([
        "mfaConfig": ["state": "MANDATORY", "enabledProviders": ["PHONE_SMS"]]
      ])
      let refused = try await server.call(
        "accounts:signUp",
        ["email": "ada@example.com", "password": "correct horse", "tenantId": .string(tenant)])
      let credential = try Self.credential(refused)
      _ = try await server.signUp("ada@example.com")
      let elsewhere = try await server.call2(
        "accounts/mfaEnrollment:start",
        [
          "mfaEnrollmentCredential": .string(credential),
          "phoneEnrollmentInfo": ["phoneNumber": "+15551230100"],
        ])
      expectRefused(elsewhere, "INVALID_MFA_PENDING_CREDENTIAL", "elsewhere")
      let here = try await server.call2(
        "accounts/mfaEnrollment:start",
        [
          "mfaEnrollmentCredential": .string(credential), "tenantId": .string(tenant),
          "phoneEnrollmentInfo": ["phoneNumber": "+15551230100"],
        ])
      // Its address was never verified.
      expectRefused(here, "UNVERIFIED_EMAIL", "here")
    }
  }
}
