import Identity
import IdentityWire
import Operations
import TestSupport
import Testing

@Suite("T17: code guessing", .fewAtOnce)
struct T17CodeGuessingTests {
  private static let number = "+15551230100"
  private static let limit = 10

  private static func expectLocked(_ response: TestResponse, _ what: String) {
    expectRefused(response, "TOO_MANY_ATTEMPTS_TRY_LATER", what)
  }

  /// Paths by which one operation can be called.
  private static func aliases(_ name: String, legacy: String? = nil, version: String = "v1") -> [String] {
    var paths = ["/identitytoolkit.googleapis.com/\(version)/\(name)", "/\(version)/\(name)"]
    if let legacy {
      paths += [
        "/www.googleapis.com/identitytoolkit/v3/relyingparty/\(legacy)",
        "/identitytoolkit/v3/relyingparty/\(legacy)",
      ]
    }
    return paths
  }

  private static func post(_ server: TestServer, _ path: String, _ message: JSONValue) async throws
    -> TestResponse
  {
    try await server.send(
      "POST", "\(path)?key=key", headers: ["Content-Type": "application/json"],
      body: JSONWriter.text(message))
  }

  // Fails when verifyCode does not count, and when it counts by session (each alone).
  @Test("a number's codes may be guessed ten times in all: by any alias, session, operation and user")
  func firstFactor() async throws {
    try await TestServer.run { server in
      let user = try await server.signUp("ada@example.com", "a password")
      let paths = Self.aliases("accounts:signInWithPhoneNumber", legacy: "verifyPhoneNumber")
      func guess(_ attempt: Int, right: Bool = false) async throws -> TestResponse {
        let session = try await server.sendCode(
          to: attempt.isMultiple(of: 2) ? Self.number : "+1 555 123 0100")
        var message: [String: JSONValue] = [
          "sessionInfo": .string(session),
          "code": .string(right ? try server.code(of: session) : try server.wrongCode(of: session)),
        ]
        switch attempt % 3 {
        case 1: message["idToken"] = .string(user.idToken)
        case 2: message["operation"] = "REAUTH"
        default: break
        }
        return try await Self.post(server, paths[attempt % paths.count], .object(message))
      }
      for attempt in 0..<Self.limit { expectRefused(try await guess(attempt), "INVALID_CODE") }
      for attempt in 0..<6 {
        Self.expectLocked(try await guess(attempt, right: true), "the right code, too late")
      }
      // Nobody else's number is touched by that, and ten minutes are not enough.
      _ = try TestSession(await server.signInByPhone("+15551230199"))
      server.clock.advance(seconds: 600)
      Self.expectLocked(try await guess(0, right: true), "after ten minutes")
      server.clock.advance(seconds: 301)
      #expect(try await guess(0, right: true).status == 200)
    }
  }

  // Fails when the right code takes no guess back.
  @Test("the right code begins the count anew, and guesses that were not codes count too")
  func clearing() async throws {
    try await TestServer.run { server in
      for _ in 0..<3 {
        let session = try await server.sendCode(to: Self.number)
        for code in ["wrong", "1", "1234567", " ", try server.wrongCode(of: session), "０００００１"] {
          let response = try await server.call(
            "accounts:signInWithPhoneNumber", ["sessionInfo": .string(session), "code": .string(code)])
          expectRefused(response, "INVALID_CODE", code)
        }
        let response = try await server.call(
          "accounts:signInWithPhoneNumber",
          ["sessionInfo": .string(session), "code": .string(try server.code(of: session))])
        #expect(response.status == 200)
      }
    }
  }

  /// An account with a phone and an authenticator app, which also signs in with Google.
  private static func enrolled(_ server: TestServer) async throws -> (phone: TestFactor, app: TestFactor) {
    let user = try await server.verifiedUser("ada@example.com")
    let app = try await server.enrollTOTP(user)
    return (try await server.enrollPhone(app.session, Self.number), app)
  }

  /// A pending sign-in, by one first factor or the other.
  private static func pending(_ server: TestServer, _ attempt: Int) async throws -> String {
    if attempt.isMultiple(of: 2) {
      return try server.text(try await server.signIn("ada@example.com"), "mfaPendingCredential")
    }
    let response = try await server.signInWithIdp([
      ("providerId", "google.com"),
      ("id_token", #"{"sub":"7","email":"ada@example.com","email_verified":true}"#),
    ])
    return try server.text(response, "mfaPendingCredential")
  }

  private static var options: TestServer.Options {
    var options = TestServer.Options()
    options.acceptsUnsignedCredentials = true
    return options
  }

  // Fails when verifyCode does not count, and when it counts by session (each alone).
  @Test("a second factor by text message may be guessed ten times in all, by any sign-in")
  func phone() async throws {
    try await TestServer.run(Self.options) { server in
      let (phone, app) = try await Self.enrolled(server)
      let paths = Self.aliases("accounts/mfaSignIn:finalize", version: "v2")
      func guess(_ attempt: Int, right: Bool = false) async throws -> TestResponse {
        let pending = try await Self.pending(server, attempt)
        let session = try server.text(
          try await server.startSecondFactor(pending, phone.id), "phoneResponseInfo", "sessionInfo")
        return try await Self.post(
          server, paths[attempt % paths.count],
          [
            "mfaPendingCredential": .string(pending),
            // Of no account: it names no other counter.
            "mfaEnrollmentId": .string("\(attempt)"),
            "phoneVerificationInfo": [
              "sessionInfo": .string(session),
              "code": .string(right ? try server.code(of: session) : try server.wrongCode(of: session)),
            ],
          ])
      }
      for attempt in 0..<Self.limit { expectRefused(try await guess(attempt), "INVALID_CODE") }
      Self.expectLocked(try await guess(0, right: true), "phone")
      // The other factor is another secret, with a counter of its own.
      let proved = try await server.proveTOTP(
        try await Self.pending(server, 0), app.id,
        password: try #require(app.authenticator).password(at: server.clock.now(), intervalsLater: 1))
      #expect(proved.status == 200)
      Self.expectLocked(try await guess(1, right: true), "still the phone")
      server.clock.advance(seconds: 901)
      #expect(try await guess(0, right: true).status == 200)
    }
  }

  // Fails when one-time passwords are not counted, and when the counts are gone once the database is opened anew.
  @Test("an authenticator app may be guessed ten times in all, by any sign-in, also after a restart")
  func authenticator() async throws {
    try await withTemporaryDirectory { directory in
      var options = Self.options
      options.dataDirectory = directory
      let factor = try await TestServer.run(options) { server in
        let (_, app) = try await Self.enrolled(server)
        let now = server.clock.now()
        let near = Set(
          try (-8...8).map { try #require(app.authenticator).password(at: now, intervalsLater: $0) })
        let wrong = try #require(["000000", "111111", "222222"].first { !near.contains($0) })
        for attempt in 0..<Self.limit {
          let response = try await server.proveTOTP(
            try await Self.pending(server, attempt), app.id, password: wrong)
          expectRefused(response, "INVALID_CODE")
        }
        return app
      }
      // A clock that stands where it stood, so that only the restart can have made the difference.
      try await TestServer.run(options) { server in
        func present() async throws -> TestResponse {
          try await server.proveTOTP(
            try await Self.pending(server, 0), factor.id,
            password: try #require(factor.authenticator).password(at: server.clock.now(), intervalsLater: 2))
        }
        Self.expectLocked(try await present(), "after a restart")
        server.clock.advance(seconds: 901)
        #expect(try await present().status == 200)
      }
    }
  }

  // Fails when the wait for the next guess does not grow.
  @Test("whoever has the first factor and patience waits longer after each guess")
  func patience() async throws {
    try await TestServer.run(Self.options) { server in
      let (phone, _) = try await Self.enrolled(server)
      var answers: [String: Int] = [:]
      // Twelve times ten guesses, a quarter of an hour apart: ten, then one after 15, 30 and 60 minutes.
      for _ in 0..<12 {
        let pending = try await Self.pending(server, 0)
        let session = try server.text(
          try await server.startSecondFactor(pending, phone.id), "phoneResponseInfo", "sessionInfo")
        for _ in 0..<Self.limit {
          let response = try await server.provePhone(
            pending, session, code: try server.wrongCode(of: session))
          expectRefused(response)
          answers[response.errorMessage ?? "", default: 0] += 1
        }
        server.clock.advance(seconds: 901)
      }
      #expect(answers == ["INVALID_CODE": 13, "TOO_MANY_ATTEMPTS_TRY_LATER": 107])
      server.clock.advance(seconds: 86_400)
      let pending = try await Self.pending(server, 0)
      #expect(try await server.provePhone(pending, phone.id).status == 200)
    }
  }

  // Fails when the wait for the next guess does not grow.
  @Test("whoever guesses at a number's codes with patience waits longer after each guess")
  func patienceWithANumber() async throws {
    try await TestServer.run { server in
      var answers: [String: Int] = [:]
      for _ in 0..<12 {
        let session = try await server.sendCode(to: Self.number)
        for _ in 0..<Self.limit {
          let response = try await server.call(
            "accounts:signInWithPhoneNumber",
            ["sessionInfo": .string(session), "code": .string(try server.wrongCode(of: session))])
          expectRefused(response)
          answers[response.errorMessage ?? "", default: 0] += 1
        }
        server.clock.advance(seconds: 901)
      }
      #expect(answers == ["INVALID_CODE": 13, "TOO_MANY_ATTEMPTS_TRY_LATER": 107])
      server.clock.advance(seconds: 86_400)
      #expect(try await server.signInByPhone(Self.number).status == 200)
    }
  }

  // Fails when the count is read and compared before the transaction that writes it.
  @Test("64 who guess at once get no more guesses than one after the other")
  func parallel() async throws {
    try await TestServer.run(Self.options) { server in
      let (phone, _) = try await Self.enrolled(server)
      let pending = try await Self.pending(server, 0)
      let session = try server.text(
        try await server.startSecondFactor(pending, phone.id), "phoneResponseInfo", "sessionInfo")
      let wrong = try server.wrongCode(of: session)
      let answers = try await withThrowingTaskGroup(of: TestResponse.self) { group in
        for _ in 0..<64 { group.addTask { try await server.provePhone(pending, session, code: wrong) } }
        return try await group.reduce(into: [TestResponse]()) { $0.append($1) }
      }
      #expect(answers.count { $0.errorMessage == "INVALID_CODE" } == Self.limit)
      #expect(answers.count { $0.errorMessage == "TOO_MANY_ATTEMPTS_TRY_LATER" } == 64 - Self.limit)
    }
  }

  // Fails when verifyCode does not count, and when one-time passwords are counted apart from codes (each alone).
  @Test("what is to become a second factor may be guessed ten times in all, whichever it is")
  func enrolling() async throws {
    try await TestServer.run { server in
      let user = try await server.verifiedUser("ada@example.com")
      func finalize(_ member: String, _ info: JSONValue) async throws -> TestResponse {
        try await server.call2(
          "accounts/mfaEnrollment:finalize", ["idToken": .string(user.idToken), member: info])
      }
      for attempt in 0..<Self.limit {
        if attempt.isMultiple(of: 2) {
          let started = try await server.startPhoneEnrollment(user.idToken, "+1555123020\(attempt)")
          let session = try server.text(started, "phoneSessionInfo", "sessionInfo")
          expectRefused(
            try await finalize(
              "phoneVerificationInfo",
              ["sessionInfo": .string(session), "code": .string(try server.wrongCode(of: session))]),
            "INVALID_CODE")
        } else {
          let session = try server.text(
            try await server.startTOTPEnrollment(user.idToken), "totpSessionInfo", "sessionInfo")
          expectRefused(
            try await finalize(
              "totpVerificationInfo", ["sessionInfo": .string(session), "verificationCode": "wrong"]),
            "INVALID_CODE")
        }
      }
      let session = try server.text(
        try await server.startPhoneEnrollment(user.idToken, Self.number), "phoneSessionInfo", "sessionInfo")
      Self.expectLocked(
        try await finalize(
          "phoneVerificationInfo",
          ["sessionInfo": .string(session), "code": .string(try server.code(of: session))]), "enrolment")
    }
  }
}
