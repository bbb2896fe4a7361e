import Identity
import IdentityWire
import Operations
import TestSupport
import Testing

@Suite("Proofs that no program sends a request", .fewAtOnce)
struct CaptchaTests {
  private typealias Send = @Sendable (String?) async throws -> TestResponse

  /// A protected request of every kind, by its action.
  private static func requests(_ server: TestServer) async throws -> [(action: String, send: Send)] {
    @Sendable func with(_ message: [String: JSONValue], _ name: String, _ token: String?) -> JSONValue {
      var message = message
      message[name] = token.map { .string($0) }
      return .object(message)
    }
    let user = try await server.signUp("ada@example.com")
    _ = try await server.administer(
      "accounts:update", ["localId": .string(user.localID), "emailVerified": true])
    let signUp: Send = { token in
      let message: [String: JSONValue] = ["email": "new@example.com", "password": "correct horse"]
      return try await server.call("accounts:signUp", with(message, "captchaResponse", token))
    }
    let signIn: Send = { token in
      let message: [String: JSONValue] = ["email": "ada@example.com", "password": "correct horse"]
      return try await server.call("accounts:signInWithPassword", with(message, "captchaResponse", token))
    }
    let reset: Send = { token in
      let message: [String: JSONValue] = ["requestType": "PASSWORD_RESET", "email": "ada@example.com"]
      return try await server.call("accounts:sendOobCode", with(message, "captchaResp", token))
    }
    let link: Send = { token in
      let message: [String: JSONValue] = [
        "requestType": "EMAIL_SIGNIN", "email": "ada@example.com", "continueUrl": "http://localhost",
        "canHandleCodeInApp": true,
      ]
      return try await server.call("accounts:sendOobCode", with(message, "captchaResponse", token))
    }
    let phone: Send = { token in
      let message: [String: JSONValue] = ["phoneNumber": "+14155550100"]
      return try await server.call("accounts:sendVerificationCode", with(message, "recaptchaToken", token))
    }
    let enrolment: Send = { token in
      let info = with(["phoneNumber": "+14155550101"], "recaptchaToken", token)
      return try await server.call2(
        "accounts/mfaEnrollment:start", ["idToken": .string(user.idToken), "phoneEnrollmentInfo": info])
    }
    return [
      ("sign-up", signUp), ("password-sign-in", signIn), ("password-reset", reset), ("password-reset", link),
      ("sms", phone), ("sms", enrolment),
    ]
  }

  private static let behaviours: [Behaviour<TestServer>] = [
    Behaviour("each protected request is refused without a token, and let in with one") {
      try await enforced($0)
    },
    Behaviour("each action by itself") { try await oneAction($0) },
    Behaviour("an anonymous account needs a token for an address or a password, by whatever call") {
      try await upgrade($0)
    },
    Behaviour("an anonymous account, and one with passkeys alone, need a token for a mailed address, too") {
      try await mailedAddress($0)
    },
    Behaviour("administrators are not asked, nor numbers that are sent nothing") { try await exempt($0) },
    Behaviour("the official SDKs are told that there is no reCAPTCHA") { try await told($0) },
    Behaviour("a page is told what to solve, or which widget to show") { try await challenges($0) },
    Behaviour("a token of each service lets in") { try await services($0) },
    Behaviour("a service that refuses a token by the status refuses it, and one that fails does not") {
      try await refusalsByStatus($0)
    },
  ]

  @Test("a captcha is asked for where the project has it, and only there")
  func checks() async throws { try await TestServer.look(at: Self.behaviours) }

  // Fails when an operation does not ask, or reads the token from another member than its client sends.
  private static func enforced(_ server: TestServer) async throws {
    let requests = try await Self.requests(server)
    try await server.requireProof()
    for (action, send) in requests {
      for missing in [nil, "", "NO_RECAPTCHA"] {
        let refused = try await send(missing)
        #expect(refused.status == 400 && refused.errorMessage == "MISSING_RECAPTCHA_TOKEN", "\(action)")
      }
      let wrong = try await send("made-up")
      #expect(wrong.status == 400 && wrong.errorMessage == "INVALID_RECAPTCHA_TOKEN", "\(action)")
      let token = try await server.proof(of: action)
      let admitted = try await send(token)
      #expect(admitted.status == 200, "\(action): \(admitted.text)")
    }
  }

  // Fails when an audit refuses, or when what is off is asked for.
  @Test("an audit lets everything in, and what is off is not looked at")
  func audited() async throws {
    for mode in [CaptchaSettings.Mode.audit, .off] {
      try await TestServer.run { server in
        let requests = try await Self.requests(server)
        try await server.requireProof(mode)
        for (action, send) in requests {
          let admitted = try await send("made-up")
          #expect(admitted.status == 200, "\(action): \(admitted.text)")
        }
      }
    }
  }

  // Fails when an audit keeps the reason to itself, or writes the token or the address.
  @Test("an audit logs each wrong proof in one line, without the token or the address")
  func auditedInLog() async throws {
    try await TestServer.run { server in
      try await server.requireProof(.audit)
      let message: [String: JSONValue] = ["email": "ada@example.com", "password": "correct horse"]
      let wrong = try await server.call(
        "accounts:signUp", .object(message.merging(["captchaResponse": "made-up-token"]) { $1 }))
      #expect(wrong.status == 200, "\(wrong.text)")
      #expect(try await server.call("accounts:signInWithPassword", .object(message)).status == 200)
      let lines = server.log.text.split(separator: "\n").filter { $0.contains("a captcha was wrong") }
      let line = try #require(lines.first)
      #expect(lines.count == 1)
      for part in ["example", "sign-up", "the token is no challenge with its solution"] {
        #expect(line.contains(part), "\(line)")
      }
      #expect(!line.contains("made-up-token") && !line.contains("ada@"), "\(line)")
    }
  }

  private static func oneAction(_ server: TestServer) async throws {
    let requests = try await Self.requests(server)
    try await server.requireProof(of: [.passwordReset])
    for (action, send) in requests {
      #expect(try await send(nil).status == (action == "password-reset" ? 400 : 200), "\(action)")
    }
  }

  // Fails when an anonymous account may become one with a password round the protection.
  private static func upgrade(_ server: TestServer) async throws {
    try await server.requireProof()
    for operation in ["accounts:signUp", "accounts:update"] {
      let user = try await server.signUpAnonymously()
      var message: [String: JSONValue] = [
        "idToken": .string(user.idToken), "email": .string("\(operation.dropFirst(9))@example.com"),
        "password": "correct horse",
      ]
      let refused = try await server.call(operation, .object(message))
      #expect(refused.errorMessage == "MISSING_RECAPTCHA_TOKEN", "\(operation)")
      message["captchaResponse"] = .string(try await server.proof(of: "sign-up"))
      #expect(try await server.call(operation, .object(message)).status == 200, "\(operation)")
    }
  }

  // Fails when a mailed change of address is left out, and when a passkey takes the place of a token (each alone).
  private static func mailedAddress(_ server: TestServer) async throws {
    let user = try await server.signUp("ada@example.com")
    try await server.requireProof()
    let anonymous = try await server.signUpAnonymously()
    let keyed = try await server.enrollPasskey(try await server.signUpAnonymously()).session
    let password = try await server.call(
      "accounts:update", ["idToken": .string(keyed.idToken), "password": "correct horse"])
    #expect(password.errorMessage == "MISSING_RECAPTCHA_TOKEN")
    for (index, session) in [anonymous, keyed].enumerated() {
      var message: [String: JSONValue] = [
        "idToken": .string(session.idToken), "newEmail": .string("new\(index)@example.com"),
      ]
      let refused = try await server.sendOob("VERIFY_AND_CHANGE_EMAIL", message)
      #expect(refused.errorMessage == "MISSING_RECAPTCHA_TOKEN", "\(index)")
      message["captchaResponse"] = .string(try await server.proof(of: "sign-up"))
      #expect(try await server.sendOob("VERIFY_AND_CHANGE_EMAIL", message).status == 200, "\(index)")
    }
    // Who has signed up once is not asked again.
    let change = try await server.sendOob(
      "VERIFY_AND_CHANGE_EMAIL", ["idToken": .string(user.idToken), "newEmail": "other@example.com"])
    #expect(change.status == 200, "\(change.text)")
  }

  private static func exempt(_ server: TestServer) async throws {
    try await server.requireProof()
    try await server.changeProject { $0.signIn.testPhoneNumbers = ["+15555550100": "123456"] }
    let made = try await server.administer(
      "accounts", ["email": "made@example.com", "password": "correct horse"])
    #expect(made.status == 200)
    let link = try await server.administer(
      "accounts:sendOobCode",
      ["requestType": "PASSWORD_RESET", "email": "made@example.com", "returnOobLink": true])
    #expect(link.status == 200)
    let sent = try await server.call("accounts:sendVerificationCode", ["phoneNumber": "+15555550100"])
    #expect(sent.status == 200)
  }

  // Fails when the official SDKs are told of a key: they would load Google's script or library for it.
  private static func told(_ server: TestServer) async throws {
    try await server.requireProof()
    for client in ["CLIENT_TYPE_WEB", "CLIENT_TYPE_IOS", "CLIENT_TYPE_ANDROID"] {
      let config = try await server.send(
        "GET", "/identitytoolkit.googleapis.com/v2/recaptchaConfig?key=key&clientType=\(client)"
      ).json
      #expect(config["recaptchaKey"] == nil)
      #expect(
        config["recaptchaEnforcementState"]?.arrayValue?.allSatisfy { $0["enforcementState"] == "OFF" }
          == true
      )
    }
  }

  private static func challenges(_ server: TestServer) async throws {
    #expect(try await server.captchaChallenge("sms").json["mode"] == "off")
    let unknown = try await server.captchaChallenge("dancing")
    #expect(unknown.status == 400 && unknown.errorMessage?.hasPrefix("INVALID_ARGUMENT") == true)
    try await server.requireProof()
    let own = try await server.captchaChallenge("sms").json
    #expect(own["provider"] == "proof-of-work" && own["parts"] == 16 && own["bits"] == 6)
    #expect(own["mode"] == "enforce" && own["siteKey"] == nil)
    try await server.requireCaptcha(of: .turnstile)
    let foreign = try await server.captchaChallenge("sms").json
    #expect(foreign["provider"] == "turnstile" && foreign["siteKey"] == "lab-site")
    #expect(foreign["data"] == "example" && foreign["challenge"] == nil)
  }

  private static func services(_ server: TestServer) async throws {
    _ = try await server.signUp("ada@example.com")
    try await eachCase(of: [CaptchaSettings.Provider.turnstile, .hCaptcha]) {
      provider in
      try await server.requireCaptcha(of: provider)
      let token = try await server.labCaptcha([
        "service": .string(provider.rawValue), "action": "password-sign-in", "data": "example",
      ])
      let response = try await server.call(
        "accounts:signInWithPassword",
        ["email": "ada@example.com", "password": "correct horse", "captchaResponse": .string(token)])
      #expect(response.status == 200, "\(response.text)")
    }
  }

  // Fails when what cannot be checked is let in.
  @Test("a service that fails lets nobody in, unless it is an audit")
  func failures() async throws {
    var options = TestServer.Options()
    options.providerTimeout = .milliseconds(500)
    try await TestServer.run(options) { server in
      _ = try await server.signUp("ada@example.com")
      try await eachCase(
        of: ["http-500", "broken-json", "huge-answer", "redirected-answer", "slow-answer"]
      ) { fault in
        for mode in [CaptchaSettings.Mode.enforce, .audit] {
          try await server.requireCaptcha(of: .turnstile, mode)
          let token = try await server.turnstileToken("password-sign-in", ["fault": .string(fault)])
          let response = try await server.call(
            "accounts:signInWithPassword",
            ["email": "ada@example.com", "password": "correct horse", "captchaResponse": .string(token)])
          #expect(response.status == (mode == .enforce ? 503 : 200), "\(response.text)")
          if mode == .enforce { #expect(response.errorMessage == "CAPTCHA_CHECK_FAILED") }
        }
      }
    }
  }

  // Fails when a refusal by the status is taken for a failure of the service, or a failure for a refusal.
  private static func refusalsByStatus(_ server: TestServer) async throws {
    try await server.requireCaptcha(of: .turnstile)
    for (status, error) in [(400, "INVALID_RECAPTCHA_TOKEN"), (500, "CAPTCHA_CHECK_FAILED")] {
      let token = try await server.labCaptcha([
        "service": "turnstile", "errorCodes": ["invalid-input-response"],
        "errorStatus": .integer(Int64(status)),
      ])
      let response = try await server.call(
        "accounts:signUp",
        ["email": "ada@example.com", "password": "correct horse", "captchaResponse": .string(token)])
      #expect(response.errorMessage == error, "\(response.text)")
    }
  }

  @Test("settings of the service that are wrong are no user's fault")
  func wrongSecret() async throws {
    try await TestServer.run { server in
      try await server.requireCaptcha(of: .hCaptcha)
      let token = try await server.labCaptcha(["service": "hcaptcha", "errorCodes": ["invalid-input-secret"]])
      let response = try await server.call(
        "accounts:signUp",
        ["email": "ada@example.com", "password": "correct horse", "captchaResponse": .string(token)])
      #expect(response.status == 503 && response.errorMessage == "CAPTCHA_CHECK_FAILED")
      #expect(server.log.text.contains("invalid-input-secret"))
    }
  }
}
