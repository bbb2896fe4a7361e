import Identity
import IdentityWire
import TestSupport
import Testing

@Suite("Second factors that administrators give", .fewAtOnce)
struct AdministratorFactorTests {
  private static func update(_ server: TestServer, _ localID: String, _ enrollments: JSONValue?) async throws
    -> TestResponse
  {
    var mfa: [String: JSONValue] = [:]
    mfa["enrollments"] = enrollments
    return try await server.administer(
      "accounts:update", ["localId": .string(localID), "mfa": .object(mfa)])
  }

  private static let behaviours: [Behaviour<TestServer>] = [
    Behaviour("they replace all that there were, keep ids and dates, and end the sessions of before") {
      try await replacing($0)
    },
    Behaviour("a new name alone ends nothing, and an empty list takes all away") { try await renaming($0) },
    Behaviour("an authenticator app is kept by naming it, and cannot be made") {
      try await authenticator($0)
    },
    Behaviour("what cannot be a factor is refused whole") { try await refused($0) },
    Behaviour("a new account may begin with some, whose ids are made") { try await creating($0) },
    Behaviour("an account whose address is not verified is given none") { try await unverified($0) },
    Behaviour("users give themselves none but by proving them") { try await users($0) },
  ]

  @Test("an administrator sets a user's second factors")
  func factors() async throws { try await TestServer.look(at: Self.behaviours) }

  private static func replacing(_ server: TestServer) async throws {
    let user = try await server.verifiedUser("ada@example.com")
    let given: JSONValue = [
      [
        "mfaEnrollmentId": "one", "phoneInfo": "+15551230100", "displayName": "work",
        "enrolledAt": "2024-01-02T03:04:05.678Z",
      ],
      ["mfaEnrollmentId": "two", "phoneInfo": "+15551230199", "enrolledAt": "2024-01-02T03:04:05Z"],
      ["mfaEnrollmentId": "three", "phoneInfo": "+1 555 123 0100"],
    ]
    #expect(try await Self.update(server, user.localID, given).status == 200)
    let factors = try #require(try await server.account(user.localID)?.factors)
    #expect(factors.map(\.enrollmentID) == ["one", "two"])
    #expect(factors.map(\.kind) == [.phone(number: "+15551230100"), .phone(number: "+15551230199")])
    #expect(factors.map(\.displayName) == ["work", nil])
    #expect(factors.map(\.enrolledAt.milliseconds) == [1_704_164_645_678, 1_704_164_645_000])
    #expect(try await server.refresh(user.refreshToken).status == 400)
    let lookup = try await server.call("accounts:lookup", ["idToken": .string(user.idToken)])
    #expect(lookup.errorMessage == "TOKEN_EXPIRED")
    let pending = try server.text(try await server.signIn("ada@example.com"), "mfaPendingCredential")
    #expect(try await server.provePhone(pending, "two").status == 200)
  }

  private static func renaming(_ server: TestServer) async throws {
    try await eachCase(of: [true, false] as [Bool]) { isListGiven in
      let user = try await server.verifiedUser("ada@example.com")
      let factor = try await server.enrollPhone(user, "+15551230100")
      let renamed: JSONValue = [
        ["mfaEnrollmentId": .string(factor.id), "phoneInfo": "+15551230100", "displayName": "new"]
      ]
      let enrolledAt = try #require(try await server.account(user.localID)?.factors.first?.enrolledAt)
      #expect(try await Self.update(server, user.localID, renamed).status == 200)
      #expect(try await server.refresh(factor.session.refreshToken).status == 200)
      #expect(try await server.account(user.localID)?.factors.first?.displayName == "new")
      #expect(try await server.account(user.localID)?.factors.first?.enrolledAt == enrolledAt)
      #expect(try await Self.update(server, user.localID, isListGiven ? [] : nil).status == 200)
      #expect(try await server.account(user.localID)?.factors.isEmpty == true)
      _ = try TestSession(try await server.signIn("ada@example.com"))
      _ = try await server.administer("accounts:delete", ["localId": .string(user.localID)])
    }
  }

  private static func authenticator(_ server: TestServer) async throws {
    let user = try await server.verifiedUser("ada@example.com")
    let app = try await server.enrollTOTP(user)
    let kept: JSONValue = [
      ["mfaEnrollmentId": .string(app.id), "totpInfo": [:], "displayName": "app"],
      ["mfaEnrollmentId": "phone", "phoneInfo": "+15551230100"],
    ]
    #expect(try await Self.update(server, user.localID, kept).status == 200)
    let pending = try server.text(try await server.signIn("ada@example.com"), "mfaPendingCredential")
    let password = try #require(app.authenticator).password(at: server.clock.now(), intervalsLater: 1)
    #expect(try await server.proveTOTP(pending, app.id, password: password).status == 200)
    let made = try await Self.update(
      server, user.localID, [["mfaEnrollmentId": "other", "totpInfo": [:]]])
    #expect(made.errorMessage == "INVALID_MFA_PHONE_NUMBER : Invalid format.")
  }

  private static func refused(_ server: TestServer) async throws {
    let user = try await server.verifiedUser("ada@example.com")
    let phone: JSONValue = ["mfaEnrollmentId": "one", "phoneInfo": "+15551230100"]
    let six = JSONValue.array(
      (0..<6).map { ["mfaEnrollmentId": .string("\($0)"), "phoneInfo": .string("+1555123010\($0)")] })
    let cases: [(JSONValue, String)] = [
      (
        [phone, ["mfaEnrollmentId": "two", "phoneInfo": "12345"]],
        "INVALID_MFA_PHONE_NUMBER : Invalid format."
      ),
      ([phone, ["mfaEnrollmentId": "two"]], "INVALID_MFA_PHONE_NUMBER : Invalid format."),
      (
        [phone, ["phoneInfo": "+15551230199"]],
        "INVALID_MFA_ENROLLMENT_ID : mfaEnrollmentId must be defined."
      ),
      ([phone, ["mfaEnrollmentId": "one", "phoneInfo": "+15551230199"]], "DUPLICATE_MFA_ENROLLMENT_ID"),
      (six, "SECOND_FACTOR_LIMIT_EXCEEDED"),
      (
        [["mfaEnrollmentId": "one", "phoneInfo": "+15551230100", "enrolledAt": "yesterday"]],
        "Invalid JSON payload received. /mfa/enrollments/enrolledAt must be a date."
      ),
    ]
    for (enrollments, message) in cases {
      let response = try await Self.update(server, user.localID, enrollments)
      #expect(response.errorMessage == message)
    }
    #expect(try await server.account(user.localID)?.factors.isEmpty == true)
    #expect(try await server.refresh(user.refreshToken).status == 200)
  }

  private static func creating(_ server: TestServer) async throws {
    let response = try await server.administer(
      "accounts",
      [
        "email": "ada@example.com", "emailVerified": true,
        "mfaInfo": [["phoneInfo": "+15551230100", "displayName": "work"], ["phoneInfo": "+15551230199"]],
      ])
    let factors = try #require(try await server.account(try server.text(response, "localId"))?.factors)
    #expect(factors.map(\.enrollmentID.count) == [28, 28])
    #expect(factors.map(\.displayName) == ["work", nil])
  }

  private static func unverified(_ server: TestServer) async throws {
    let phone: JSONValue = ["mfaEnrollmentId": "one", "phoneInfo": "+15551230100"]
    for account in [
      ["email": "ada@example.com"], ["email": "ada@example.com", "emailVerified": false],
      ["phoneNumber": "+15551230199"], [:],
    ] as [[String: JSONValue]] {
      var message = account
      message["mfaInfo"] = [phone]
      let made = try await server.administer("accounts", .object(message))
      #expect(made.errorMessage?.hasPrefix("UNVERIFIED_EMAIL : ") == true, "\(made.text)")
      message["mfaInfo"] = [["phoneInfo": "12345"]]
      let wrong = try await server.administer("accounts", .object(message))
      #expect(wrong.errorMessage == "INVALID_MFA_PHONE_NUMBER : Invalid format.")
    }
    #expect(try await server.accountCount() == 0)
    let user = try await server.signUp("ada@example.com")
    let given = try await Self.update(server, user.localID, [phone])
    #expect(given.errorMessage?.hasPrefix("UNVERIFIED_EMAIL : ") == true)
    let both = try await server.administer(
      "accounts:update",
      ["localId": .string(user.localID), "emailVerified": true, "mfa": ["enrollments": [phone]]])
    #expect(both.status == 200)
    #expect(try await Self.update(server, user.localID, []).status == 200)
  }

  private static func users(_ server: TestServer) async throws {
    let signUp = try await server.call(
      "accounts:signUp",
      [
        "email": "ada@example.com", "password": "correct horse", "mfaInfo": [["phoneInfo": "+15551230100"]],
      ])
    #expect(signUp.errorMessage == "UNEXPECTED_PARAMETER : MFA info")
    let user = try await server.verifiedUser("bob@example.com")
    let factor = try await server.enrollPhone(user, "+15551230100")
    let update = try await server.call(
      "accounts:update", ["idToken": .string(factor.session.idToken), "mfa": ["enrollments": []]])
    #expect(update.errorMessage == "INSUFFICIENT_PERMISSION")
    // Nor with an administrator's rights beside a user's token.
    let both = try await server.administer(
      "accounts:update", ["idToken": .string(factor.session.idToken), "mfa": ["enrollments": []]])
    #expect(both.errorMessage == "INSUFFICIENT_PERMISSION")
    #expect(try await server.account(user.localID)?.factors.count == 1)
  }
}
