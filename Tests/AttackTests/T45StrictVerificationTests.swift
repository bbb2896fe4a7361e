import Identity
import IdentityWire
import Operations
import TestSupport
import Testing

/// In a project with strict verification a click verifies an address and ends every way in, unless who clicks proves to
/// be the account's user.
@Suite("T45: strict verification", .fewAtOnce)
struct T45StrictVerificationTests {
  private static let victim = "victim@example.com"

  private static func makeStrict(_ server: TestServer) async throws {
    let response = try await server.configure(
      "PATCH", "config?updateMask=emailVerificationConfig.strict",
      ["emailVerificationConfig": ["strict": true]])
    #expect(response.status == 200, "\(response.text)")
  }

  /// The ways to apply a code with nothing but the code.
  enum Click: String, CaseIterable { case api, page, apiWithPassword }

  private static func click(
    _ click: Click, _ server: TestServer, _ link: String, tenant: String? = nil
  ) async throws -> TestResponse {
    let query = try #require(link.split(separator: "?").last.map(String.init))
    let code = try #require(FormURLEncoded(parsing: query)["oobCode"])
    var message: [String: JSONValue] = ["oobCode": .string(code)]
    message["tenantId"] = tenant.map { .string($0) }
    switch click {
    case .page: return try await server.submit(try await server.send("GET", link))
    case .api: return try await server.call("accounts:update", .object(message))
    case .apiWithPassword:
      // The code does its one thing, whatever else an API's request says.
      message["password"] = .string(PreHijacking.password)
      return try await server.call("accounts:update", .object(message))
    }
  }

  // Fails when EmailVerification.rule does not ask whether the project is strict, or the writes end no sessions.
  @Test("a click alone ends every way in of whoever made the account", arguments: Click.allCases)
  func click(_ click: Click) async throws {
    try await TestServer.run { server in
      try await Self.makeStrict(server)
      let attacker = try await PreHijacking(server, Self.victim)
      let link = try await attacker.verificationLink()
      try await server.enroll(attacker.localID)
      let events = try await server.auditEvents {
        let done = try await Self.click(click, server, link)
        #expect(done.status == 200, "\(done.text)")
        expectNoTokens(done)
        if click == .page {
          #expect(done.text.contains("name=\"mode\" value=\"sendReset\""), "\(done.text)")
        }
      }
      #expect(events.map(\.action) == [.emailVerification], "\(events)")
      let account = try #require(try await server.account(attacker.localID))
      #expect(account.email?.text == Self.victim && account.emailVerified)
      #expect(account.password == nil && account.links.isEmpty && account.phoneNumber == nil)
      #expect(account.factors.isEmpty && account.emailChanges.isEmpty)
      try await attacker.expectShutOut()
      let reset = try await server.resetCode(Self.victim)
      #expect(try await server.resetPassword(reset, to: "the victim's own").status == 200)
      #expect(try await server.signIn(Self.victim, password: "the victim's own").status == 200)
    }
  }

  @Test("with a session of the account everything stays, also after a reload")
  func session() async throws {
    try await TestServer.run { server in
      try await Self.makeStrict(server)
      let user = try await PreHijacking(server, Self.victim)
      let code = try await server.verificationCode(of: user.session, Self.victim)
      let done = try await server.call(
        "accounts:update", ["oobCode": .string(code), "idToken": .string(user.session.idToken)])
      #expect(done.json["emailVerified"] == true, "\(done.text)")
      try await user.expectKept()
    }
  }

  // Fails when any ID token is taken for one of the account's, or one that was revoked.
  @Test(
    "another account's session, one that has ended and what is no session prove nothing, and use nothing up")
  func otherSessions() async throws {
    try await TestServer.run { server in
      try await Self.makeStrict(server)
      let attacker = try await PreHijacking(server, Self.victim)
      let other = try await server.signUp("other@example.com")
      var ended = attacker.session.idToken
      let code = try await server.verificationCode(of: attacker.session, Self.victim)
      var account = try #require(try await server.account(attacker.localID))
      account.revokeTokens(now: server.clock.now())
      try await server.service.store.apply([
        .updateAccount(account), .endSessions(of: account, now: server.clock.now()),
      ])
      let before = try #require(try await server.account(attacker.localID))
      for (token, error) in [
        (other.idToken, "INVALID_ID_TOKEN"), (ended, "TOKEN_EXPIRED"), ("x", "INVALID_ID_TOKEN"),
        (attacker.session.refreshToken, "INVALID_ID_TOKEN"),
      ] {
        let response = try await server.call(
          "accounts:update", ["oobCode": .string(code), "idToken": .string(token)])
        expectRefused(response, error, token)
        #expect(try await server.account(attacker.localID) == before)
      }
      ended = ""
      let done = try await server.call(
        "accounts:update", ["oobCode": .string(code), "idToken": .string(ended)])
      #expect(done.status == 200, "\(done.text)")
      try await attacker.expectShutOut()
    }
  }

  @Test("who types the password on the page stays signed in; a wrong one uses nothing up")
  func password() async throws {
    try await TestServer.run { server in
      try await Self.makeStrict(server)
      let user = try await PreHijacking(server, Self.victim)
      let page = try await server.send("GET", try await user.verificationLink())
      #expect(page.text.contains("autocomplete=\"current-password\""), "\(page.text)")
      let before = try #require(try await server.account(user.localID))
      let wrong = try await server.submit(page, [("password", "not the password")])
      #expect(wrong.status == 400 && wrong.text.contains("id=\"action-problem\""), "\(wrong.text)")
      #expect(!wrong.text.contains("not the password"))
      #expect(try await server.account(user.localID) == before)
      let done = try await server.submit(wrong, [("password", PreHijacking.password)])
      #expect(done.status == 200, "\(done.text)")
      try await user.expectKept()
    }
  }

  // Fails when a password on the page is not counted as a guess, or in a count of its own.
  @Test("a password typed on the page is a guess as any other, and the count is one")
  func guesses() async throws {
    try await TestServer.runLimited { server in
      try await Self.makeStrict(server)
      let user = try await server.signUp(Self.victim, password: PreHijacking.password)
      _ = try await server.verificationCode(of: user, Self.victim)
      let link = PreHijacking.page(try server.mail("VERIFY_EMAIL", to: Self.victim).link)
      let page = try await server.send("GET", link)
      for attempt in 0..<5 {
        #expect(try await server.submit(page, [("password", "wrong \(attempt)")]).status == 400)
        expectRefused(try await server.signIn(Self.victim, password: "wrong, too \(attempt)"))
      }
      let late = try await server.submit(page, [("password", PreHijacking.password)])
      #expect(late.status == 400 && late.headers.first(name: "retry-after") != nil, "\(late.text)")
      expectRefused(
        try await server.signIn(Self.victim, password: PreHijacking.password),
        "TOO_MANY_ATTEMPTS_TRY_LATER")
      #expect(try await server.account(user.localID)?.emailVerified == false)
      server.clock.advance(seconds: 60)
      #expect(try await server.submit(page, [("password", PreHijacking.password)]).status == 200)
      #expect(try await server.account(user.localID)?.emailVerified == true)
      #expect(try await server.refresh(user.refreshToken).status == 200)
    }
  }

  // Fails when a right password hands out a session.
  @Test("the password on the page opens nothing past the second factor")
  func secondFactor() async throws {
    try await TestServer.run { server in
      try await Self.makeStrict(server)
      let user = try await server.signUp(Self.victim)
      _ = try await server.verificationCode(of: user, Self.victim)
      let link = PreHijacking.page(try server.mail("VERIFY_EMAIL", to: Self.victim).link)
      try await server.enroll(user.localID)
      let done = try await server.submit(
        try await server.send("GET", link), [("password", "correct horse")])
      #expect(done.status == 200, "\(done.text)")
      #expect(done.headers.first(name: "set-cookie") == nil)
      for text in ["idToken", "refreshToken", "eyJ"] { #expect(!done.text.contains(text), "\(text)") }
      #expect(try await server.account(user.localID)?.factors.count == 1)
      let signIn = try await server.signIn(Self.victim)
      expectNoTokens(signIn, signIn.text)
      #expect(signIn.json["mfaPendingCredential"]?.stringValue != nil)
    }
  }

  // Fails when EmailVerification.rule does not ask whether the address was verified already.
  @Test("an address that is verified already is verified once more without a loss")
  func again() async throws {
    try await TestServer.run { server in
      try await Self.makeStrict(server)
      let user = try await server.verifiedUser(Self.victim)
      let code = try await server.verificationCode(of: user, Self.victim)
      try await server.enroll(user.localID)
      #expect(try await server.apply(oobCode: code).status == 200)
      let account = try #require(try await server.account(user.localID))
      #expect(account.password != nil && account.factors.count == 1)
    }
  }

  // Fails when an address of a change is taken without a proof.
  @Test("a strict project's account gets a new address only by its own user", arguments: Click.allCases)
  func change(_ click: Click) async throws {
    try await TestServer.run { server in
      try await Self.makeStrict(server)
      let attacker = try await server.verifiedUser("attacker@example.com", password: PreHijacking.password)
      let code = try await server.changeCode(of: attacker, to: Self.victim)
      let link = PreHijacking.page(try server.mail("VERIFY_AND_CHANGE_EMAIL", to: Self.victim).link)
      let before = try #require(try await server.account(attacker.localID))
      let refused = try await Self.click(click, server, link)
      #expect(refused.status == 400, "\(refused.text)")
      if click != .page { expectRefused(refused, "CREDENTIAL_TOO_OLD_LOGIN_AGAIN") }
      #expect(try await server.account(attacker.localID) == before)
      let done =
        switch click {
        case .page: try await server.submit(refused, [("password", PreHijacking.password)])
        case .api, .apiWithPassword:
          try await server.call(
            "accounts:update", ["oobCode": .string(code), "idToken": .string(attacker.idToken)])
        }
      #expect(done.status == 200, "\(done.text)")
      #expect(try await server.account(attacker.localID)?.email?.text == Self.victim)
      #expect(try await server.signIn(Self.victim, password: PreHijacking.password).status == 200)
    }
  }

  // Fails when Caller.signIn takes the tenant's own value.
  @Test("a tenant is as strict as its project")
  func tenant() async throws {
    try await TestServer.run { server in
      try await Self.makeStrict(server)
      let tenant = try await server.openTenant("team").id.rawValue
      let user = try TestSession(
        try await server.call(
          "accounts:signUp",
          ["email": .string(Self.victim), "password": "correct horse", "tenantId": .string(tenant)]))
      _ = try await server.oobCode("VERIFY_EMAIL", to: Self.victim, ["idToken": .string(user.idToken)])
      let link = PreHijacking.page(try server.mail("VERIFY_EMAIL", to: Self.victim).link)
      #expect(try await Self.click(.api, server, link, tenant: tenant).status == 200)
      expectRefused(
        try await server.call(
          "accounts:lookup", ["idToken": .string(user.idToken), "tenantId": .string(tenant)]),
        "TOKEN_EXPIRED")
    }
  }
}
