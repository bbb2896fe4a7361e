import Identity
import IdentityWire
import TestSupport
import Testing

@Suite("Recent sign-in")
struct RecentSignInTests {
  private static let behaviours: [Behaviour<TestServer>] = [
    Behaviour("an old ID token changes address and password by neither of the two operations that can") {
      try await oldToken($0)
    },
    Behaviour("an anonymous user of long ago may still add a password and keeps the account") {
      try await anonymous($0)
    },
    Behaviour("an anonymous user of long ago who links a number has proved it just now") {
      try await anonymousLink($0)
    },
    Behaviour(
      "a password that is taken away ends the sessions that it began; unlinking it leaves the user signed in"
    ) { try await removedPassword($0) },
    Behaviour("a password that is replaced by accounts:signUp ends the sessions that the old one began") {
      try await replacedPassword($0)
    },
    Behaviour("a profile that no ID token could hold is refused, so that its owner can go on signing in") {
      try await oversizedProfile($0)
    },
    Behaviour("an old ID token does not become an anonymous user's by unlinking every provider") {
      try await unlinked($0)
    },
  ]

  @Test("what only a recent sign-in may do")
  func changes() async throws {
    try await TestServer.run { server in
      try await eachCase(of: Self.behaviours) { behaviour in
        try await server.service.deleteAllAccounts(in: Scope(project: TestServer.project))
        try await behaviour.look(server)
      }
    }
  }

  private static func oldToken(_ server: TestServer) async throws {
    let user = try await server.signUp("ada@example.com")
    server.clock.advance(seconds: 301)
    let change: JSONValue = [
      "idToken": .string(user.idToken), "email": "thief@example.com", "password": "stolen account",
    ]
    for operation in ["accounts:signUp", "accounts:update"] {
      let response = try await server.call(operation, change)
      #expect(response.errorMessage == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN", "\(operation)")
    }
    #expect(try await server.account(user.localID)?.email?.text == "ada@example.com")
  }

  private static func unlinked(_ server: TestServer) async throws {
    let token = try await server.labToken("github.com", ["sub": "7"])
    try await server.changeProject { $0.signIn.allowDuplicateEmails = true }
    let user = try TestSession(
      try await server.signInWithIdp([("providerId", "github.com"), ("access_token", token)]))
    server.clock.advance(seconds: 301)
    _ = try await server.call(
      "accounts:update", ["idToken": .string(user.idToken), "deleteProvider": ["github.com"]])
    #expect(try await server.account(user.localID)?.isAnonymous == true)
    let response = try await server.call(
      "accounts:signUp",
      ["idToken": .string(user.idToken), "email": "thief@example.com", "password": "stolen account"])
    #expect(response.errorMessage == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
  }

  private static func anonymous(_ server: TestServer) async throws {
    let user = try await server.signUpAnonymously()
    server.clock.advance(seconds: 3000)
    let response = try await server.call(
      "accounts:signUp",
      ["idToken": .string(user.idToken), "email": "ada@example.com", "password": "correct horse"])
    #expect(try TestSession(response).localID == user.localID)
  }

  private static func anonymousLink(_ server: TestServer) async throws {
    let user = try await server.signUpAnonymously()
    server.clock.advance(seconds: 3000)
    let linked = try TestSession(
      try await server.signInByPhone("+15551230100", ["idToken": .string(user.idToken)]))
    #expect(linked.localID == user.localID)
    let response = try await server.call("accounts:delete", ["idToken": .string(linked.idToken)])
    #expect(response.status == 200)
  }

  private static func removedPassword(_ server: TestServer) async throws {
    let ada = try await server.signUp("ada@example.com")
    let removed = try await server.call(
      "accounts:update", ["idToken": .string(ada.idToken), "deleteAttribute": ["PASSWORD"]])
    #expect(removed.status == 200)
    #expect(try await server.refresh(ada.refreshToken).errorMessage == "TOKEN_EXPIRED")
    #expect(try await server.refresh(try TestSession(removed).refreshToken).status == 200)
    // Official web clients go on with the tokens that they have.
    let bob = try await server.signUp("bob@example.com")
    let unlinked = try await server.call(
      "accounts:update", ["idToken": .string(bob.idToken), "deleteProvider": ["password"]])
    #expect(unlinked.status == 200 && unlinked.json["idToken"] == nil)
    #expect(try await server.refresh(bob.refreshToken).status == 200)
    let eve = try await server.signUp("eve@example.com")
    _ = try await server.administer(
      "accounts:update", ["localId": .string(eve.localID), "deleteProvider": ["password"]])
    #expect(try await server.refresh(eve.refreshToken).errorMessage == "TOKEN_EXPIRED")
  }

  private static func replacedPassword(_ server: TestServer) async throws {
    let user = try await server.signUp("ada@example.com")
    let response = try await server.call(
      "accounts:signUp",
      ["idToken": .string(user.idToken), "email": "ada@example.com", "password": "another horse"])
    #expect(response.status == 200)
    #expect(try await server.refresh(user.refreshToken).errorMessage == "TOKEN_EXPIRED")
    let replacing = try TestSession(response)
    #expect(try await server.refresh(replacing.refreshToken).status == 200)
  }

  @Test("an administrator's validSince ends sessions of the same second too, and may be far off")
  func validSince() async throws {
    var options = TestServer.Options()
    options.clock = SettableClock(SystemClock().now())
    try await TestServer.run(options) { server in
      let user = try await server.signUp("ada@example.com")
      let now = server.clock.now().seconds
      _ = try await server.administer(
        "accounts:update", ["localId": .string(user.localID), "validSince": .string(String(now))])
      #expect(try await server.refresh(user.refreshToken).errorMessage == "TOKEN_EXPIRED")
      for (moment, status) in [(Int64.max, 400), (253_402_300_800, 400), (253_402_300_799, 200)] {
        let response = try await server.administer(
          "accounts:update", ["localId": .string(user.localID), "validSince": .string(String(moment))])
        #expect(response.status == status, "\(moment)")
      }
      let account = try #require(try await server.account(user.localID))
      #expect(account.validSince.seconds > now)
    }
  }

  private static func oversizedProfile(_ server: TestServer) async throws {
    let user = try await server.signUp("ada@example.com")
    for name in ["displayName", "photoUrl"] {
      let text = JSONValue.string(String(repeating: "x", count: 20_000))
      let response = try await server.call(
        "accounts:update", ["idToken": .string(user.idToken), name: text])
      #expect(response.json["error"]?["status"] == "INVALID_ARGUMENT", "\(name)")
    }
    #expect(try await server.refresh(user.refreshToken).status == 200)
  }
}
