import Identity
import IdentityWire
import Operations
import TestSupport
import Testing

/// A thief with a copy of a refresh token has ID tokens, too. A session opened from one of them ends with the sign-in.
@Suite("T10: refresh token replayed, by way of ID tokens", .fewAtOnce)
struct T10SessionContinuationTests {
  /// Every operation that answers an ID token with new tokens.
  enum Way: String, CaseIterable {
    case nothing, profile, password, upgrade, link, phone, provider, secondFactor, withdrawal
  }

  private static func tokens(
    _ way: Way, of session: TestSession, _ server: TestServer
  ) async throws -> TestResponse {
    let given: [String: JSONValue] = ["idToken": .string(session.idToken), "returnSecureToken": true]
    func call(_ operation: String, _ more: [String: JSONValue] = [:]) async throws -> TestResponse {
      try await server.call("accounts:\(operation)", .object(given.merging(more) { $1 }))
    }
    switch way {
    case .nothing: return try await call("update")
    case .profile: return try await call("update", ["displayName": "Thief"])
    case .password: return try await call("update", ["password": "stolen account"])
    case .upgrade:
      return try await call("signUp", ["email": "ann@example.com", "password": "stolen account"])
    case .link:
      return try await server.signInWithLink(
        server.signInLinkCode("ann@example.com"), email: "ann@example.com", given)
    case .phone: return try await server.signInByPhone("+15551230166", given)
    case .provider:
      return try await server.signInWithIdp(
        [("providerId", "google.com"), ("id_token", #"{"sub":"666"}"#)], given)
    case .secondFactor, .withdrawal:
      let start = try await server.startPhoneEnrollment(session.idToken, "+15551230166")
      guard let info = start.json["phoneSessionInfo"]?["sessionInfo"]?.stringValue else { return start }
      let code = try server.code(of: info)
      let response = try await server.call2(
        "accounts/mfaEnrollment:finalize",
        [
          "idToken": .string(session.idToken),
          "phoneVerificationInfo": ["sessionInfo": .string(info), "code": .string(code)],
        ])
      guard way == .withdrawal, let idToken = response.json["idToken"] else { return response }
      let account = try await server.account(session.localID)
      let id = try #require(account?.factors.first?.enrollmentID)
      return try await server.call2(
        "accounts/mfaEnrollment:withdraw", ["idToken": idToken, "mfaEnrollmentId": .string(id)])
    }
  }

  private static func run(_ body: @Sendable @escaping (TestServer) async throws -> Void) async throws {
    var options = TestServer.Options()
    options.acceptsUnsignedCredentials = true
    options.clock = SettableClock(Instant(seconds: 1_900_000_000))
    try await TestServer.run(options) { server in
      try await server.changeProject { $0.sessions = .rotating }
      try await body(server)
    }
  }

  /// What the thief of a refresh token gets by it.
  private static func steal(_ refreshToken: String, of user: TestSession, _ server: TestServer) async throws
    -> TestSession
  {
    let stolen = try await server.refresh(refreshToken)
    return TestSession(
      localID: user.localID, idToken: try require(stolen, "id_token"),
      refreshToken: try require(stolen, "refresh_token"))
  }

  // Fails when revokeSessionFamily ends one token, those of one family, or all of the account, when requireSignIn is
  // not asked, when what is linked counts as a new proof, and when it is not looked at whether a token was used, or
  // only in sessions that the account did not end (each alone).
  @Test("what a thief opened from the ID token of a stolen sign-in ends with it")
  func theft() async throws {
    try await Self.run { server in
      try await eachCase(of: Way.allCases) { way in
        let user = try await server.verifiedUser("ann@example.com")
        server.clock.advance(seconds: 1)
        let elsewhere = try TestSession(try await server.signIn("ann@example.com"))
        server.clock.advance(seconds: 100)
        let thief = try await Self.steal(user.refreshToken, of: user, server)
        let response = try await Self.tokens(way, of: thief, server)
        #expect(response.status == 200, "\(response.text)")
        let opened = TestSession(
          localID: user.localID, idToken: response.json["idToken"]?.stringValue ?? "",
          refreshToken: response.json["refreshToken"]?.stringValue ?? "")
        let next = try await server.refreshed(opened.refreshToken)
        server.clock.advance(seconds: 61)
        // The user, whose token the thief has used up.
        expectRefused(try await server.refresh(user.refreshToken), "TOKEN_EXPIRED")
        // The unused ones first: a used one would end its own sign-in.
        for token in [next, thief.refreshToken, opened.refreshToken] {
          expectRefused(try await server.refresh(token), "TOKEN_EXPIRED")
        }
        // An ID token is good for its hour, but not for another.
        for token in [thief, opened] {
          expectRefused(try await Self.tokens(.nothing, of: token, server), "TOKEN_EXPIRED")
        }
        // What the user began elsewhere is another sign-in, unless the thief ended it with everything else.
        let survives = ![.password, .upgrade, .secondFactor, .withdrawal].contains(way)
        #expect(try await server.refresh(elsewhere.refreshToken).status == (survives ? 200 : 400))
        _ = try await server.administer("accounts:delete", ["localId": .string(user.localID)])
      }
    }
  }

  // Fails when requireSignIn is not asked, when one of the operations does not go on from the ID token that it was
  // given, and when it is not looked at whether a token was used (each alone).
  @Test("whoever does not refresh meanwhile opens nothing either, and a new sign-in works")
  func afterwards() async throws {
    try await Self.run { server in
      let user = try await server.verifiedUser("ann@example.com")
      let thief = try await Self.steal(user.refreshToken, of: user, server)
      server.clock.advance(seconds: 61)
      expectRefused(try await server.refresh(user.refreshToken), "TOKEN_EXPIRED")
      for way in Way.allCases {
        expectRefused(try await Self.tokens(way, of: thief, server), "TOKEN_EXPIRED", way.rawValue)
      }
      let anew = try TestSession(try await server.signIn("ann@example.com"))
      #expect(try await Self.tokens(.nothing, of: anew, server).status == 200)
    }
  }

  // Fails when a used token is looked at before the project, the tenant, or the kind of grant is (each alone).
  @Test("a copy of a used token that is presented elsewhere ends nothing")
  func elsewhere() async throws {
    try await Self.run { server in
      let other = try await server.addProject("another")
      let tenant = try await server.openTenant("team-1")
      let user = try await server.signUp("ann@example.com")
      let next = try await server.refreshed(user.refreshToken)
      server.clock.advance(seconds: 3_600)
      var request = TokenRequest()
      request.grantType = "refresh_token"
      request.refreshToken = user.refreshToken
      let places = [
        (Caller(project: other, authority: .apiKey), "INVALID_REFRESH_TOKEN"),
        (
          Caller(project: try await server.project(), tenant: tenant, authority: .apiKey),
          "TENANT_ID_MISMATCH"
        ),
      ]
      for (caller, code) in places {
        do throws(IdentityError) {
          _ = try await server.service.refresh(request, caller)
          Issue.record("a token of another place was taken: \(code)")
        } catch {
          #expect(error.name == code)
        }
      }
      for grant in ["", "authorization_code"] {
        expectRefused(
          try await server.send(
            "POST", "/securetoken.googleapis.com/v1/token?key=key",
            headers: ["Content-Type": "application/x-www-form-urlencoded"],
            body: FormURLEncoded([("grant_type", grant), ("refresh_token", user.refreshToken)]).text))
      }
      let third = try await server.refreshed(next)
      // At its own place it does.
      expectRefused(try await server.refresh(user.refreshToken), "TOKEN_EXPIRED")
      expectRefused(try await server.refresh(third), "TOKEN_EXPIRED")
    }
  }

  // Fails when that is gone once the database is opened anew.
  @Test("that a token was used outlives a restart")
  func restart() async throws {
    try await withTemporaryDirectory { directory in
      var options = TestServer.Options()
      options.dataDirectory = directory
      options.clock = SettableClock(SystemClock().now())
      let tokens = try await TestServer.run(options) { server in
        try await server.changeProject { $0.sessions = .rotating }
        let user = try await server.signUp("ann@example.com")
        return [user.refreshToken, try await server.refreshed(user.refreshToken)]
      }
      try await TestServer.run(options) { server in
        #expect(try await server.refreshed(tokens[0]) == tokens[1])
        server.clock.advance(seconds: 61)
        let third = try await server.refreshed(tokens[1])
        for token in tokens + [third] { expectRefused(try await server.refresh(token), "TOKEN_EXPIRED") }
      }
    }
  }

  // Fails when new tokens for who is signed in are not counted.
  @Test("a project's user opens three hundred sessions an hour from ID tokens")
  func bounded() async throws {
    try await TestServer.runLimited { server in
      let user = try await server.signUp("ann@example.com")
      var request = UpdateRequest()
      request.idToken = user.idToken
      request.returnSecureToken = true
      let caller = Caller(project: try await server.project(), authority: .apiKey)
      for _ in 0..<300 { _ = try await server.service.update(request, caller) }
      let more = try await server.call(
        "accounts:update", ["idToken": .string(user.idToken), "returnSecureToken": true])
      expectRefused(more, "TOO_MANY_ATTEMPTS_TRY_LATER")
      // Nothing else of the account is refused.
      #expect(
        try await server.call(
          "accounts:update", ["idToken": .string(user.idToken), "displayName": "Ann"]
        ).status == 200)
      server.clock.advance(seconds: 12)
      _ = try await server.service.update(request, caller)
    }
  }

  // Fails when no session is forgotten for another.
  @Test("an account keeps a thousand sessions at most, the latest")
  func kept() async throws {
    try await Self.run { server in
      let user = try await server.signUp("ann@example.com")
      server.clock.advance(seconds: 1)
      let second = try TestSession(try await server.signIn("ann@example.com"))
      let account = try #require(try await server.account(user.localID))
      let now = server.clock.now()
      try await server.service.store.apply(
        (1...998).map { number in
          .insertSession(
            RefreshSession(
              tokenHash: [UInt8(number >> 8), UInt8(number & 255)], scope: account.scope,
              accountID: account.id,
              authenticatedAt: now, createdAt: now.adding(seconds: Int64(number)),
              tokenEpoch: account.tokenEpoch, signIn: SignInFacts(provider: "password")))
        })
      server.clock.advance(seconds: 999)
      let first = try await server.refreshed(user.refreshToken)
      let latest = try await server.call(
        "accounts:update", ["idToken": .string(second.idToken), "returnSecureToken": true])
      _ = try await server.refreshed(try require(latest, "refreshToken"))
      expectRefused(try await server.refresh(first), "INVALID_REFRESH_TOKEN")
      _ = try await server.refreshed(second.refreshToken)
    }
  }
}
