import Identity
import IdentityWire
import TestSupport
import Testing

@Suite("Second factors", .fewAtOnce)
struct MultiFactorTests {
  private static let number = "+15551230100"
  private static let otherNumber = "+15551230199"

  private static let behaviours: [Behaviour<TestServer>] = [
    Behaviour("enrolling a phone ends every session of before and begins one that has proved it") {
      try await enrolling($0)
    },
    Behaviour("a sign-in shows a phone by its last digits, and its code completes it once") {
      try await signIn($0)
    },
    Behaviour("an authenticator app is enrolled and signs in, beside phones, up to five") {
      try await several($0)
    },
    Behaviour("the settings say how far an authenticator's clock may be off") { try await clockSkew($0) },
    Behaviour(
      "withdrawing the last factor signs in by the first alone; while there is another, it is asked for"
    ) { try await withdrawing($0) },
    Behaviour("enrolling and withdrawing need a recent sign-in; what was begun by one may be finished") {
      try await recentSignIn($0)
    },
    Behaviour("only a user whose address is verified enrols, and only what the project allows") {
      try await conditions($0)
    },
    Behaviour("a factor goes on being asked for and taken when the project no longer lets users enrol any") {
      try await switchedOff($0)
    },
    Behaviour("a pending sign-in ends after half an hour, and with a revocation") {
      try await pendingLifetime($0)
    },
    Behaviour("a number that is a first factor stays out of an account with second ones") {
      try await firstFactor($0)
    },
  ]

  @Test("a second factor is enrolled, asked for and withdrawn")
  func factors() async throws { try await TestServer.look(at: Self.behaviours) }

  private static func enrolling(_ server: TestServer) async throws {
    let old = try await server.verifiedUser("ada@example.com")
    let elsewhere = try TestSession(try await server.signIn("ada@example.com"))
    let factor = try await server.enrollPhone(old, Self.number)
    for session in [old, elsewhere] {
      #expect(try await server.refresh(session.refreshToken).status == 400)
      let response = try await server.call("accounts:lookup", ["idToken": .string(session.idToken)])
      #expect(response.errorMessage == "TOKEN_EXPIRED")
    }
    let firebase = try #require(factor.session.claims["firebase"])
    #expect(firebase["sign_in_provider"] == "password")
    #expect(firebase["sign_in_second_factor"] == "phone")
    #expect(firebase["second_factor_identifier"] == .string(factor.id))
    let refreshed = try await server.refresh(factor.session.refreshToken)
    let claims = try UnverifiedJWT(try server.text(refreshed, "id_token")).claims
    #expect(claims["firebase"]?["second_factor_identifier"] == .string(factor.id))
    let listed = try #require(try await server.lookUp(factor.session.idToken)["mfaInfo"]?.arrayValue)
    #expect(listed.map { $0["phoneInfo"] } == [.string(Self.number)])
  }

  @Test("what kind of factor is meant is said once, by a message")
  func kinds() async throws {
    try await TestServer.run { server in
      let user = try await server.verifiedUser("ada@example.com")
      let idToken = JSONValue.string(user.idToken)
      for info in [5, "x", true, []] as [JSONValue] {
        let response = try await server.call2(
          "accounts/mfaEnrollment:start", ["idToken": idToken, "totpEnrollmentInfo": info])
        #expect(
          response.errorMessage == "Invalid JSON payload received. /totpEnrollmentInfo must be object",
          "\(info)")
      }
      let phone: JSONValue = ["phoneNumber": .string(Self.number), "sessionInfo": "x", "code": "123456"]
      for (operation, members) in [
        ("mfaEnrollment:start", ["phoneEnrollmentInfo", "totpEnrollmentInfo"]),
        ("mfaEnrollment:finalize", ["phoneVerificationInfo", "totpVerificationInfo"]),
        ("mfaSignIn:finalize", ["phoneVerificationInfo", "totpVerificationInfo"]),
      ] {
        let response = try await server.call2(
          "accounts/\(operation)",
          ["idToken": idToken, "mfaPendingCredential": "x", members[0]: phone, members[1]: [:]])
        #expect(response.json["error"]?["status"] == "INVALID_ARGUMENT", "\(operation): \(response.text)")
      }
      #expect(server.backend.inbox.messages.isEmpty)
    }
  }

  private static func signIn(_ server: TestServer) async throws {
    let user = try await server.verifiedUser("ada@example.com")
    let factor = try await server.enrollPhone(user, Self.number)
    let first = try await server.signIn("ada@example.com")
    #expect(first.json["idToken"] == nil)
    #expect(first.json["refreshToken"] == nil)
    let shown = try #require(first.json["mfaInfo"]?.arrayValue?.first)
    #expect(shown["phoneInfo"] == "+*******0100")
    #expect(!first.text.contains(Self.number))
    let pending = try server.text(first, "mfaPendingCredential")
    let before = try #require(try await server.account(user.localID))
    let second = try await server.provePhone(pending, factor.id)
    let claims = try UnverifiedJWT(try server.text(second, "idToken")).claims
    #expect(claims["sub"] == .string(user.localID))
    #expect(claims["firebase"]?["second_factor_identifier"] == .string(factor.id))
    #expect(second.json["phoneAuthInfo"]?["phoneNumber"] == .string(Self.number))
    let after = try #require(try await server.account(user.localID))
    #expect(try #require(after.lastLoginAt) > #require(before.lastLoginAt))
    let again = try await server.startSecondFactor(pending, factor.id)
    #expect(again.errorMessage == "INVALID_MFA_PENDING_CREDENTIAL")
  }

  private static func several(_ server: TestServer) async throws {
    let user = try await server.verifiedUser("ada@example.com")
    let started = try await server.startTOTPEnrollment(user.idToken)
    let info = try #require(started.json["totpSessionInfo"])
    #expect(info["sharedSecretKey"]?.stringValue?.count == 32)
    #expect(info["verificationCodeLength"] == 6)
    #expect(info["hashingAlgorithm"] == "SHA1")
    #expect(info["periodSec"] == 30)
    #expect(info["finalizeEnrollmentTime"]?.stringValue?.hasSuffix("Z") == true)

    let app = try await server.enrollTOTP(user)
    #expect(app.session.claims["firebase"]?["sign_in_second_factor"] == "totp")
    var last = try await server.enrollPhone(app.session, Self.number)
    let twice = try await server.startPhoneEnrollment(last.session.idToken, Self.number)
    #expect(twice.errorMessage?.hasPrefix("SECOND_FACTOR_EXISTS") == true)
    for digit in 1...3 { last = try await server.enrollPhone(last.session, "+1555123020\(digit)") }
    for response in [
      try await server.startPhoneEnrollment(last.session.idToken, Self.otherNumber),
      try await server.startTOTPEnrollment(last.session.idToken),
    ] {
      #expect(response.errorMessage?.hasPrefix("SECOND_FACTOR_LIMIT_EXCEEDED") == true)
    }
    let first = try await server.signIn("ada@example.com")
    let offered = try #require(first.json["mfaInfo"]?.arrayValue)
    #expect(offered.count == 5)
    #expect(offered[0]["totpInfo"] == [:])
    #expect(offered[0]["phoneInfo"] == nil)
    let pending = try server.text(first, "mfaPendingCredential")
    let start = try await server.startSecondFactor(pending, app.id)
    #expect(start.errorMessage == "INVALID_ARGUMENT : MFA provider not supported!")
    let authenticator = try #require(app.authenticator)
    let proved = try await server.proveTOTP(
      pending, app.id, password: authenticator.password(at: server.clock.now(), intervalsLater: 1))
    let claims = try UnverifiedJWT(try server.text(proved, "idToken")).claims
    #expect(claims["firebase"]?["sign_in_second_factor"] == "totp")
    #expect(claims["firebase"]?["second_factor_identifier"] == .string(app.id))
  }

  private static func clockSkew(_ server: TestServer) async throws {
    let app = try await server.enrollTOTP(try await server.verifiedUser("ada@example.com"))
    let authenticator = try #require(app.authenticator)
    func present(_ intervals: Int64) async throws -> TestResponse {
      let pending = try server.text(try await server.signIn("ada@example.com"), "mfaPendingCredential")
      return try await server.proveTOTP(
        pending, app.id,
        password: authenticator.password(at: server.clock.now(), intervalsLater: intervals))
    }
    #expect(try await present(-7).errorMessage == "INVALID_CODE")
    #expect(try await present(4).status == 200)
    try await server.changeProject { $0.signIn.multiFactor.totp?.adjacentIntervals = 1 }
    #expect(try await present(3).errorMessage == "INVALID_CODE")
    #expect(try await present(1).status == 200)
  }

  private static func withdrawing(_ server: TestServer) async throws {
    let user = try await server.verifiedUser("ada@example.com")
    let phone = try await server.enrollPhone(user, Self.number)
    let app = try await server.enrollTOTP(phone.session)
    func withdraw(_ id: String, _ idToken: String) async throws -> TestResponse {
      try await server.call2(
        "accounts/mfaEnrollment:withdraw", ["idToken": .string(idToken), "mfaEnrollmentId": .string(id)])
    }
    #expect(try await withdraw("nobody", app.session.idToken).errorMessage == "MFA_ENROLLMENT_NOT_FOUND")
    #expect(try await withdraw(phone.id, phone.session.idToken).errorMessage == "TOKEN_EXPIRED")
    let one = try await withdraw(phone.id, app.session.idToken)
    #expect(one.json["expiresIn"] == "3600")
    let token = try server.text(one, "idToken")
    #expect(
      try UnverifiedJWT(token).claims["firebase"]?["second_factor_identifier"] == .string(app.id))
    #expect(try await server.refresh(app.session.refreshToken).status == 400)
    #expect(try await server.signIn("ada@example.com").json["mfaPendingCredential"] != nil)
    let none = try await withdraw(app.id, token)
    let claims = try UnverifiedJWT(try server.text(none, "idToken")).claims
    #expect(claims["firebase"]?["sign_in_second_factor"] == nil)
    _ = try TestSession(try await server.signIn("ada@example.com"))
    // What was signed in before the account had a factor does not come back when it has none.
    #expect(try await server.refresh(user.refreshToken).status == 400)
  }

  private static func recentSignIn(_ server: TestServer) async throws {
    let user = try await server.verifiedUser("ada@example.com")
    let started = try await server.startPhoneEnrollment(user.idToken, Self.number)
    let sessionInfo = try server.text(started, "phoneSessionInfo", "sessionInfo")
    server.clock.advance(seconds: 301)
    for response in [
      try await server.startPhoneEnrollment(user.idToken, Self.otherNumber),
      try await server.startTOTPEnrollment(user.idToken),
    ] {
      #expect(response.errorMessage == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
    }
    let finished = try await server.call2(
      "accounts/mfaEnrollment:finalize",
      [
        "idToken": .string(user.idToken),
        "phoneVerificationInfo": [
          "sessionInfo": .string(sessionInfo), "code": .string(try server.code(of: sessionInfo)),
        ],
      ])
    let token = try server.text(finished, "idToken")
    let id = try #require(try await server.account(user.localID)?.factors.first?.enrollmentID)
    // The new token is no newer proof of who the user is.
    let withdrawn = try await server.call2(
      "accounts/mfaEnrollment:withdraw", ["idToken": .string(token), "mfaEnrollmentId": .string(id)])
    #expect(withdrawn.errorMessage == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
  }

  private static func conditions(_ server: TestServer) async throws {
    let unverified = try await server.signUp("bob@example.com")
    let response = try await server.startPhoneEnrollment(unverified.idToken, Self.number)
    #expect(
      response.errorMessage
        == "UNVERIFIED_EMAIL : Need to verify email first before enrolling second factors.")
    let user = try await server.verifiedUser("ada@example.com")
    func start() async throws -> [String?] {
      [
        try await server.startPhoneEnrollment(user.idToken, Self.number).errorMessage,
        try await server.startTOTPEnrollment(user.idToken).errorMessage,
      ]
    }
    let sms = "OPERATION_NOT_ALLOWED : SMS based MFA not enabled."
    let totp = "OPERATION_NOT_ALLOWED : TOTP based MFA not enabled."
    try await server.changeProject { $0.signIn.multiFactor.allowsPhone = false }
    #expect(try await start() == [sms, nil])
    try await server.changeProject {
      $0.signIn.multiFactor.allowsPhone = true
      $0.signIn.multiFactor.totp = nil
    }
    #expect(try await start() == [nil, totp])
    try await server.changeProject {
      $0.signIn.multiFactor.totp = .init()
      $0.signIn.multiFactor.state = .disabled
    }
    #expect(try await start() == [sms, totp])
  }

  private static func switchedOff(_ server: TestServer) async throws {
    let factor = try await server.enrollPhone(try await server.verifiedUser("ada@example.com"), Self.number)
    try await server.changeProject { $0.signIn.multiFactor = .init() }
    let pending = try server.text(try await server.signIn("ada@example.com"), "mfaPendingCredential")
    #expect(try await server.provePhone(pending, factor.id).status == 200)
  }

  private static func pendingLifetime(_ server: TestServer) async throws {
    let factor = try await server.enrollPhone(try await server.verifiedUser("ada@example.com"), Self.number)
    func pending() async throws -> String {
      try server.text(try await server.signIn("ada@example.com"), "mfaPendingCredential")
    }
    let late = try await pending()
    server.clock.advance(seconds: 1_801)
    #expect(
      try await server.startSecondFactor(late, factor.id).errorMessage == "INVALID_MFA_PENDING_CREDENTIAL")
    let revoked = try await pending()
    let started = try await server.startSecondFactor(revoked, factor.id)
    let sessionInfo = try server.text(started, "phoneResponseInfo", "sessionInfo")
    _ = try await server.administer(
      "accounts:update",
      ["localId": .string(factor.session.localID), "password": "another horse"])
    let response = try await server.provePhone(
      revoked, sessionInfo, code: try server.code(of: sessionInfo))
    #expect(response.errorMessage == "INVALID_MFA_PENDING_CREDENTIAL")
  }

  @Test("a sign-in at a provider links its identity when the second factor is proved, and not before")
  func provider() async throws {
    var options = TestServer.Options()
    options.acceptsUnsignedCredentials = true
    try await TestServer.run(options) { server in
      let factor = try await server.enrollPhone(try await server.verifiedUser("ada@example.com"), Self.number)
      let first = try await server.signInWithIdp([
        ("providerId", "google.com"),
        ("id_token", #"{"sub":"7","email":"ada@example.com","email_verified":true,"name":"Ada"}"#),
      ])
      let pending = try server.text(first, "mfaPendingCredential")
      #expect(first.json["idToken"] == nil)
      #expect(try await server.account(factor.session.localID)?.links.isEmpty == true)
      let second = try await server.provePhone(pending, factor.id)
      let claims = try UnverifiedJWT(try server.text(second, "idToken")).claims
      #expect(claims["firebase"]?["sign_in_provider"] == "google.com")
      let account = try #require(try await server.account(factor.session.localID))
      #expect(account.links.map(\.rawID) == ["7"])
      #expect(account.displayName == "Ada")
    }
  }

  @Test("a sign-in at a provider comes to nothing when its identity is another account's meanwhile")
  func providerTakenMeanwhile() async throws {
    var options = TestServer.Options()
    options.acceptsUnsignedCredentials = true
    try await TestServer.run(options) { server in
      let factor = try await server.enrollPhone(try await server.verifiedUser("ada@example.com"), Self.number)
      let identity = [
        (name: "providerId", value: "google.com"),
        (name: "id_token", value: #"{"sub":"7","email":"ada@example.com","email_verified":true}"#),
      ]
      let pending = try server.text(try await server.signInWithIdp(identity), "mfaPendingCredential")
      let other = try await server.signUpAnonymously()
      try await server.changeProject { $0.signIn.allowDuplicateEmails = true }
      #expect(try await server.signInWithIdp(identity, ["idToken": .string(other.idToken)]).status == 200)
      try await server.changeProject { $0.signIn.allowDuplicateEmails = false }
      let response = try await server.provePhone(pending, factor.id)
      #expect(response.errorMessage == "INVALID_MFA_PENDING_CREDENTIAL")
      #expect(response.json["idToken"] == nil)
      #expect(try await server.account(factor.session.localID)?.links.isEmpty == true)
    }
  }

  private static func firstFactor(_ server: TestServer) async throws {
    let factor = try await server.enrollPhone(try await server.verifiedUser("ada@example.com"), Self.number)
    let linking = try await server.signInByPhone(
      Self.otherNumber, ["idToken": .string(factor.session.idToken)])
    #expect(linking.errorMessage?.hasPrefix("UNSUPPORTED_FIRST_FACTOR") == true)
    // It had the number before it had a factor.
    let session = try await server.sendCode(to: Self.otherNumber)
    _ = try await server.administer(
      "accounts:update",
      ["localId": .string(factor.session.localID), "phoneNumber": .string(Self.otherNumber)])
    let response = try await server.call(
      "accounts:signInWithPhoneNumber",
      ["sessionInfo": .string(session), "code": .string(try server.code(of: session))])
    #expect(response.errorMessage?.hasPrefix("UNSUPPORTED_FIRST_FACTOR") == true)
    #expect(response.json["idToken"] == nil)
  }
}
