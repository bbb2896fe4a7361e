import Identity
import IdentityWire
import Operations
import TestSupport
import Testing

@Suite("T39: two spellings of one address", .fewAtOnce)
struct T39SpellingTests {
  private typealias Pair = CollidingAccounts

  // Fails when addresses are compared as texts and not as bytes, and when what is stored is normalised as it is read
  // (each alone).
  @Test("of two accounts that were stored in two spellings each opens by its own bytes, in whatever case")
  func exact() async throws {
    try await Pair.run { server, ids in
      let one = try await server.uid(Pair.decomposed, Pair.decomposedPassword)
      #expect(one == ids.decomposed.rawValue)
      #expect(
        try await server.uid("JOSE\u{301}@Example.com", Pair.decomposedPassword) == ids.decomposed.rawValue)
      #expect(try await server.uid(Pair.composed, Pair.composedPassword) == ids.composed.rawValue)
      #expect(try await server.uid("JOS\u{C9}@Example.com", Pair.composedPassword) == ids.composed.rawValue)
      #expect(try await server.uid(Pair.composed, Pair.decomposedPassword) == "INVALID_PASSWORD")
      #expect(try await server.uid(Pair.decomposed, Pair.composedPassword) == "INVALID_PASSWORD")
    }
  }

  // Fails when a sign-in link is mailed to the normal form of what is typed, when the address that is typed with it
  // decides which account it opens, and when a code is normalised as it is read (each alone).
  @Test("a sign-in link opens the account of the spelling that it was mailed to, and not the other")
  func signInLinks() async throws {
    try await Pair.run { server, ids in
      let asked = try await server.sendOob("EMAIL_SIGNIN", ["email": .string(Pair.decomposed)])
      #expect(asked.status == 200, "\(asked.text)")
      let code = try server.exactMail("EMAIL_SIGNIN", to: Pair.decomposed)
      expectRefused(try await server.signInWithLink(code, email: Pair.composed), "INVALID_EMAIL")
      let opened = try TestSession(await server.signInWithLink(code, email: Pair.decomposed))
      #expect(opened.localID == ids.decomposed.rawValue)

      _ = try await server.sendOob("EMAIL_SIGNIN", ["email": .string(Pair.composed)])
      let other = try server.exactMail("EMAIL_SIGNIN", to: Pair.composed)
      let verified = try TestSession(await server.signInWithLink(other, email: Pair.composed))
      #expect(verified.localID == ids.composed.rawValue)
    }
  }

  // Fails when a link of before is normalised as it is read, or opens whatever account the typed address names.
  @Test(
    "a link that was mailed to one spelling opens no account of another, also where it has no account of its own"
  )
  func strayLinks() async throws {
    try await Pair.run { server, ids in
      _ = try await server.sendOob("EMAIL_SIGNIN", ["email": .string(Pair.decomposed)])
      let code = try server.exactMail("EMAIL_SIGNIN", to: Pair.decomposed)
      let gone = try await server.administer(
        "accounts:delete", ["localId": .string(ids.decomposed.rawValue)])
      #expect(gone.status == 200, "\(gone.text)")
      expectRefused(try await server.signInWithLink(code, email: Pair.decomposed), "INVALID_OOB_CODE")
      #expect(try await server.accounts().count == 1)
    }
  }

  // Fails when a reset is mailed to the normal form of what is typed, and when it is for the account of the other
  // spelling.
  @Test("a reset is mailed to the account's own spelling, and changes that account alone")
  func resets() async throws {
    try await Pair.run { server, ids in
      let asked = try await server.sendOob("PASSWORD_RESET", ["email": .string(Pair.decomposed)])
      #expect(asked.status == 200, "\(asked.text)")
      let code = try server.exactMail("PASSWORD_RESET", to: Pair.decomposed)
      #expect(try await server.resetPassword(code, to: "a new pass phrase").status == 200)
      #expect(try await server.uid(Pair.decomposed, "a new pass phrase") == ids.decomposed.rawValue)
      #expect(try await server.uid(Pair.composed, "a new pass phrase") == "INVALID_PASSWORD")
      #expect(try await server.uid(Pair.composed, Pair.composedPassword) == ids.composed.rawValue)
    }
  }

  // Fails when the page's reset is asked for in another spelling than the account's, and when a code disowns whatever
  // account its address names.
  @Test("who disowns an account of one spelling leaves that of the other, and gets a reset for their own")
  func disowning() async throws {
    try await Pair.run { server, ids in
      let session = try TestSession(
        try await server.signInWithPassword(Pair.decomposed, Pair.decomposedPassword))
      _ = try await server.sendOob("VERIFY_EMAIL", ["idToken": .string(session.idToken)])
      let code = try server.exactMail("VERIFY_EMAIL", to: Pair.decomposed)
      let query = FormURLEncoded([("mode", "verifyEmail"), ("oobCode", code), ("apiKey", "key")]).text
      let page = try await server.send("GET", "/__/auth/action?\(query)")
      let done = try await server.submit(page, [("answer", "disown")])
      #expect(done.status == 200, "\(done.text)")
      let accounts = try await server.accounts()
      #expect(accounts.first { $0.id == ids.decomposed }?.password == nil)
      #expect(try await server.uid(Pair.composed, Pair.composedPassword) == ids.composed.rawValue)
      // The address as the page has it, and in the other spelling: each is the one account's.
      let offered = try #require(try done.formPost().form["email"])
      #expect(offered.hasSameBytes(as: Pair.decomposed))
      for (spelling, uid) in [(Pair.decomposed, ids.decomposed), (Pair.composed, ids.composed)] {
        let sent = try await server.submit(done, [("email", spelling)])
        #expect(sent.status == 200, "\(sent.text)")
        let reset = try server.exactMail("PASSWORD_RESET", to: spelling)
        #expect(try await server.resetPassword(reset, to: "a new pass phrase").status == 200)
        #expect(try await server.uid(spelling, "a new pass phrase") == uid.rawValue)
      }
      // The link of the one says nothing of the other, which is verified.
      let other = try TestSession(try await server.signInWithPassword(Pair.composed, "a new pass phrase"))
      #expect(try await server.submit(page, [("answer", "disown")]).status == 400)
      #expect(try await server.lookUp(other.idToken)["emailVerified"] == true)
    }
  }

  // Fails when an account of before is found only by the bytes that a new one would get: by sign-up, an administrator's
  // sign-up, an import or a change of address (each alone).
  @Test("nobody new gets an address that somebody has in another spelling", arguments: [false, true])
  func taken(alone: Bool) async throws {
    try await Pair.run(alone: alone) { server, ids in
      let stranger = try await server.signUp("stranger@example.com", "a stranger's password")
      let spellings = [Pair.composed, Pair.decomposed, "JOS\u{C9}@EXAMPLE.com", "JOSE\u{301}@EXAMPLE.com"]
      for spelling in spellings {
        let email = JSONValue.string(spelling)
        let password = JSONValue.string("a stranger's password")
        expectRefused(
          try await server.call("accounts:signUp", ["email": email, "password": password]), "EMAIL_EXISTS")
        expectRefused(
          try await server.administer("accounts", ["email": email, "password": password]), "EMAIL_EXISTS")
        expectRefused(
          try await server.call(
            "accounts:update", ["idToken": .string(stranger.idToken), "email": email]), "EMAIL_EXISTS")
        expectRefused(
          try await server.sendOob(
            "VERIFY_AND_CHANGE_EMAIL", ["idToken": .string(stranger.idToken), "newEmail": email]),
          "EMAIL_EXISTS")
        let imported = try await server.administer(
          "accounts:batchCreate", ["users": [["localId": "imported", "email": email]]])
        #expect(
          imported.json["error"]?.arrayValue?.first?["message"]
            == "email exists in other account in database",
          "\(imported.text)")
      }
      #expect(try await server.accounts().count == 3)
      // Its own user may give it the address anew, where nobody else has that.
      let own = try TestSession(try await server.signInWithPassword(Pair.decomposed, Pair.decomposedPassword))
      let renamed = try await server.call(
        "accounts:update", ["idToken": .string(own.idToken), "email": .string(Pair.composed)])
      #expect(renamed.status == (alone ? 200 : 400), "\(renamed.text)")
      guard alone else { return }
      #expect(try await server.uid(Pair.composed, Pair.decomposedPassword) == ids.decomposed.rawValue)
      #expect(try await server.uid(Pair.decomposed, Pair.decomposedPassword) == ids.decomposed.rawValue)
    }
  }

  // Fails when an account is stored in the spelling that was typed, or looked for in that alone.
  @Test("a new account gets the normal form, and is found by every spelling")
  func new() async throws {
    try await TestServer.run { server in
      let session = try await server.signUp(CollidingAccounts.decomposed, "correct horse")
      let account = try #require(try await server.accounts().first)
      #expect(account.email.map { Array($0.text.utf8) } == Array(CollidingAccounts.composed.utf8))
      for spelling in [CollidingAccounts.decomposed, CollidingAccounts.composed, "JOSE\u{301}@example.com"] {
        #expect(try await server.uid(spelling, "correct horse") == session.localID)
      }
      _ = try await server.sendOob("PASSWORD_RESET", ["email": .string(CollidingAccounts.decomposed)])
      _ = try server.exactMail("PASSWORD_RESET", to: CollidingAccounts.composed)
      // A semicolon and a grave accent have lookalikes that the normal form makes ASCII of.
      for lookAlike in ["a\u{37E}b@example.com", "a\u{1FEF}b@example.com", "\u{212A}im@example.com"] {
        expectRefused(
          try await server.call(
            "accounts:signUp", ["email": .string(lookAlike), "password": "correct horse"]),
          "INVALID_EMAIL")
      }
    }
  }

  // Fails when ProviderIdentity believes a provider about an address that it spells in another normal form: by signing
  // in, by linking, and by signing in again with what is linked (each alone).
  @Test("a provider that proved one spelling verifies no other, and opens no account of another")
  func providers() async throws {
    try await TestServer.run { server in
      let owner = try await server.signUp(CollidingAccounts.composed, "correct horse")
      /// Signs in with, or links, a user of the provider who is said to have proved the other spelling.
      func arrive(_ subject: String, _ more: [String: JSONValue] = [:]) async throws -> TestResponse {
        // A token of the same second would be the same one.
        server.clock.advance(seconds: 1)
        let token = try await server.labToken(
          "oidc.lab",
          [
            "sub": .string(subject), "email": .string(CollidingAccounts.decomposed), "emailVerified": true,
            "rawNonce": "n",
          ])
        return try await server.signInWithIdp(
          [("providerId", "oidc.lab"), ("id_token", token), ("nonce", "n")], more)
      }
      let arrived = try await arrive("666")
      expectNoTokens(arrived)
      #expect(arrived.json["needConfirmation"] == true, "\(arrived.text)")
      for more: [String: JSONValue] in [["idToken": .string(owner.idToken)], [:]] {
        let linked = try TestSession(await arrive("777", more))
        #expect(linked.localID == owner.localID)
        #expect(try await server.lookUp(linked.idToken)["emailVerified"] == false)
      }
    }
  }

  // Fails when guesses are counted by what is typed, and when a success with one account forgives guesses at the other.
  @Test("the ways to type an address are one count, and each account has its own")
  func guesses() async throws {
    try await Pair.run { options in
      options.limits = AbuseLimits()
      options.clock = SettableClock(Instant(seconds: 1_790_000_000))
    } _: { server, ids in
      let network = server.network("192.0.2.7")
      for attempt in 0..<9 {
        let spelling = attempt.isMultiple(of: 2) ? Pair.composed : "JOS\u{C9}@example.com"
        #expect(try await network.signIn(spelling, "wrong \(attempt)") == "INVALID_PASSWORD")
        #expect(try await network.signIn(Pair.decomposed, Pair.decomposedPassword) == "200")
      }
      let tenth = try await network.signIn(Pair.composed, "wrong")
      #expect(tenth == "INVALID_PASSWORD")
      #expect(try await network.signIn(Pair.composed, Pair.composedPassword) == "TOO_MANY_ATTEMPTS_TRY_LATER")
      #expect(try await network.signIn(Pair.decomposed, Pair.decomposedPassword) == "200")
    }
    try await TestServer.runLimited { server in
      let network = server.network("192.0.2.7")
      for attempt in 0..<10 {
        let spelling = attempt.isMultiple(of: 2) ? Pair.composed : Pair.decomposed
        let answer = try await network.signIn(spelling, "wrong \(attempt)")
        #expect(answer == "EMAIL_NOT_FOUND")
      }
      for spelling in [Pair.composed, Pair.decomposed] {
        #expect(try await network.signIn(spelling, "wrong") == "TOO_MANY_ATTEMPTS_TRY_LATER")
      }
    }
  }
}
