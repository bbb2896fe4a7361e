import Identity
import IdentityWire
import TestSupport
import Testing

/// What `docs/divergences.md` says of small things.
@Suite("Where answers are others than the emulator's", .fewAtOnce)
struct EmulatorDifferenceTests {
  @Test("a change of address ends the ID tokens of its own second")
  func changeOfAddress() async throws {
    var options = TestServer.Options()
    options.clock = SettableClock(SystemClock().now())
    try await TestServer.run(options) { server in
      let old = try await server.signUp("ada@example.com")
      let changed = try await server.call(
        "accounts:update",
        ["idToken": .string(old.idToken), "email": "ada@example.org", "returnSecureToken": true])
      let new = try TestSession(changed)
      #expect(old.claims["iat"] == new.claims["iat"])
      let refused = try await server.call("accounts:lookup", ["idToken": .string(old.idToken)])
      #expect(refused.errorMessage == "TOKEN_EXPIRED", "\(refused.text)")
      #expect(try await server.lookUp(new.idToken)["email"] == "ada@example.org")
    }
  }

  private static let behaviours: [Behaviour<TestServer>] = [
    Behaviour("only administrators link what no provider proved") { try await linking($0) },
    Behaviour("a sign-up keeps name and picture, also of an anonymous user") { try await profile($0) },
    Behaviour("enrolments that are null are none") { try await nullEnrollments($0) },
    Behaviour("an empty address to sign in with is a missing one") { try await emptyAddress($0) },
    Behaviour("an administrator who asks for a reset link is told that nobody has the address") {
      try await resetLink($0)
    },
    Behaviour("an administrator who sends an ID token deletes its account, by a recent sign-in alone") {
      try await deleting($0)
    },
    Behaviour("a pending sign-in that is unknown is told before a code that is missing") {
      try await secondFactorFaults($0)
    },
  ]

  @Test("differences of the emulator are its own")
  func differences() async throws { try await TestServer.look(at: Self.behaviours) }

  private static func linking(_ server: TestServer) async throws {
    let ada = try await server.signUp("ada@example.com")
    let link: JSONValue = ["providerId": "google.com", "rawId": "1", "email": "other@example.com"]
    let refused = try await server.call(
      "accounts:update", ["idToken": .string(ada.idToken), "linkProviderUserInfo": link])
    #expect(refused.errorMessage == "OPERATION_NOT_ALLOWED", "\(refused.text)")
    let linked = try await server.administer(
      "accounts:update", ["localId": .string(ada.localID), "linkProviderUserInfo": link])
    #expect(linked.status == 200, "\(linked.text)")

    // An address that only the provider gave finds nobody.
    let methods = try await server.call(
      "accounts:createAuthUri", ["identifier": "other@example.com", "continueUri": "http://localhost"])
    #expect(methods.json["registered"] == false)
    #expect(methods.json["allProviders"] == nil && methods.json["signinMethods"] == nil)
  }

  private static func profile(_ server: TestServer) async throws {
    let profile: [String: JSONValue] = ["displayName": "Ada", "photoUrl": "https://example.com/a.png"]
    for more in [[:], ["email": "ada@example.com", "password": "correct horse"]] as [[String: JSONValue]] {
      let made = try TestSession(
        await server.call("accounts:signUp", .object(profile.merging(more) { $1 })))
      expectContains(try await server.lookUp(made.idToken), .object(profile), "profile")
    }
  }

  private static func deleting(_ server: TestServer) async throws {
    let ada = try await server.signUp("ada@example.com")
    let bob = try await server.signUp("bob@example.com")
    let request: JSONValue = ["idToken": .string(ada.idToken), "localId": .string(bob.localID)]
    server.clock.advance(seconds: 301)
    let late = try await server.administer("accounts:delete", request)
    #expect(late.errorMessage == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN", "\(late.text)")
    let again = try TestSession(await server.signInWithPassword("ada@example.com", "correct horse"))
    let deleted = try await server.administer(
      "accounts:delete", ["idToken": .string(again.idToken), "localId": .string(bob.localID)])
    #expect(deleted.status == 200, "\(deleted.text)")
    #expect(try await server.account(ada.localID) == nil)
    #expect(try await server.account(bob.localID) != nil)
  }

  private static func nullEnrollments(_ server: TestServer) async throws {
    let ada = try await server.verifiedUser("ada@example.com")
    _ = try await server.enrollPhone(ada, "+15551230100")
    let cleared = try await server.administer(
      "accounts:update", ["localId": .string(ada.localID), "mfa": ["enrollments": .null]])
    #expect(cleared.status == 200, "\(cleared.text)")
    #expect(try await server.account(ada.localID)?.factors.isEmpty == true)
  }

  private static func secondFactorFaults(_ server: TestServer) async throws {
    for info in [[:], ["sessionInfo": "unknown", "code": "123456"]] as [JSONValue] {
      let answer = try await server.call2(
        "accounts/mfaSignIn:finalize",
        ["mfaPendingCredential": "unknown", "phoneVerificationInfo": info])
      #expect(answer.errorMessage == "INVALID_MFA_PENDING_CREDENTIAL", "\(answer.text)")
    }
  }

  private static func emptyAddress(_ server: TestServer) async throws {
    let answer = try await server.call(
      "accounts:signInWithPassword", ["email": "", "password": "correct horse"])
    #expect(answer.errorMessage == "MISSING_EMAIL")
  }

  @Test("a function verifies no address that an account has not")
  func functionWithoutAddress() async throws {
    try await FunctionServer.run { functions in
      try await TestServer.run { server in
        try await server.setFunctions(functions, ["beforeSignIn"])
        functions.answer(
          "beforeSignIn", #"{"userRecord":{"updateMask":"emailVerified","emailVerified":true}}"#)
        let user = try TestSession(try await server.signInByPhone("+15551230100"))
        let account = try #require(try await server.account(user.localID))
        #expect(account.email == nil && !account.emailVerified)
      }
    }
  }

  private static func resetLink(_ server: TestServer) async throws {
    try await server.changeProject { $0.signIn.emailEnumerationProtection = true }
    let request: JSONValue = [
      "requestType": "PASSWORD_RESET", "email": "nobody@example.com", "returnOobLink": true,
    ]
    let answer = try await server.administer("accounts:sendOobCode", request)
    #expect(answer.errorMessage == "EMAIL_NOT_FOUND", "\(answer.text)")
    let mailed = try await server.sendOob("PASSWORD_RESET", ["email": "nobody@example.com"])
    #expect(mailed.status == 200)
  }
}
