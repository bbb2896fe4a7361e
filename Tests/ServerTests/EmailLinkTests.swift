import Identity
import IdentityWire
import TestSupport
import Testing

@Suite("accounts:signInWithEmailLink", .fewAtOnce)
struct EmailLinkTests {
  private static let behaviours: [Behaviour<TestServer>] = [
    Behaviour("a link makes an account with a proved address; claims name the password provider") {
      try await newAccount($0)
    },
    Behaviour("the provider of an account with an e-mail link is named password") { try await provider($0) },
    Behaviour("whoever proves an address takes the account of somebody who never did") {
      try await takeOver($0)
    },
    Behaviour("an account with a proved address keeps its password, providers and sessions") {
      try await merge($0)
    },
    Behaviour("linking an address needs a recent sign-in and uses nothing up when it is refused") {
      try await staleLink($0)
    },
    Behaviour("linking adds the address to the signed-in account, and tells the one that it replaces") {
      try await link($0)
    },
    Behaviour(
      "a link that cannot be linked, since the address has an account, stays good and signs in to that"
    ) { try await takenAddress($0) },
    Behaviour("a link is for its address alone, works for six hours, and only where links are on") {
      try await refusals($0)
    },
  ]

  @Test("a mailed link signs in the address's owner, once")
  func links() async throws { try await TestServer.look(at: Self.behaviours) }

  private static func newAccount(_ server: TestServer) async throws {
    let code = try await server.signInLinkCode("ann@example.com")
    let response = try await server.signInWithLink(code, email: "Ann@Example.com")
    let ann = try TestSession(response)
    #expect(response.json["isNewUser"] == true && response.json["email"] == "ann@example.com")
    #expect(ann.claims["firebase"]?["sign_in_provider"] == "password")
    #expect(ann.claims["email_verified"] == true)
    let account = try #require(try await server.account(ann.localID))
    #expect(account.emailVerified && account.emailLinkSignIn && account.password == nil)
    #expect(
      try await server.signInWithLink(code, email: "ann@example.com").errorMessage == "INVALID_OOB_CODE")
  }

  private static func provider(_ server: TestServer) async throws {
    let code = try await server.signInLinkCode("ann@example.com")
    _ = try TestSession(try await server.signInWithLink(code, email: "ann@example.com"))
    let methods = try await server.call(
      "accounts:createAuthUri", ["identifier": "ann@example.com", "continueUri": "http://localhost"])
    #expect(methods.json["allProviders"] == ["password"], "\(methods.text)")
    #expect(methods.json["signinMethods"] == ["emailLink"])
  }

  private static func takeOver(_ server: TestServer) async throws {
    let thief = try await server.signUp("ann@example.com")
    _ = try await server.call(
      "accounts:update", ["idToken": .string(thief.idToken), "displayName": "Not Ann"])
    let code = try await server.signInLinkCode("ann@example.com")
    let ann = try TestSession(try await server.signInWithLink(code, email: "ann@example.com"))
    #expect(ann.localID == thief.localID)
    let account = try #require(try await server.account(ann.localID))
    #expect(account.password == nil && account.displayName == nil && account.emailVerified)
    #expect(try await server.refresh(thief.refreshToken).status == 400)
    #expect(
      try await server.call("accounts:lookup", ["idToken": .string(thief.idToken)]).errorMessage
        == "TOKEN_EXPIRED")
    #expect(try await server.signInWithPassword("ann@example.com", "correct horse").status == 400)
    #expect(try await server.refresh(ann.refreshToken).status == 200)
  }

  private static func merge(_ server: TestServer) async throws {
    let ann = try await server.signUp("ann@example.com")
    let verification = try await server.verificationCode(of: ann, "ann@example.com")
    #expect(try await server.apply(oobCode: verification).status == 200)
    let code = try await server.signInLinkCode("ann@example.com")
    let response = try await server.signInWithLink(code, email: "ann@example.com")
    #expect(try TestSession(response).localID == ann.localID && response.json["isNewUser"] == false)
    #expect(try await server.refresh(ann.refreshToken).status == 200)
    #expect(try await server.signInWithPassword("ann@example.com", "correct horse").status == 200)
  }

  private static func link(_ server: TestServer) async throws {
    let user = try await server.signUpAnonymously()
    let code = try await server.signInLinkCode("ann@example.com")
    let linked = try TestSession(
      try await server.signInWithLink(code, email: "ann@example.com", ["idToken": .string(user.idToken)]))
    #expect(linked.localID == user.localID)
    #expect(try await server.refresh(user.refreshToken).status == 200, "nothing was replaced")

    let other = try await server.signInLinkCode("new@example.com")
    let moved = try TestSession(
      try await server.signInWithLink(other, email: "new@example.com", ["idToken": .string(linked.idToken)])
    )
    #expect(moved.localID == user.localID)
    #expect(try await server.refresh(linked.refreshToken).status == 400)
    let recovery = try server.mail("RECOVER_EMAIL", to: "ann@example.com")
    #expect(try await server.apply(oobCode: recovery.code).json["email"] == "ann@example.com")
  }

  private static func takenAddress(_ server: TestServer) async throws {
    let owner = try await server.verifiedUser("ann@example.com")
    let user = try await server.signUpAnonymously()
    let code = try await server.signInLinkCode("ann@example.com")
    let refused = try await server.signInWithLink(
      code, email: "ann@example.com", ["idToken": .string(user.idToken)])
    #expect(refused.errorMessage == "EMAIL_EXISTS")
    func listed() async throws -> Bool {
      try await server.send("GET", "/emulator/v1/projects/example/oobCodes").text.contains(code)
    }
    #expect(try await listed())
    let signedIn = try TestSession(try await server.signInWithLink(code, email: "ann@example.com"))
    #expect(signedIn.localID == owner.localID)
    #expect(try await !listed())
  }

  private static func staleLink(_ server: TestServer) async throws {
    let user = try await server.signUp("ann@example.com")
    server.clock.advance(seconds: 301)
    let code = try await server.signInLinkCode("new@example.com")
    let refused = try await server.signInWithLink(
      code, email: "new@example.com", ["idToken": .string(user.idToken)])
    #expect(refused.errorMessage == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
    #expect(try await server.account(user.localID)?.email?.text == "ann@example.com")
    #expect(try await server.signInWithLink(code, email: "new@example.com").status == 200)
  }

  private static func refusals(_ server: TestServer) async throws {
    let code = try await server.signInLinkCode("ann@example.com")
    let other = try await server.signInWithLink(code, email: "bob@example.com")
    #expect(
      other.errorMessage == "INVALID_EMAIL : The email provided does not match the sign-in email address.")
    #expect(
      try await server.signInWithLink("", email: "ann@example.com").errorMessage == "MISSING_OOB_CODE")
    #expect(try await server.signInWithLink(code, email: "").errorMessage == "MISSING_EMAIL")
    try await server.changeProject { $0.signIn.usersMaySignUp = false }
    #expect(
      try await server.signInWithLink(code, email: "ann@example.com").errorMessage == "ADMIN_ONLY_OPERATION"
    )
    try await server.changeProject { $0.signIn.emailLinkEnabled = false }
    #expect(
      try await server.signInWithLink(code, email: "ann@example.com").errorMessage
        == "OPERATION_NOT_ALLOWED")
    try await server.changeProject { project in
      project.signIn.emailLinkEnabled = true
      project.signIn.usersMaySignUp = true
    }
    server.clock.advance(seconds: 6 * 3_600)
    #expect(
      try await server.signInWithLink(code, email: "ann@example.com").errorMessage == "EXPIRED_OOB_CODE")
    #expect(try await server.accountCount() == 0)
  }
}
