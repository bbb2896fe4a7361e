import Identity
import IdentityWire
import Operations
import TestSupport
import Testing

/// A recovery code is good once, whichever way it is brought, for its own account alone, and is guessed under one count.
@Suite("T19: recovery codes reused", .fewAtOnce)
struct T19RecoveryCodeTests {
  private static let behaviours: [Behaviour<TestServer>] = [
    Behaviour("a code signs in once, by any field that carries it, however it is written") {
      try await once($0)
    },
    Behaviour("wrong codes are counted together, and then a right one is refused as well") {
      try await guessing($0)
    },
    Behaviour("codes end with those that replace them, and with the last factor") { try await ends($0) },
    Behaviour("an old session makes no new codes, and one without a second factor none at all") {
      try await oldSession($0)
    },
    Behaviour("neither the database's rows nor an administrator's export has a code") {
      try await secrecy($0)
    },
  ]

  @Test("a recovery code is its user's, once")
  func codes() async throws { try await TestServer.look(at: Self.behaviours) }

  // Fails when a code is not taken off the account's list.
  private static func once(_ server: TestServer) async throws {
    let user = try await server.userWithRecoveryCodes("ada@example.com")
    try #require(user.codes.count == RecoveryCodes.count)
    let plain = user.codes[1].replacing("-", with: "").lowercased()
    for (code, way) in [
      (user.codes[0], RecoveryCodeWay.own), (plain, .password), (user.codes[2], .textMessage),
    ] {
      let signedIn = try await server.proveRecoveryCode(code, of: user, by: way)
      let firebase = try UnverifiedJWT(try server.text(signedIn, "idToken")).claims["firebase"]
      #expect(firebase?["sign_in_second_factor"] == "recovery_code")
      #expect(firebase?["second_factor_identifier"] == .string(user.factorID))
      for other in RecoveryCodeWay.allCases {
        expectRefused(
          try await server.proveRecoveryCode(code, of: user, by: other), "INVALID_CODE", "\(other)")
      }
    }
    #expect(try await server.account(user.localID)?.recoveryCodes?.hashes.count == user.codes.count - 3)
  }

  // Fails when the use of a code is written past the account's version.
  @Test(
    "of 64 who present one code at once, in sign-ins of their own, one comes in",
    arguments: TestServer.Deployment.all)
  func race(_ deployment: TestServer.Deployment) async throws {
    var options = TestServer.Options()
    options.deployment = deployment
    // The guesses are another matter.
    var limits = AbuseLimits.development
    limits.codes = limits.passwords
    options.limits = limits
    try await TestServer.run(options) { server in
      let user = try await server.userWithRecoveryCodes("ada@example.com")
      var credentials: [String] = []
      for _ in 0..<64 { credentials.append(try await server.pendingCredential("ada@example.com")) }
      let answers = try await withThrowingTaskGroup(of: TestResponse.self) { group in
        for credential in credentials {
          group.addTask { try await server.proveRecoveryCode(user.codes[0], credential) }
        }
        return try await group.reduce(into: [TestResponse]()) { $0.append($1) }
      }
      #expect(answers.count { $0.status == 200 } == 1, "\(answers.map(\.status))")
      for answer in answers where answer.status != 200 { expectRefused(answer) }
      #expect(try await server.account(user.localID)?.recoveryCodes?.hashes.count == user.codes.count - 1)
    }
  }

  // Fails when guesses are not counted, or under the factor that they are brought for.
  private static func guessing(_ server: TestServer) async throws {
    let user = try await server.userWithRecoveryCodes("ada@example.com")
    var last = ""
    for index in 0..<400 {
      let way = RecoveryCodeWay.allCases[index % RecoveryCodeWay.allCases.count]
      let response = try await server.proveRecoveryCode("AAAA-AAAA-AAAA-AAAA", of: user, by: way)
      expectRefused(response, nil, "\(index)")
      last = response.errorMessage ?? ""
      if last.hasPrefix("TOO_MANY_ATTEMPTS_TRY_LATER") { break }
      #expect(last == "INVALID_CODE")
    }
    #expect(last.hasPrefix("TOO_MANY_ATTEMPTS_TRY_LATER"))
    expectRefused(
      try await server.proveRecoveryCode(user.codes[0], of: user, by: .own), "TOO_MANY_ATTEMPTS_TRY_LATER")
  }

  // Fails when the key of the codes is not bound to its account (the row that is copied).
  @Test("a code of another user is wrong, also where a copy of its hashes stands in the other's row")
  func otherUser() async throws {
    try await TestServer.run { server in
      let ada = try await server.userWithRecoveryCodes("ada@example.com")
      let eve = try await server.userWithRecoveryCodes("eve@example.com")
      expectRefused(try await server.proveRecoveryCode(ada.codes[0], of: eve, by: .own), "INVALID_CODE")
      var copied = try #require(try await server.account(eve.localID))
      copied.recoveryCodes = try await server.account(ada.localID)?.recoveryCodes
      try await server.service.store.apply([.updateAccount(copied)])
      let answer = try await server.proveRecoveryCode(ada.codes[0], of: eve, by: .own)
      #expect(answer.status >= 400)
      expectNoTokens(answer, "copied")
      #expect(try await server.proveRecoveryCode(ada.codes[0], of: ada, by: .own).status == 200)
    }
  }

  // Fails when the codes of before are kept, and when the last factor leaves them behind.
  private static func ends(_ server: TestServer) async throws {
    let user = try await server.userWithRecoveryCodes("ada@example.com")
    let replaced = try await server.call2(
      "accounts/mfaRecoveryCodes:regenerate", ["idToken": .string(user.session.idToken)])
    let codes = server.recoveryCodes(replaced)
    #expect(codes.count == RecoveryCodes.count && Set(codes).isDisjoint(with: user.codes))
    expectRefused(try await server.proveRecoveryCode(user.codes[0], of: user, by: .own), "INVALID_CODE")
    let signedIn = try await server.proveRecoveryCode(codes[0], of: user, by: .own)
    let idToken = try server.text(signedIn, "idToken")
    let withdrawn = try await server.call2(
      "accounts/mfaEnrollment:withdraw",
      ["idToken": .string(idToken), "mfaEnrollmentId": .string(user.factorID)])
    #expect(withdrawn.status == 200, "\(withdrawn.text)")
    #expect(try await server.account(user.localID)?.recoveryCodes == nil)
    let again = try await server.enrollPhone(
      TestSession(try await server.signIn("ada@example.com")), "+15551230177")
    #expect(again.id != user.factorID)
    let stale = try await server.proveRecoveryCode(
      codes[1], try await server.pendingCredential("ada@example.com"))
    expectRefused(stale, "INVALID_CODE")
  }

  // Fails when new codes need no recent sign-in.
  private static func oldSession(_ server: TestServer) async throws {
    let user = try await server.userWithRecoveryCodes("ada@example.com")
    server.clock.advance(seconds: 301)
    expectRefused(
      try await server.call2(
        "accounts/mfaRecoveryCodes:regenerate", ["idToken": .string(user.session.idToken)]),
      "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
    let other = try await server.verifiedUser("eve@example.com")
    expectRefused(
      try await server.call2("accounts/mfaRecoveryCodes:regenerate", ["idToken": .string(other.idToken)]),
      "MFA_ENROLLMENT_NOT_FOUND")
  }

  // Fails when nobody counts how often a session makes new codes, each time with a mail.
  @Test("new codes are made as often as other credentials are changed")
  func limit() async throws {
    var options = TestServer.Options()
    var limits = AbuseLimits.development
    limits.credentialChangesPerAccount = .rate(2, per: 3_600)
    options.limits = limits
    try await TestServer.run(options) { server in
      let user = try await server.userWithRecoveryCodes("ada@example.com")
      let before = server.backend.inbox.notices.count
      for index in 0..<3 {
        let response = try await server.call2(
          "accounts/mfaRecoveryCodes:regenerate", ["idToken": .string(user.session.idToken)])
        guard index == 2 else {
          #expect(server.recoveryCodes(response).count == RecoveryCodes.count, "\(response.text)")
          continue
        }
        expectRefused(response, "TOO_MANY_ATTEMPTS_TRY_LATER")
      }
      #expect(server.backend.inbox.notices.count == before + 2)
    }
  }

  // Fails when a code is stored as it is, and when an answer to an administrator has one.
  private static func secrecy(_ server: TestServer) async throws {
    let user = try await server.userWithRecoveryCodes("ada@example.com")
    let account = try #require(try await server.account(user.localID))
    let stored = String(reflecting: account)
    let exported = try await server.send(
      "GET", "/identitytoolkit.googleapis.com/v1/projects/example/accounts:batchGet",
      headers: ["Authorization": "Bearer owner"])
    let looked = try await server.administer("accounts:lookup", ["localId": [.string(user.localID)]])
    for code in user.codes {
      for text in [stored, exported.text, looked.text] {
        #expect(!text.contains(code) && !text.contains(code.replacing("-", with: "")))
      }
    }
    #expect(looked.json["users"]?.arrayValue?.first?["recoveryCodes"] == nil)
  }

  // Fails when the use of a code sends no mail.
  @Test("the user is told by mail of each code that is used, and of new ones")
  func notices() async throws {
    try await TestServer.run { server in
      let user = try await server.userWithRecoveryCodes("ada@example.com")
      let before = server.backend.inbox.notices.count
      _ = try await server.proveRecoveryCode(user.codes[0], of: user, by: .own)
      #expect(server.backend.inbox.notices.count == before + 1)
      _ = try await server.proveRecoveryCode(user.codes[0], of: user, by: .own)
      #expect(server.backend.inbox.notices.count == before + 1)
      _ = try await server.call2(
        "accounts/mfaRecoveryCodes:regenerate", ["idToken": .string(user.session.idToken)])
      #expect(server.backend.inbox.notices.count == before + 2)
    }
  }
}
