import Identity
import IdentityWire
import Operations
import TestSupport
import Testing

@Suite("T17: password guessing", .fewAtOnce)
struct T17PasswordGuessingTests {
  private static let email = "ann@example.com"
  private static let right = "correct horse"
  private static let locked = "TOO_MANY_ATTEMPTS_TRY_LATER"

  private static let paths = [
    "/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword", "/v1/accounts:signInWithPassword",
    "/www.googleapis.com/identitytoolkit/v3/relyingparty/verifyPassword",
    "/identitytoolkit/v3/relyingparty/verifyPassword",
  ]

  private static func signIn(
    _ server: TestServer, _ attempt: Int, _ password: String, email: String = email
  ) async throws -> TestResponse {
    try await server.send(
      "POST", "\(paths[attempt % paths.count])?key=key",
      // What a client says of itself makes it nobody else.
      headers: [
        "Content-Type": "application/json", "X-Forwarded-For": "198.51.100.\(attempt % 256)",
        "Forwarded": "for=198.51.100.\(attempt % 256)", "X-Real-IP": "198.51.100.\(attempt % 256)",
        "User-Agent": "guesser/\(attempt)",
      ],
      body: JSONWriter.text([
        "email": .string(attempt.isMultiple(of: 2) ? email : email.uppercased()),
        "password": .string(password), "returnSecureToken": true,
      ]))
  }

  // Fails when the guess is not counted, and when it is counted by the path, by the address as it is written, by the
  // User-Agent, or by the network that X-Forwarded-For claims (each alone).
  @Test(
    "a password may be guessed ten times: by any alias, spelling and claim; then one has to wait, ever longer"
  )
  func one() async throws {
    try await TestServer.runLimited { server in
      _ = try await server.signUp(Self.email, Self.right)
      for attempt in 0..<10 {
        expectRefused(try await Self.signIn(server, attempt, "wrong \(attempt)"), "INVALID_PASSWORD")
      }
      for wait in [60, 120, 240] {
        for attempt in 0..<4 {
          let response = try await Self.signIn(server, attempt, Self.right)
          expectRefused(response, Self.locked, "the right password, too late")
          #expect(response.status == 400 && response.headers.first(name: "retry-after") == "\(wait)")
        }
        server.clock.advance(seconds: Int64(wait) - 1)
        expectRefused(try await Self.signIn(server, 0, Self.right), Self.locked, "a second too soon")
        server.clock.advance(seconds: 1)
        expectRefused(try await Self.signIn(server, 0, "wrong"), "INVALID_PASSWORD")
      }
      server.clock.advance(seconds: 480)
      #expect(try await Self.signIn(server, 0, Self.right).status == 200)
      // That was the owner: everything begins anew.
      for attempt in 0..<9 {
        expectRefused(try await Self.signIn(server, attempt, "wrong"), "INVALID_PASSWORD")
      }
      #expect(try await Self.signIn(server, 1, Self.right).status == 200)
    }
  }

  // Fails when the count is read and compared before the transaction that writes it: then some 45 get through.
  @Test("64 who guess at once get no more guesses than one after the other")
  func parallel() async throws {
    try await TestServer.runLimited { server in
      _ = try await server.signUp(Self.email, Self.right)
      let answers = try await withThrowingTaskGroup(of: TestResponse.self) { group in
        for racer in 0..<64 {
          group.addTask { try await Self.signIn(server, racer, racer == 63 ? Self.right : "wrong \(racer)") }
        }
        return try await group.reduce(into: [TestResponse]()) { $0.append($1) }
      }
      let guesses = answers.count { $0.errorMessage?.hasPrefix(Self.locked) == false || $0.status == 200 }
      // The right one, if it was among the first ten, gave its own back.
      #expect((10...20).contains(guesses), "\(counts(answers.map { $0.errorMessage ?? "200" }))")
    }
  }

  // Fails when only addresses that somebody has are counted.
  @Test("nothing of it tells whether an address is registered")
  func unknown() async throws {
    try await TestServer.runLimited { server in
      _ = try await server.signUp(Self.email, Self.right)
      try await server.changeProject { $0.signIn.emailEnumerationProtection = true }
      var seen: [[String]] = []
      for address in [Self.email, "nobody@example.com"] {
        var answers: [String] = []
        for attempt in 0..<13 {
          let response = try await Self.signIn(server, attempt, "wrong", email: address)
          answers.append(
            "\(response.status) \(response.headers.first(name: "retry-after") ?? "") \(response.text)")
        }
        seen.append(answers)
      }
      #expect(seen[0] == seen[1])
      #expect(Set(seen[0]).count == 2)
    }
  }

  // Fails when guesses are counted by network alone, when success forgives everybody's guesses, when no network is
  // remembered, and when a reset does not let in (each alone).
  @Test(
    "many networks together are slowed down, and the owner still gets in from where they were, or by mail")
  func manyNetworks() async throws {
    try await TestServer.runLimited { server in
      let home = server.network("203.0.113.9")
      #expect(try await home.signUp(Self.email, Self.right) == "200")
      #expect(try await home.signIn(Self.email, Self.right) == "200")
      func attack(_ block: Int) async throws -> [String: Int] {
        var outcomes: [String] = []
        for bot in 0..<80 {
          outcomes.append(try await server.network("10.\(block).0.\(bot)").signIn(Self.email, "wrong \(bot)"))
        }
        return counts(outcomes)
      }
      #expect(try await attack(0) == ["INVALID_PASSWORD": 50, Self.locked: 30])
      // Somebody new is kept out, whatever they know; whoever was in from there before is not.
      #expect(try await server.network("192.0.2.77").signIn(Self.email, Self.right) == Self.locked)
      #expect(try await server.network(nil).signIn(Self.email, Self.right) == Self.locked)
      for _ in 0..<5 { #expect(try await home.signIn(Self.email, Self.right) == "200") }
      // Which forgave nobody else anything.
      #expect(try await attack(1) == [Self.locked: 80])
      // A neighbour of the owner guesses ten times like everybody.
      var outcomes: [String] = []
      for _ in 0..<12 { outcomes.append(try await home.signIn(Self.email, "wrong")) }
      #expect(counts(outcomes) == ["INVALID_PASSWORD": 10, Self.locked: 2])
      // From anywhere, by mail.
      let travels = server.network("192.0.2.77")
      #expect(try await travels.sendMail(.passwordReset, to: Self.email) == "200")
      let code = try server.mail("PASSWORD_RESET", to: Self.email).code
      #expect(try await travels.resetPassword(code, to: "another horse") == "200")
      #expect(try await attack(2)["INVALID_PASSWORD"] == 50)
      #expect(try await travels.signIn(Self.email, "another horse") == "200")
    }
  }

  // Fails when everybody's guesses come back all at once: half a day after the last one, or at the begin of every half
  // day (each alone).
  @Test("many networks get about a hundred guesses a day for as long as they go on")
  func patience() async throws {
    try await TestServer.runLimited { server in
      _ = try await server.network("203.0.113.9").signUp(Self.email, Self.right)
      var guesses = 0
      for step in 0..<(3 * 96) {
        let before = guesses
        for bot in 0..<4 {
          let outcome = try await server.network("10.\(step / 250).\(step % 250).\(bot)").signIn(
            Self.email, "wrong")
          if outcome != Self.locked { guesses += 1 }
        }
        // What is there at once is used up within the first hours; then they come one by one.
        #expect(step < 96 || guesses - before <= 2, "\(guesses - before) in a quarter of an hour")
        server.clock.advance(seconds: 900)
      }
      #expect((300...350).contains(guesses), "\(guesses) in three days")
    }
  }

  // Fails when a network's guesses at different accounts are not counted together, when a success forgives them, and
  // when every address of a subscriber counts for itself (each alone).
  @Test("a network that tries one password with many accounts is stopped, own sign-ins in between or not")
  func spraying() async throws {
    try await TestServer.runLimited { server in
      let network = server.network("2001:db8:5:5::1")
      #expect(try await network.signUp("own@example.com", Self.right) == "200")
      var outcomes: [String] = []
      for index in 0..<130 {
        // Another address of the same subscriber every time.
        let host = server.network("2001:db8:5:5:\(index)::\(index + 1)")
        outcomes.append(try await host.signIn("user\(index)@example.com", "Summer2026"))
        if index % 5 == 0, index < 95 {
          #expect(try await host.signIn("own@example.com", Self.right) == "200")
        }
      }
      #expect(counts(outcomes) == ["EMAIL_NOT_FOUND": 100, Self.locked: 30])
      let other = server.network("2001:db8:5:6::1")
      #expect(try await other.signIn("user1@example.com", "Summer2026") == "EMAIL_NOT_FOUND")
      server.clock.advance(seconds: 12)
      #expect(try await network.signIn("own@example.com", Self.right) == "200")
    }
  }

  // Fails when the counts are gone once the database is opened anew.
  @Test("a lock-out outlives a restart, and keeps nobody from refreshing")
  func restart() async throws {
    try await withTemporaryDirectory { directory in
      let session = try await TestServer.run(Self.options(directory)) { server in
        let session = try await server.signUp(Self.email, Self.right)
        for attempt in 0..<10 {
          expectRefused(try await Self.signIn(server, attempt, "wrong"), "INVALID_PASSWORD")
        }
        return session
      }
      try await TestServer.run(Self.options(directory)) { server in
        expectRefused(try await Self.signIn(server, 0, Self.right), Self.locked)
        #expect(try await server.refresh(session.refreshToken).status == 200)
        server.clock.advance(seconds: 60)
        #expect(try await Self.signIn(server, 0, Self.right).status == 200)
      }
    }
  }

  private static func options(_ directory: DataDirectory) -> TestServer.Options {
    var options = TestServer.Options()
    options.dataDirectory = directory
    options.limits = AbuseLimits()
    options.clock = SettableClock(Instant(seconds: 1_790_000_000))
    return options
  }

  // Fails when ThrottleKey holds its subject as it is.
  @Test("what is counted names nobody")
  func hashed() async throws {
    try await withTemporaryDirectory { directory in
      try await TestServer.run(Self.options(directory)) { server in
        _ = try await server.network("203.0.113.99").signIn("guessed-at@example.org", "wrong")
        _ = try await server.network("203.0.113.99").sendCode(to: "+15551239876")
      }
      let bytes = try directory.databaseBytes()
      for text in ["guessed-at", "203.0.113.99", "15551239876"] {
        #expect(!bytes.contains(text), "\(text)")
      }
    }
  }
}
