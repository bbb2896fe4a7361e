import Identity
import IdentityWire
import Secrets
import TestSupport
import Testing

@Suite("T16: revocation ignored", .fewAtOnce)
struct T16RevocationIgnoredTests {
  private static func run(_ body: @Sendable @escaping (TestServer) async throws -> Void) async throws {
    var options = TestServer.Options()
    options.clock = SettableClock(Instant(seconds: 1_900_000_000))
    try await TestServer.run(options, body)
  }

  /// What a user's tokens are good for, and what each answers.
  private static func uses(_ server: TestServer, _ user: TestSession) async throws -> [(
    name: String, response: TestResponse
  )] {
    let token = JSONValue.string(user.idToken)
    return [
      ("refresh", try await server.refresh(user.refreshToken)),
      ("lookup", try await server.call("accounts:lookup", ["idToken": token])),
      ("update", try await server.call("accounts:update", ["idToken": token, "displayName": "x"])),
      (
        "cookie",
        try await server.administer(bearer: "owner", ":createSessionCookie", ["idToken": token])
      ), ("delete", try await server.call("accounts:delete", ["idToken": token])),
    ]
  }

  // Fails when refresh or authenticate does not look at `disabled` (each alone).
  @Test("a disabled user's tokens are good for nothing, and are good again when the user is enabled")
  func disabled() async throws {
    try await Self.run { server in
      let account = try await server.addServiceAccount()
      let user = try await server.signUp("ann@example.com", "a password")
      func disable(_ value: Bool) async throws {
        _ = try await server.administer(
          "accounts:update", ["localId": .string(user.localID), "disableUser": .bool(value)])
      }
      try await disable(true)
      for (name, response) in try await Self.uses(server, user) {
        expectRefused(response, "USER_DISABLED", name)
        #expect(response.json["sessionCookie"] == nil)
      }
      let custom = try server.customToken(of: account, ["uid": .string(user.localID)])
      expectRefused(try await server.signInWithCustomToken(custom), "USER_DISABLED")
      expectRefused(
        try await server.call(
          "accounts:signInWithPassword", ["email": "ann@example.com", "password": "a password"]),
        "USER_DISABLED")
      try await disable(false)
      #expect(try await server.refresh(user.refreshToken).status == 200)
    }
  }

  // Fails when a refresh does not look at its session's tenant, and when createSessionCookie is answered for a disabled
  // tenant (each alone).
  @Test("tokens of a tenant that is switched off are good for nothing, and are good again when it is on")
  func tenant() async throws {
    try await TestServer.run(sessions: .rotating) { server in
      let tenant = try await server.makeTenant()
      let user = try TestSession(
        await server.call(
          "accounts:signUp",
          ["email": "ann@example.com", "password": "a password", "tenantId": .string(tenant)]))
      let outsider = try await server.signUp("ann@example.com")
      func switchOff(_ value: Bool) async throws {
        let changed = try await server.configure(
          "PATCH", "tenants/\(tenant)?updateMask=disableAuth", ["disableAuth": .bool(value)])
        #expect(changed.status == 200, "\(changed.text)")
      }
      try await switchOff(true)
      var answers = try await Self.uses(server, user)
      answers.append(("enrolment", try await server.startTOTPEnrollment(user.idToken)))
      answers.append(
        (
          "tenant's cookie",
          try await server.administer(
            bearer: "owner", "/tenants/\(tenant):createSessionCookie", ["idToken": .string(user.idToken)])
        ))
      for (name, response) in answers {
        expectRefused(response, "PROJECT_DISABLED", name)
        #expect(response.json["sessionCookie"] == nil)
      }
      // Others are none of it.
      #expect(try await server.refresh(outsider.refreshToken).status == 200)
      try await switchOff(false)
      #expect(try await server.refresh(user.refreshToken).status == 200)
      #expect(try await server.call("accounts:lookup", ["idToken": .string(user.idToken)]).status == 200)
    }
  }

  // Fails when RefreshSession.isValid(for:) looks at dates alone (then the tokens of the revocation's own second
  // live on), or at the epoch alone (then a moment in the past ends what came after it), each alone.
  @Test("a revocation ends what came before it, also within one second, and nothing that came after")
  func revoked() async throws {
    try await Self.run { server in
      var user = try await server.signUp("ann@example.com", "a password")
      for round in 0..<3 {
        let now = String(server.clock.now().seconds)
        _ = try await server.administer(
          "accounts:update", ["localId": .string(user.localID), "validSince": .string(now)])
        for (name, response) in try await Self.uses(server, user) {
          expectRefused(response, "TOKEN_EXPIRED", "\(name) \(round)")
          #expect(response.json["sessionCookie"] == nil)
        }
        user = try TestSession(
          await server.call(
            "accounts:signInWithPassword",
            ["email": "ann@example.com", "password": "a password", "returnSecureToken": true]))
        #expect(try await server.refresh(user.refreshToken).status == 200)
      }
      server.clock.advance(seconds: 10)
      let later = try TestSession(
        await server.call(
          "accounts:signInWithPassword",
          ["email": "ann@example.com", "password": "a password", "returnSecureToken": true]))
      let between = String(server.clock.now().seconds - 5)
      _ = try await server.administer(
        "accounts:update", ["localId": .string(user.localID), "validSince": .string(between)])
      expectRefused(try await server.refresh(user.refreshToken), "TOKEN_EXPIRED")
      #expect(try await server.refresh(later.refreshToken).status == 200)
    }
  }

  // Fails when Account.revokeTokens asks for a later moment than that of the last revocation (then nothing ends), and when
  // it takes a moment of the seconds before for another than now (then what began since lives on), each alone.
  @Test("a revocation that is handled some seconds after its moment ends all that began until then")
  func handledLater() async throws {
    try await Self.run { server in
      try await eachCase(of: [0, 1, 2, 3] as [Int64]) { delay in
        let ann = try await server.signUp("ann@example.com", "a password")
        for round in 0..<3 {
          let early = try TestSession(try await server.signInWithPassword("ann@example.com", "a password"))
          let moment = String(server.clock.now().seconds)
          server.clock.advance(seconds: delay)
          let late = try TestSession(try await server.signInWithPassword("ann@example.com", "a password"))
          let revoked = try await server.administer(
            "accounts:update", ["localId": .string(early.localID), "validSince": .string(moment)])
          #expect(revoked.status == 200)
          for user in [early, late] {
            for (name, response) in try await Self.uses(server, user) {
              expectRefused(response, "TOKEN_EXPIRED", "\(name) \(round)")
            }
          }
          let after = try TestSession(try await server.signInWithPassword("ann@example.com", "a password"))
          #expect(try await server.refresh(after.refreshToken).status == 200)
          #expect(try await server.lookUp(after.idToken)["localId"] == .string(after.localID))
        }
        _ = try await server.administer("accounts:delete", ["localId": .string(ann.localID)])
      }
    }
  }

  // Fails when Account.revokeTokens asks for a later moment than that of the last revocation.
  @Test("a moment ends what began in its own second, also long after, and nothing that began later")
  func ownSecond() async throws {
    try await Self.run { server in
      let early = try await server.signUp("ann@example.com", "a password")
      let moment = String(server.clock.now().seconds)
      server.clock.advance(seconds: 1)
      let late = try TestSession(try await server.signInWithPassword("ann@example.com", "a password"))
      server.clock.advance(seconds: 600)
      _ = try await server.administer(
        "accounts:update", ["localId": .string(early.localID), "validSince": .string(moment)])
      expectRefused(try await server.refresh(early.refreshToken), "TOKEN_EXPIRED")
      expectRefused(
        try await server.call("accounts:lookup", ["idToken": .string(early.idToken)]), "TOKEN_EXPIRED")
      #expect(try await server.refresh(late.refreshToken).status == 200)
      #expect(try await server.lookUp(late.idToken)["validSince"] == .string(moment))
    }
  }

  // Fails when Account.revokeTokens takes any moment as it is.
  @Test("an earlier moment brings nothing back that was revoked")
  func notBroughtBack() async throws {
    try await Self.run { server in
      let user = try await server.signUp("ann@example.com", "a password")
      server.clock.advance(seconds: 10)
      for moment in [server.clock.now().seconds, 1] {
        _ = try await server.administer(
          "accounts:update", ["localId": .string(user.localID), "validSince": .string(String(moment))])
        expectRefused(try await server.refresh(user.refreshToken), "TOKEN_EXPIRED", "\(moment)")
      }
    }
  }

  // Fails when Account.revokeTokens counts a revocation that moves nothing.
  @Test("a moment before the account began, or before its last revocation, ends no session of after it")
  func movingNothing() async throws {
    try await Self.run { server in
      var user = try await server.signUp("ann@example.com", "a password")
      for _ in 0..<2 {
        for moment in [1, server.clock.now().seconds - 60] {
          let response = try await server.administer(
            "accounts:update", ["localId": .string(user.localID), "validSince": .string(String(moment))])
          #expect(response.status == 200)
          #expect(try await server.refresh(user.refreshToken).status == 200, "\(moment)")
          #expect(
            try await server.call("accounts:lookup", ["idToken": .string(user.idToken)]).status == 200)
        }
        // In the very second of a revocation, after it.
        server.clock.advance(seconds: 100)
        _ = try await server.administer(
          "accounts:update",
          ["localId": .string(user.localID), "validSince": .string(String(server.clock.now().seconds))])
        expectRefused(try await server.refresh(user.refreshToken), "TOKEN_EXPIRED")
        user = try TestSession(
          await server.call(
            "accounts:signInWithPassword",
            ["email": "ann@example.com", "password": "a password", "returnSecureToken": true]))
      }
    }
  }

  // Fails when a deleted account's sessions are kept, or an account of the same id takes them over.
  @Test("a deleted user's tokens are not those of a later user of the same id")
  func deleted() async throws {
    try await Self.run { server in
      let account = try await server.addServiceAccount()
      func signIn() async throws -> (idToken: String, refreshToken: String) {
        let response = try await server.signInWithCustomToken(server.customToken(of: account))
        return (try require(response, "idToken"), try require(response, "refreshToken"))
      }
      let old = try await signIn()
      _ = try await server.administer("accounts:delete", ["localId": "custom-1"])
      expectRefused(try await server.refresh(old.refreshToken), "USER_NOT_FOUND")
      server.clock.advance(seconds: 1)
      let new = try await signIn()
      expectRefused(try await server.refresh(old.refreshToken), "USER_NOT_FOUND")
      expectRefused(
        try await server.call("accounts:lookup", ["idToken": .string(old.idToken)]), "TOKEN_EXPIRED")
      #expect(try await server.refresh(new.refreshToken).status == 200)
    }
  }

  // Fails when a failure of the store is read as "there is none" anywhere between a token and its account.
  @Test("a database that fails makes an error of the server's, never a verdict")
  func storageFailure() async throws {
    try await TestServer.run { server in
      let account = try await server.addServiceAccount()
      let user = try await server.signUp("ann@example.com", "a password")
      let custom = try server.customToken(of: account)
      let access = try await server.accessToken(of: account)
      let made = try await server.backend.administration.createAdministratorToken(
        "a", scopes: [.cloudPlatform], expiresAt: nil, in: TestServer.project)
      let assertion = try account.token(server.assertionClaims(account))
      await server.service.store.close()
      for forgets in [false, true] {
        if forgets { server.backend.projects.forget() }
        var answers = try await Self.uses(server, user)
        answers.append(("custom token", try await server.signInWithCustomToken(custom)))
        for token in [access, made.reveal()] {
          let message: JSONValue = ["localId": [.string(user.localID)]]
          answers.append(
            ("administrator", try await server.administer(bearer: token, "/accounts:lookup", message)))
        }
        for (name, response) in answers {
          #expect(response.status == 503, "\(name): \(response.text)")
          #expect(response.json["error"]?["status"] == "UNAVAILABLE", "\(name)")
          expectNoTokens(response, name)
        }
      }
      let response = try await server.grant(assertion)
      #expect(
        response.status == 503 && response.json["error"] == "temporarily_unavailable", "\(response.text)")
    }
  }
}
