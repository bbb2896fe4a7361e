import Identity
import IdentityWire
import TestSupport
import Testing

/// Somebody makes an account with a stranger's address and waits for the stranger to follow the link in the mail.
@Suite("T45: pre-hijacking completed by the victim's own click", .fewAtOnce)
struct T45PreHijackingTests {
  private static let victim = "victim@example.com"

  // Fails when the page leaves out how one gets in, when it shows the whole number, and when opening it does anything
  // (each alone).
  @Test("the page tells when the account was made and how one gets in, and opening it changes nothing")
  func page() async throws {
    try await TestServer.run { server in
      let attacker = try await PreHijacking(server, Self.victim)
      let before = try #require(try await server.account(attacker.localID))
      let link = try await attacker.verificationLink()
      var page = try await server.send("GET", link)
      for more in ["", "&answer=disown", "&answer=disown&password=x"] {
        for method in ["GET", "HEAD"] { _ = try await server.send(method, link + more) }
        page = try await server.send("GET", link + more)
      }
      #expect(page.status == 200)
      for text in [
        Self.victim, "a password", "Facebook", "+*******0100", "This was not me", "name=\"answer\"",
        "value=\"disown\"", PreHijacking.year(of: before.createdAt),
      ] { #expect(page.text.contains(text), "\(text): \(page.text)") }
      #expect(!page.text.contains(PreHijacking.number))
      #expect(try await server.account(attacker.localID) == before)
    }
  }

  // Fails when the page's ways to sign in leave passkeys out.
  @Test("the page tells of a passkey that alone signs in, and who says that it was not them ends it")
  func passkeyAlone() async throws {
    try await TestServer.run { server in
      let passkey = try await server.enrollPasskey(try await server.signUp(Self.victim))
      let unlinked = try await server.call(
        "accounts:update",
        ["idToken": .string(passkey.session.idToken), "deleteProvider": ["password"]])
      #expect(unlinked.status == 200, "\(unlinked.text)")
      _ = try await server.verificationCode(of: passkey.session, Self.victim)
      let link = PreHijacking.page(try server.mail("VERIFY_EMAIL", to: Self.victim).link)
      let page = try await server.send("GET", link)
      #expect(page.text.contains("Ways to sign in: a passkey."), "\(page.text)")
      #expect(try await server.signInByPasskey(passkey.authenticator).status == 200)
      #expect(try await server.submit(page, [("answer", "disown")]).status == 200)
      expectRefused(try await server.signInByPasskey(passkey.authenticator), "PASSKEY_ENROLLMENT_NOT_FOUND")
    }
  }

  // Fails when disown leaves any of what it ends, or does not end the sessions (each alone).
  @Test("who says that it was not them ends every way in of whoever it was")
  func disown() async throws {
    try await TestServer.run { server in
      let attacker = try await PreHijacking(server, Self.victim)
      let change = try await server.changeCode(of: attacker.session, to: "attacker@example.com")
      let verification = try await server.verificationCode(of: attacker.session, Self.victim)
      let link = try await attacker.verificationLink()
      try await server.enroll(attacker.localID)
      let recovery = try attacker.recoveryCode()
      let events = try await server.auditEvents {
        let done = try await server.submit(try await server.send("GET", link), [("answer", "disown")])
        #expect(done.status == 200 && done.text.contains("name=\"mode\" value=\"sendReset\""), "\(done.text)")
      }
      #expect(events.map(\.action.rawValue) == ["account.disowning"])
      #expect(events.first?.actor == "user" && events.first?.account?.rawValue == attacker.localID)

      let account = try #require(try await server.account(attacker.localID))
      #expect(account.email?.text == Self.victim && !account.emailVerified)
      #expect(account.password == nil && account.links.isEmpty && account.phoneNumber == nil)
      #expect(account.factors.isEmpty && account.emailChanges.isEmpty && account.initialEmail == nil)
      try await attacker.expectShutOut()
      for code in [change, verification, recovery] {
        expectRefused(try await server.apply(oobCode: code), "INVALID_OOB_CODE")
      }
      let again = try await server.send("GET", link)
      #expect(again.status == 400 && again.text.contains("This link no longer works"))

      // The address's owner begins anew, and the attacker does not come back.
      let reset = try await server.resetCode(Self.victim)
      #expect(try await server.resetPassword(reset, to: "the victim's own").status == 200)
      let owner = try TestSession(try await server.signIn(Self.victim, password: "the victim's own"))
      #expect(owner.localID == attacker.localID)
      try await attacker.expectShutOut()
    }
  }

  // Fails when disown does not ask whether the address was verified: who reads the mail would get past the factor.
  @Test("an account whose address is verified is nobody's to disown")
  func verified() async throws {
    try await TestServer.run { server in
      let user = try await server.verifiedUser(Self.victim)
      _ = try await server.verificationCode(of: user, Self.victim)
      let link = PreHijacking.page(try server.mail("VERIFY_EMAIL", to: Self.victim).link)
      try await server.enroll(user.localID)
      let before = try #require(try await server.account(user.localID))
      let page = try await server.send("GET", link)
      #expect(page.status == 200 && !page.text.contains("value=\"disown\""))
      let refused = try await server.submit(page, [("answer", "disown")])
      #expect(refused.status == 400)
      #expect(try await server.account(user.localID) == before)
    }
  }

  // Fails when ActionRoutes does not look where a form comes from, and when a link of another mode may disown.
  @Test("no form of another site and no other kind of code disowns an account")
  func foreign() async throws {
    try await TestServer.run { server in
      let attacker = try await PreHijacking(server, Self.victim)
      let page = try await server.send("GET", try await attacker.verificationLink())
      let reset = try await server.resetCode(Self.victim)
      let before = try #require(try await server.account(attacker.localID))
      for headers in [
        ["Sec-Fetch-Site": "cross-site", "Origin": "https://evil.example"],
        ["Sec-Fetch-Site": "same-site", "Origin": "http://127.0.0.1:1"],
        ["Sec-Fetch-Site": "none", "Origin": "null"],
      ] {
        let refused = try await server.submit(page, [("answer", "disown")], headers: headers)
        #expect(refused.status == 403, "\(headers)")
      }
      for mode in ["verifyEmail", "resetPassword", "recoverEmail"] {
        let fields = [("mode", mode), ("oobCode", reset), ("apiKey", "key"), ("answer", "disown")]
        let posted = try await server.send(
          "POST", "/__/auth/action", headers: ["Content-Type": "application/x-www-form-urlencoded"],
          body: FormURLEncoded(fields).text)
        #expect(posted.status == 400, "\(mode)")
      }
      #expect(try await server.account(attacker.localID) == before)
    }
  }

  // Fails when a refused disowning is recorded as one that was done. Disowning without the consumption does not make it
  // fail: the code is also of the account as it was.
  @Test(
    "of 64 who disown an account at once, and 64 who verify it, one has their way",
    arguments: TestServer.Deployment.all, [false, true])
  func race(_ deployment: TestServer.Deployment, isVerifiedMeanwhile: Bool) async throws {
    try await TestServer.run(on: deployment) { server in
      let attacker = try await PreHijacking(server, Self.victim)
      let page = try await server.send("GET", try await attacker.verificationLink())
      let code = try #require(try page.formPost().form["oobCode"])
      let events = try await server.auditEvents {
        let answers = try await withThrowingTaskGroup(of: (disowns: Bool, status: Int).self) { group in
          for _ in 0..<64 {
            group.addTask {
              (
                true,
                try await served { try await server.submitAnywhere(page, [("answer", "disown")]) }.status
              )
            }
            guard isVerifiedMeanwhile else { continue }
            group.addTask { (false, try await served { try await server.apply(oobCode: code) }.status) }
          }
          return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.allSatisfy { $0.status == 200 || $0.status == 400 }, "\(answers)")
        let winners = answers.filter { $0.status == 200 }
        #expect(winners.count == 1, "\(answers)")
        let account = try #require(try await server.account(attacker.localID))
        #expect(account.email?.text == Self.victim)
        guard winners.first?.disowns == true else { return try await attacker.expectKept() }
        #expect(!account.emailVerified && account.password == nil)
        #expect(account.links.isEmpty && account.phoneNumber == nil)
      }
      let outcomes = events.filter { $0.outcome == AuditEvent.success }.map(\.action)
      #expect(outcomes.count == 1 && [.disowning, .emailVerification].contains(outcomes[0]), "\(outcomes)")
      if outcomes == [.disowning] { try await attacker.expectShutOut() }
      expectRefused(try await server.apply(oobCode: code), "INVALID_OOB_CODE")
    }
  }

  // Fails when a declined change uses no code up, or when it touches the account, which is not its reader's.
  @Test("who is asked to become the address of somebody's account says no, and nothing happens")
  func change() async throws {
    try await TestServer.run { server in
      let user = try await server.verifiedUser("somebody@example.com")
      let code = try await server.changeCode(of: user, to: Self.victim)
      let link = PreHijacking.page(try server.mail("VERIFY_AND_CHANGE_EMAIL", to: Self.victim).link)
      let before = try #require(try await server.account(user.localID))
      let page = try await server.send("GET", link)
      #expect(page.text.contains("a password") && page.text.contains("This was not me"))
      let events = try await server.auditEvents {
        let done = try await server.submit(page, [("answer", "disown")])
        #expect(done.status == 200, "\(done.text)")
      }
      #expect(events.map(\.action.rawValue) == ["account.disowning"])
      expectRefused(try await server.apply(oobCode: code), "INVALID_OOB_CODE")
      #expect(try await server.account(user.localID) == before)
      #expect(try await server.lookUp(user.idToken)["email"] == "somebody@example.com")
    }
  }

  // Fails when a verification ends sessions in a project that did not ask for it.
  @Test("a verification that is not strict keeps the session, also after a reload")
  func reload() async throws {
    try await TestServer.run { server in
      let user = try await server.signUp(Self.victim)
      _ = try await server.verificationCode(of: user, Self.victim)
      let link = PreHijacking.page(try server.mail("VERIFY_EMAIL", to: Self.victim).link)
      #expect(try await server.submit(try await server.send("GET", link)).status == 200)
      #expect(try await server.lookUp(user.idToken)["emailVerified"] == true)
      #expect(try await server.refresh(user.refreshToken).status == 200)
    }
  }
}
