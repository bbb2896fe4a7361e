import Identity
import IdentityWire
import TestSupport
import Testing

/// A stale session adds a way to sign in and comes back through it as somebody who has just proved who they are. Here
/// the project lets it add one.
@Suite("T40: recent sign-in laundered", .fewAtOnce)
struct T40LaunderedSignInTests {
  enum Way: String, CaseIterable, Sendable {
    case phone, provider, saml, game, network

    /// As `accounts:update` names it to remove it.
    var provider: String {
      switch self {
      case .phone: "phone"
      case .provider: "google.com"
      case .saml: "saml.company"
      case .game: "playgames.google.com"
      case .network: "twitter.com"
      }
    }

    func link(_ stale: StaleSession) async throws -> TestResponse {
      switch self {
      case .phone: try await stale.linkOwnNumber()
      case .provider: try await stale.linkOwnIdentity()
      case .saml: try await stale.linkOwnAssertion()
      case .game, .network: try await stale.linkOwnUser(of: provider)
      }
    }

    func signIn(_ server: TestServer) async throws -> TestResponse {
      switch self {
      case .phone: try await server.signInByPhone(StaleSession.ownNumber)
      case .provider: try await server.signInWithIdp(StaleSession.ownIdentity)
      case .saml: try await server.signInBySAML(SAMLPeer(), [:], StaleSession.ownSubject)
      case .game, .network:
        try await server.signInWithIdp(try await StaleSession.ownUser(of: provider, server))
      }
    }
  }

  // Fails when a sign-in by a way that a stale session added begins at its own moment.
  @Test("who signs in by what a stale session added has not signed in recently")
  func signIn() async throws {
    try await StaleSession.run { server in
      try await eachCase(of: Way.allCases) { way in
        let stale = try await StaleSession(server, try await server.signUp("ada@example.com"))
        #expect(try TestSession(try await way.link(stale)).localID == stale.session.localID)
        server.clock.advance(seconds: 60)
        let back = try TestSession(try await way.signIn(server))
        #expect(back.localID == stale.session.localID)
        try await expectStale(back, since: stale.signedInAt, server)

        // Nor has who makes a session cookie of it: back ends look at its `auth_time`.
        let cookie = try await server.administer(
          bearer: "owner", ":createSessionCookie", ["idToken": .string(back.idToken)])
        let claims = try UnverifiedJWT(try require(cookie, "sessionCookie")).claims
        #expect(claims["auth_time"] == stale.signedInAt)
        // The owner's own sign-in is as recent as ever.
        let owner = try TestSession(try await server.signIn("ada@example.com"))
        let change: JSONValue = ["idToken": .string(owner.idToken), "password": "another horse"]
        #expect(try await server.call("accounts:update", change).status == 200)
        _ = try await server.administer("accounts:delete", ["localId": .string(owner.localID)])
      }
    }
  }

  // Fails when a change that met another is written all the same, and when it is decided anew without what the session is
  // (each alone).
  @Test(
    "however many ways are added at once, each stays what the session made it that added it",
    arguments: TestServer.Deployment.all)
  func race(_ deployment: TestServer.Deployment) async throws {
    try await StaleSession.run(on: deployment) { server in
      for round in 0..<3 {
        let email = "ada\(round)@example.com"
        let stale = try await StaleSession(server, try await server.signUp(email))
        let owner = try TestSession(try await server.signIn(email))
        // The second of two servers is none for development, and takes nothing unsigned.
        @Sendable func identity(_ provider: String) async throws -> [(name: String, value: String)] {
          let isOpaque = ["github.com", "facebook.com"].contains(provider)
          // Without one, tokens of the same second are the same, and redeemed once.
          let nonce = isOpaque ? nil : "\(UInt64.random(in: 0...UInt64.max))"
          var options: [String: JSONValue] = ["sub": .string("\(round + 1)")]
          if let nonce { options["rawNonce"] = .string(nonce) }
          let token = try await server.labToken(provider, .object(options))
          return [("providerId", provider), (isOpaque ? "access_token" : "id_token", token)]
            + (nonce.map { [("nonce", $0)] } ?? [])
        }
        let (stolen, own) = (["google.com", "github.com"], ["facebook.com", "apple.com"])
        let number = "+1555123016\(round)"
        try await withThrowingTaskGroup(of: Void.self) { group in
          for _ in 0..<4 {
            for (providers, session) in [(stolen, stale.session), (own, owner)] {
              for provider in providers {
                group.addTask {
                  _ = try await server.signInWithIdp(
                    try await identity(provider), ["idToken": .string(session.idToken)])
                }
              }
            }
            group.addTask { _ = try await server.signInByPhone(number, stale.idToken) }
            group.addTask {
              _ = try await server.call(
                "accounts:update", ["idToken": .string(owner.idToken), "displayName": "Ada"])
            }
          }
          try await group.waitForAll()
        }
        for provider in stolen {
          let back = try TestSession(try await server.signInWithIdp(try await identity(provider)))
          #expect(
            back.localID == owner.localID && back.claims["auth_time"] == stale.signedInAt, "\(provider)")
        }
        let byPhone = try TestSession(try await server.signInByPhone(number))
        #expect(byPhone.localID == owner.localID && byPhone.claims["auth_time"] == stale.signedInAt)
        for provider in own {
          let back = try TestSession(try await server.signInWithIdp(try await identity(provider)))
          #expect(back.localID == owner.localID, "\(provider)")
          #expect(back.claims["auth_time"]?.integerValue == server.clock.now().seconds, "\(provider)")
        }
      }
    }
  }

  // Fails when the day has no end, when it begins with the session's sign-in and not with the addition, and when a way
  // that a recent session added is taken for another (each alone).
  @Test("a day later it is as good as any other, and what a recent session adds is so at once")
  func aDayLater() async throws {
    try await StaleSession.run { server in
      let stale = try await StaleSession(server, try await server.signUp("ada@example.com"))
      _ = try TestSession(try await Way.phone.link(stale))
      let recent = try TestSession(try await server.signIn("ada@example.com"))
      _ = try TestSession(
        try await server.signInWithIdp(
          StaleSession.ownIdentity, ["idToken": .string(recent.idToken)]))
      let atOnce = try TestSession(try await Way.provider.signIn(server))
      #expect(atOnce.claims["auth_time"]?.integerValue == server.clock.now().seconds)
      server.clock.advance(seconds: 86_400 - 1)
      let before = try TestSession(try await Way.phone.signIn(server))
      #expect(before.claims["auth_time"]?.integerValue != server.clock.now().seconds)
      server.clock.advance(seconds: 1)
      let after = try TestSession(try await Way.phone.signIn(server))
      #expect(after.claims["auth_time"]?.integerValue == server.clock.now().seconds)
    }
  }

  // Fails when a way that is removed and added again by a stale session, or by a session that came back through it, is
  // taken for one that a recent session added.
  @Test("removing and adding again does not make it recent")
  func again() async throws {
    try await StaleSession.run { server in
      try await eachCase(of: Way.allCases) { way in
        let stale = try await StaleSession(server, try await server.signUp("ada@example.com"))
        _ = try TestSession(try await way.link(stale))
        for isBack in [false, true] {
          let session = isBack ? try TestSession(try await way.signIn(server)) : stale.session
          let removed = try await server.call(
            "accounts:update",
            [
              "idToken": .string(session.idToken),
              "deleteProvider": [.string(way.provider)],
            ])
          #expect(removed.status == 200, "\(removed.text)")
          var other = stale
          other.session = session
          _ = try TestSession(try await way.link(other))
          try await expectStale(
            try TestSession(try await way.signIn(server)), since: stale.signedInAt, server, "back: \(isBack)")
        }
        _ = try await server.administer("accounts:delete", ["localId": .string(stale.session.localID)])
      }
    }
  }

  // Fails when what was kept of a way outlives its removal.
  @Test("who adds it anew after a recent sign-in has it as any other")
  func addedByTheOwner() async throws {
    try await StaleSession.run { server in
      let stale = try await StaleSession(server, try await server.signUp("ada@example.com"))
      _ = try TestSession(try await Way.provider.link(stale))
      let owner = try TestSession(try await server.signIn("ada@example.com"))
      _ = try await server.call(
        "accounts:update", ["idToken": .string(owner.idToken), "deleteProvider": ["google.com"]])
      _ = try TestSession(
        try await server.signInWithIdp(StaleSession.ownIdentity, ["idToken": .string(owner.idToken)]))
      let back = try TestSession(try await Way.provider.signIn(server))
      #expect(back.claims["auth_time"]?.integerValue == server.clock.now().seconds)
    }
  }

  // Fails when the moment of the sign-in is lost in the pending credential of a second factor.
  @Test("a second factor does not make it recent")
  func secondFactor() async throws {
    try await StaleSession.run { server in
      let enrolled = try await server.enrollTOTP(try await server.verifiedUser("ada@example.com"))
      let stale = try await StaleSession(server, enrolled.session)
      _ = try TestSession(try await Way.provider.link(stale))
      let pending = try await Way.provider.signIn(server)
      let credential = try require(pending, "mfaPendingCredential")
      let authenticator = try #require(enrolled.authenticator)
      let proved = try await server.proveTOTP(
        credential, enrolled.id, password: authenticator.password(at: server.clock.now()))
      let back = TestSession(
        localID: stale.session.localID, idToken: try require(proved, "idToken"),
        refreshToken: try require(proved, "refreshToken"))
      try await expectStale(back, since: stale.signedInAt, server)
    }
  }

  // Fails when the session of such a sign-in is at its end at once, or lasts by a moment that is too long ago.
  @Test("the project's lifetime of sessions does not end such a sign-in at once")
  func lifetime() async throws {
    var policy = SessionPolicy()
    policy.absoluteLifetime = 7_200
    let sessions = policy
    try await StaleSession.run { server in
      let user = try await server.signUp("ada@example.com")
      server.clock.advance(seconds: 3_000)
      _ = try require(try await server.refresh(user.refreshToken), "id_token")
      try await server.changeProject { $0.sessions = sessions }
      var stale = try await StaleSession(server, user)
      server.clock.advance(seconds: 3_000)
      stale.session = TestSession(
        localID: user.localID, idToken: try require(try await server.refresh(user.refreshToken), "id_token"),
        refreshToken: user.refreshToken)
      _ = try TestSession(try await Way.provider.link(stale))
      server.clock.advance(seconds: 300)
      let back = try TestSession(try await Way.provider.signIn(server))
      server.clock.advance(seconds: 1_800)
      let refreshed = try require(try await server.refresh(back.refreshToken), "id_token")
      expectRefused(
        try await server.call(
          "accounts:update", ["idToken": .string(refreshed), "password": "stolen account"]),
        "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
    }
  }

  // Fails when a session that began anonymously is exempt although its account was somebody's meanwhile.
  @Test("an old anonymous session is exempt only as long as its account has always been anonymous")
  func notAnonymousAnyMore() async throws {
    try await StaleSession.run { server in
      let anonymous = try await server.signUpAnonymously()
      server.clock.advance(seconds: 1)
      let identity = [("providerId", "google.com"), ("id_token", #"{"sub":"1"}"#)]
      _ = try TestSession(
        try await server.signInWithIdp(identity, ["idToken": .string(anonymous.idToken)]))
      let stale = try await StaleSession(server, anonymous)
      let removed = try await server.call(
        "accounts:update", ["idToken": .string(stale.session.idToken), "deleteProvider": ["google.com"]])
      #expect(removed.status == 200)
      #expect(try await server.account(anonymous.localID)?.isAnonymous == true)
      expectRefused(
        try await server.call(
          "accounts:signUp",
          [
            "idToken": .string(stale.session.idToken), "email": "thief@example.com",
            "password": "stolen account",
          ]), "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
    }
  }
}
