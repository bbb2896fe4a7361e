import Identity
import IdentityWire
import TestSupport
import Testing

@Suite("T1: pre-registered victim", .fewAtOnce)
struct T01PreRegisteredVictimTests {
  private static let victim = "victim@gmail.com"
  private static let password = "the attacker's password"
  private static let attackerAtFacebook: JSONValue = ["sub": "666", "email": "attacker@example.com"]

  /// How the victim comes, with an address that the provider has verified.
  enum Arrival: String, CaseIterable {
    case googleToken, googleAccessToken, appleToken, googleFlow, appleFlow
  }

  // Fails when LinkPolicy keeps the password, the links or the name of an account whose address it takes over
  // (each alone), when it does not raise the token epoch, or when the sessions are not deleted and an old
  // session of the same second counts.
  @Test("nothing that an attacker left on the address opens the account once its owner came by a provider")
  func takeover() async throws {
    var options = TestServer.Options()
    // A clock that stands still: everything happens within one second unless time is moved.
    options.clock = SettableClock(SystemClock().now())
    let cases: [(Arrival, Int64)] = Arrival.allCases.flatMap { arrival in [0, 90].map { (arrival, $0) } }
    try await TestServer.run(options) { server in
      try await eachCase(of: cases) { arrival, secondsLater in
        try await server.service.deleteAllAccounts(in: Scope(project: TestServer.project))
        // The lab's tokens of one second are the same, and each is redeemed once.
        server.clock.advance(seconds: 1)
        let first = try await server.signUp(Self.victim, Self.password)
        _ = try await server.call(
          "accounts:update", ["idToken": .string(first.idToken), "displayName": "Mallory"])
        let facebook = try await server.labToken("facebook.com", Self.attackerAtFacebook)
        let second = try TestSession(
          await server.signInWithIdp(
            [("providerId", "facebook.com"), ("access_token", facebook)], ["idToken": .string(first.idToken)])
        )
        let third = try TestSession(await Self.signInWithPassword(server))
        #expect(Set([first.localID, second.localID, third.localID]).count == 1)
        server.clock.advance(seconds: secondsLater)

        let owner = try TestSession(await Self.arrive(arrival, at: server))
        #expect(owner.localID == first.localID)
        try await Self.checkOwner(owner, arrival, server)

        expectRefused(try await Self.signInWithPassword(server), nil, "password")
        for attacker in [first, second, third] {
          try await Self.checkIsShutOut(attacker, server)
        }
        let back = try await server.signInWithIdp([
          ("providerId", "facebook.com"), ("access_token", facebook),
        ])
        #expect(try TestSession(back).localID != owner.localID, "the attacker's own identity leads elsewhere")
        try await Self.checkOwner(owner, arrival, server)
        #expect(try await server.refresh(owner.refreshToken).status == 200)
      }
    }
  }

  private static func arrive(_ arrival: Arrival, at server: TestServer) async throws -> TestResponse {
    let person: JSONValue = ["sub": "1001", "email": .string(victim), "name": "Vera Victim"]
    let inFlow = ["lab_sub": "1001", "lab_email": victim, "lab_name": "Vera Victim", "lab_verified": "1"]
    switch arrival {
    case .googleToken:
      return try await server.signIn(.google, try await server.labToken("google.com", person), nonce: nil)
    case .googleAccessToken:
      var options = person.objectValue ?? [:]
      options["kind"] = "access"
      let token = try await server.labToken("google.com", .object(options))
      return try await server.signInWithIdp([("providerId", "google.com"), ("access_token", token)])
    case .appleToken:
      return try await server.signIn(.apple, try await server.labToken("apple.com", person), nonce: nil)
    case .googleFlow, .appleFlow:
      let flow = try await server.beginFlow(arrival == .googleFlow ? "google.com" : "apple.com")
      return try await server.finishFlow(flow, at: try await server.authorize(flow, inFlow))
    }
  }

  private static func checkOwner(
    _ owner: TestSession, _ arrival: Arrival, _ server: TestServer
  ) async throws {
    let user = try await server.lookUp(owner.idToken)
    #expect(user["email"] == .string(victim))
    #expect(user["emailVerified"] == true)
    #expect(user["displayName"] != "Mallory")
    #expect(user["passwordHash"] == nil)
    #expect(
      user["providerUserInfo"]?.arrayValue?.compactMap { $0["providerId"]?.stringValue }
        == [arrival == .appleToken || arrival == .appleFlow ? "apple.com" : "google.com"])
  }

  private static func signInWithPassword(_ server: TestServer) async throws -> TestResponse {
    try await server.call(
      "accounts:signInWithPassword", ["email": .string(victim), "password": .string(password)])
  }

  private static func checkIsShutOut(_ attacker: TestSession, _ server: TestServer) async throws {
    let idToken = JSONValue.string(attacker.idToken)
    expectRefused(try await server.refresh(attacker.refreshToken), nil, "refresh token")
    expectRefused(
      try await server.call("accounts:lookup", ["idToken": idToken]), "TOKEN_EXPIRED", "lookup")
    expectRefused(
      try await server.call("accounts:update", ["idToken": idToken, "password": "another one"]),
      "TOKEN_EXPIRED", "update")
    expectRefused(
      try await server.call(
        "accounts:signUp", ["idToken": idToken, "email": .string(victim), "password": "another one"]),
      "TOKEN_EXPIRED", "upgrade")
    let google = try await server.labToken("google.com", ["sub": "667", "email": "attacker@gmail.com"])
    expectRefused(
      try await server.signIn(.google, google, nonce: nil, ["idToken": idToken]), "TOKEN_EXPIRED", "link")
    expectRefused(
      try await server.call("accounts:delete", ["idToken": idToken]), "TOKEN_EXPIRED", "delete")
  }

  // Fails when LinkPolicy.decideLink lets a link mark an address as verified that the provider did not vouch
  // for: then the victim is merged into an account that goes on being the attacker's.
  @Test("an attacker cannot make the address count as verified by linking identities of their own")
  func noSelfVerification() async throws {
    try await TestServer.run { server in
      let attacker = try await server.signUp(Self.victim, Self.password)
      let links: [(String, JSONValue)] = [
        ("facebook.com", ["sub": "666", "email": .string(Self.victim)]),
        ("github.com", ["sub": "666", "email": .string(Self.victim)]),
        ("google.com", ["sub": "666", "email": .string(Self.victim), "emailVerified": false]),
        ("apple.com", ["sub": "666", "email": "attacker@example.com"]),
      ]
      var idToken = attacker.idToken
      for (provider, person) in links {
        let token = try await server.labToken(provider, person)
        let name = provider == "google.com" || provider == "apple.com" ? "id_token" : "access_token"
        idToken = try TestSession(
          await server.signInWithIdp(
            [("providerId", provider), (name, token)], ["idToken": .string(idToken)])
        ).idToken
        #expect(try await server.lookUp(idToken)["emailVerified"] == false, "\(provider)")
      }
      _ = try TestSession(await Self.arrive(.googleToken, at: server))
      let links2 = try await server.account(email: Self.victim)?.links
      #expect(links2?.map(\.rawID) == ["1001"])
      expectRefused(try await server.refresh(attacker.refreshToken))
    }
  }
}
