import Identity
import IdentityWire
import TestSupport
import Testing

/// Who mistypes their address gives a stranger's. What is mailed there must open nothing.
@Suite("T41: recovery to a stranger", .fewAtOnce)
struct T41StrangerRecoveryTests {
  private static let stranger = "mistyped@example.com"
  private static let owner = "owner@example.com"

  private static var production: TestServer.Options {
    var options = TestServer.Options()
    options.isDevelopment = false
    return options
  }

  /// How an address is replaced by another one.
  enum Change: String, CaseIterable { case mailedCode, update, signUp, link, removal }

  private static func make(_ change: Change, _ user: TestSession, _ server: TestServer, _ key: String)
    async throws -> TestResponse
  {
    let idToken = JSONValue.string(user.idToken)
    switch change {
    case .mailedCode:
      let code = try await server.oobCode(
        "VERIFY_AND_CHANGE_EMAIL", to: owner, ["idToken": idToken, "newEmail": .string(owner)], key: key)
      return try await server.apply(oobCode: code, key: key)
    case .update:
      return try await server.call(
        "accounts:update", ["idToken": idToken, "email": .string(owner)], key: key)
    case .signUp:
      return try await server.call(
        "accounts:signUp",
        ["idToken": idToken, "email": .string(owner), "password": "another horse"], key: key)
    case .link:
      let code = try await server.signInLinkCode(owner, key: key)
      return try await server.signInWithLink(code, email: owner, ["idToken": idToken], key: key)
    case .removal:
      return try await server.call(
        "accounts:update", ["idToken": idToken, "deleteAttribute": ["EMAIL"]], key: key)
    }
  }

  // Fails when recoveryMail does not ask whether the address was verified.
  @Test("in production nothing is mailed to an address that was never verified", arguments: Change.allCases)
  func nothingMailed(_ change: Change) async throws {
    try await TestServer.run(Self.production) { server in
      try await server.changeProject { project in
        project.signIn.emailEnumerationProtection = false
        project.signIn.emailLinkEnabled = true
      }
      let key = try await server.project().apiKeys[0]
      let user = try await server.signUp(Self.stranger, "correct horse", key: key)
      let changed = try await Self.make(change, user, server, key)
      #expect(changed.status == 200, "\(changed.text)")
      #expect(server.mails.allSatisfy { $0.to.text != Self.stranger }, "\(server.mails.map(\.to.text))")
      let account = try #require(try await server.account(user.localID))
      #expect(account.email?.text != Self.stranger && account.emailChanges.isEmpty)
    }
  }

  // Fails when a verified address is no way back either, and when its recovery drops the factors.
  @Test("in production a verified address stays the way back, and the second factor stays")
  func verified() async throws {
    try await TestServer.run(Self.production) { server in
      let key = try await server.project().apiKeys[0]
      let user = try await server.signUp(Self.owner, "correct horse", key: key)
      let verification = try await server.oobCode(
        "VERIFY_EMAIL", to: Self.owner, ["idToken": .string(user.idToken)], key: key)
      #expect(try await server.apply(oobCode: verification, key: key).status == 200)
      let change = try await server.oobCode(
        "VERIFY_AND_CHANGE_EMAIL", to: "thief@example.com",
        ["idToken": .string(user.idToken), "newEmail": "thief@example.com"], key: key)
      #expect(try await server.apply(oobCode: change, key: key).status == 200)
      try await server.enroll(user.localID)
      let code = try server.mail("RECOVER_EMAIL", to: Self.owner).code
      #expect(try await server.apply(oobCode: code, key: key).status == 200)
      let account = try #require(try await server.account(user.localID))
      #expect(account.email?.text == Self.owner && account.emailVerified && account.factors.count == 1)
      let signIn = try await server.signInWithPassword(Self.owner, "correct horse", key: key)
      expectNoTokens(signIn, signIn.text)
      #expect(signIn.json["mfaPendingCredential"]?.stringValue != nil, "\(signIn.text)")
    }
  }

  // Fails when OOBCode.change(of:) does not ask whether the address had been verified.
  @Test("a code that was mailed to an unverified address before is refused, by every way that takes one")
  func storedCodes() async throws {
    try await TestServer.run(Self.production) { server in
      let key = try await server.project().apiKeys[0]
      let user = try await server.signUp(Self.stranger, "correct horse", key: key)
      var account = try #require(try await server.account(user.localID))
      account.emailVerified = true
      try await server.service.store.apply([.updateAccount(account)])
      let changed = try await Self.make(.mailedCode, user, server, key)
      #expect(changed.status == 200, "\(changed.text)")
      let recovery = try server.mail("RECOVER_EMAIL", to: Self.stranger)
      account = try #require(try await server.account(user.localID))
      #expect(account.emailChanges.count == 1)
      account.emailChanges[0].wasVerified = false
      try await server.service.store.apply([.updateAccount(account)])
      try await server.enroll(user.localID)
      let before = try #require(try await server.account(user.localID))

      expectRefused(try await server.resetPassword(recovery.code, to: nil, key: key), "INVALID_OOB_CODE")
      expectRefused(try await server.apply(oobCode: recovery.code, key: key), "INVALID_OOB_CODE")
      let query = FormURLEncoded([
        ("mode", "recoverEmail"), ("oobCode", recovery.code), ("apiKey", key),
      ]).text
      let page = try await server.send("GET", "/__/auth/action?" + query)
      #expect(page.status == 400 && page.text.contains("This link no longer works"))
      let posted = try await server.send(
        "POST", "/__/auth/action", headers: ["Content-Type": "application/x-www-form-urlencoded"],
        body: query)
      #expect(posted.status == 400)
      #expect(try await server.account(user.localID) == before)
    }
  }

  // Fails when keepPasswordAlone drops the factors.
  @Test("also in development, where every former address is told, no recovery drops second factors")
  func development() async throws {
    try await TestServer.run { server in
      let user = try await server.signUp(Self.stranger)
      let changed = try await Self.make(.mailedCode, user, server, "key")
      #expect(changed.status == 200, "\(changed.text)")
      let factor = try await server.enrollPhone(
        try TestSession(try await server.signIn(Self.owner)), "+15551230100")
      let code = try server.mail("RECOVER_EMAIL", to: Self.stranger).code
      #expect(try await server.apply(oobCode: code).json["email"] == .string(Self.stranger))
      let account = try #require(try await server.account(user.localID))
      #expect(account.factors.map(\.enrollmentID) == [factor.id])
      let reset = try await server.resetCode(Self.stranger)
      #expect(try await server.resetPassword(reset, to: "the stranger's own").status == 200)
      let signIn = try await server.signIn(Self.stranger, password: "the stranger's own")
      expectNoTokens(signIn, signIn.text)
      #expect(signIn.json["mfaPendingCredential"]?.stringValue != nil, "\(signIn.text)")
    }
  }
}

extension TestServer {
  /// Gives an account a second factor behind the back of the API, which asks for a verified address.
  func enroll(_ localID: String) async throws {
    var account = try #require(try await account(localID))
    account.factors = [
      EnrolledFactor(
        enrollmentID: "factor1", kind: .phone(number: "+15551230199"), displayName: nil,
        enrolledAt: clock.now())
    ]
    try await service.store.apply([.updateAccount(account)])
  }
}
