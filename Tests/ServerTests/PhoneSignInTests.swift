import Identity
import IdentityWire
import TestSupport
import Testing

@Suite("Signing in with a phone number", .fewAtOnce)
struct PhoneSignInTests {
  private static let number = "+15551230100"
  private static let otherNumber = "+15551230199"

  private static let behaviours: [Behaviour<TestServer>] = [
    Behaviour("the code that was sent makes an account once and signs in to it from then on") {
      try await signIn($0)
    },
    Behaviour("a number is the same however its digits are grouped, and is told apart from none") {
      try await formats($0)
    },
    Behaviour(
      "where users do not make their accounts themselves, a known number signs in and a new one does not"
    ) { try await administratorsAlone($0) },
    Behaviour("a reauthentication finds the number's user and never makes one") {
      try await reauthentication($0)
    },
    Behaviour("a signed-in user links a number, changes it, and unlinks it") { try await link($0) },
    Behaviour("linking needs a user, and looks at no code for one who is not there") {
      try await linkWithoutUser($0)
    },
    Behaviour("a wrong code leaves the right one good, and the right one is good once and for ten minutes") {
      try await lifetime($0)
    },
    Behaviour("where phones are off, and for tenants, no code is sent and none is taken") {
      try await off($0)
    },
    Behaviour("a number of another user gives a proof, which signs in as that user once, within an hour") {
      try await temporaryProof($0)
    },
    Behaviour("the control interface lists what was sent and not used, by project and tenant") {
      try await listing($0)
    },
  ]

  @Test("a number signs in by the code that it was sent")
  func numbers() async throws { try await TestServer.look(at: Self.behaviours) }

  private static func signIn(_ server: TestServer) async throws {
    let first = try await server.signInByPhone(Self.number)
    let made = try TestSession(first)
    #expect(first.json["isNewUser"] == true)
    #expect(first.json["phoneNumber"] == .string(Self.number))
    #expect(made.claims["phone_number"] == .string(Self.number))
    #expect(made.claims["firebase"]?["sign_in_provider"] == "phone")
    #expect(made.claims["firebase"]?["identities"]?["phone"] == .array([.string(Self.number)]))
    let second = try await server.signInByPhone(Self.number)
    #expect(try TestSession(second).localID == made.localID)
    #expect(second.json["isNewUser"] == false)
  }

  @Test("the message holds the code and the app's name, and no other number of digits")
  func message() async throws {
    try await TestServer.run { server in
      let session = try await server.sendCode(to: Self.number)
      let sms = try #require(server.backend.inbox.textMessages(in: Scope(project: TestServer.project)).first)
      #expect(sms.to == Self.number)
      #expect(
        sms.body == "\(try server.code(of: session)) is your verification code for Latchkey development.")
    }
  }

  @Test("the message is in the client's language, if it is written in that")
  func languages() async throws {
    try await TestServer.run { server in
      try await eachCase(
        of: [
          ("ja", "の確認コード"), ("ja-JP", "の確認コード"), ("vi_VN", "mã xác minh"),
          ("en", "is your verification code"), ("fr-CA", "est votre code de vérification"),
          ("nl", "is your verification code"),
        ] as [(String, String)]
      ) { tag, words in
        let response = try await server.send(
          "POST", "/identitytoolkit.googleapis.com/v1/accounts:sendVerificationCode?key=key",
          headers: ["Content-Type": "application/json", "X-Firebase-Locale": tag],
          body: #"{"phoneNumber":"\#(Self.number)"}"#)
        let code = try server.code(of: try server.text(response, "sessionInfo"))
        let sms = try #require(
          server.backend.inbox.textMessages(in: Scope(project: TestServer.project)).last)
        #expect(sms.body.contains(words) && sms.body.contains(code), "\(sms.body)")
        #expect(sms.body.contains("Latchkey development"))
      }
    }
  }

  private static func formats(_ server: TestServer) async throws {
    let made = try TestSession(try await server.signInByPhone("+1 (555) 123-0100"))
    #expect(try TestSession(try await server.signInByPhone(Self.number)).localID == made.localID)
    for text in ["", "5551230100", "+", "+1555abc", "+12345678901234567", "00155512300"] {
      let response = try await server.call("accounts:sendVerificationCode", ["phoneNumber": .string(text)])
      #expect(response.errorMessage == "INVALID_PHONE_NUMBER : Invalid format.", "\(text)")
    }
  }

  private static func lifetime(_ server: TestServer) async throws {
    let session = try await server.sendCode(to: Self.number)
    let code = try server.code(of: session)
    func present(_ code: String, _ session: String) async throws -> TestResponse {
      try await server.call(
        "accounts:signInWithPhoneNumber", ["sessionInfo": .string(session), "code": .string(code)])
    }
    #expect(try await present(try server.wrongCode(of: session), session).errorMessage == "INVALID_CODE")
    #expect(try await present(code, session).status == 200)
    #expect(try await present(code, session).errorMessage == "INVALID_SESSION_INFO")

    let late = try await server.sendCode(to: Self.number)
    let lateCode = try server.code(of: late)
    server.clock.advance(seconds: 601)
    #expect(try await present(lateCode, late).errorMessage?.hasPrefix("SESSION_EXPIRED") == true)
    server.clock.advance(seconds: 3_000)
    #expect(try await present(lateCode, late).errorMessage == "INVALID_SESSION_INFO")
  }

  @Test("a test number has its own code, is sent nothing, and asks for no region")
  func testNumbers() async throws {
    try await TestServer.run { server in
      try await server.changeProject {
        $0.signIn.testPhoneNumbers = ["+1 555-123-0100": "123456"]
        $0.signIn.smsRegions = .only(["JP"])
      }
      let session = try await server.sendCode(to: Self.number)
      #expect(server.backend.inbox.messages.isEmpty)
      let response = try await server.call(
        "accounts:signInWithPhoneNumber", ["sessionInfo": .string(session), "code": "123456"])
      #expect(response.status == 200)
    }
  }

  @Test("a region that is not enabled is sent nothing, whatever the message would be for")
  func regions() async throws {
    try await TestServer.run { server in
      let user = try await server.verifiedUser("ada@example.com")
      let factor = try await server.enrollPhone(user, Self.number)
      let pending = try server.text(try await server.signIn("ada@example.com"), "mfaPendingCredential")
      try await server.changeProject { $0.signIn.smsRegions = .only(["JP"]) }
      let sent = server.backend.inbox.messages.count
      for response in [
        try await server.call("accounts:sendVerificationCode", ["phoneNumber": .string(Self.otherNumber)]),
        try await server.startPhoneEnrollment(factor.session.idToken, Self.otherNumber),
        try await server.startSecondFactor(pending, factor.id),
      ] {
        #expect(
          response.errorMessage
            == "OPERATION_NOT_ALLOWED : SMS unable to be sent until this region enabled by the app developer."
        )
      }
      #expect(server.backend.inbox.messages.count == sent)
      #expect(
        try await server.call("accounts:sendVerificationCode", ["phoneNumber": "+819012345678"]).status == 200
      )
    }
  }

  private static func off(_ server: TestServer) async throws {
    let session = try await server.sendCode(to: Self.number)
    let presented: JSONValue = [
      "sessionInfo": .string(session), "code": .string(try server.code(of: session)),
    ]
    try await server.backend.projects.insert(
      Tenant(
        id: TenantID(rawValue: "team")!, project: TestServer.project, createdAt: server.clock.now()))
    for operation in ["sendVerificationCode", "signInWithPhoneNumber"] {
      let response = try await server.call(
        "accounts:\(operation)", ["phoneNumber": .string(Self.number), "tenantId": "team"])
      #expect(response.errorMessage == "UNSUPPORTED_TENANT_OPERATION", "\(operation)")
    }
    try await server.changeProject { $0.signIn.phoneEnabled = false }
    let sending = try await server.call(
      "accounts:sendVerificationCode", ["phoneNumber": .string(Self.number)])
    #expect(sending.errorMessage == "OPERATION_NOT_ALLOWED")
    let presenting = try await server.call("accounts:signInWithPhoneNumber", presented)
    #expect(presenting.errorMessage == "OPERATION_NOT_ALLOWED")
  }

  private static func administratorsAlone(_ server: TestServer) async throws {
    let known = try TestSession(try await server.signInByPhone(Self.number))
    try await server.changeProject { $0.signIn.usersMaySignUp = false }
    #expect(try TestSession(try await server.signInByPhone(Self.number)).localID == known.localID)
    #expect(try await server.signInByPhone(Self.otherNumber).errorMessage == "ADMIN_ONLY_OPERATION")
    #expect(try await server.accountCount() == 1)
  }

  private static func reauthentication(_ server: TestServer) async throws {
    let operation: [String: JSONValue] = ["operation": "REAUTH"]
    #expect(try await server.signInByPhone(Self.number, operation).errorMessage == "USER_NOT_FOUND")
    #expect(try await server.accountCount() == 0)
    let user = try TestSession(try await server.signInByPhone(Self.number))
    #expect(try TestSession(try await server.signInByPhone(Self.number, operation)).localID == user.localID)
    let own = try await server.signInByPhone(
      Self.number, ["operation": "REAUTH", "idToken": .string(user.idToken)])
    #expect(try TestSession(own).localID == user.localID)
    // A number that is nobody's is not linked by proving it.
    let strange = try await server.signInByPhone(
      Self.otherNumber, ["operation": "REAUTH", "idToken": .string(user.idToken)])
    #expect(strange.errorMessage == "USER_NOT_FOUND")
    #expect(try await server.account(user.localID)?.phoneNumber == Self.number)
  }

  private static func link(_ server: TestServer) async throws {
    try await eachCase(of: ["LINK", "UPDATE", nil] as [String?]) { operation in
      let user = try await server.signUp("ada@example.com")
      var more: [String: JSONValue] = ["idToken": .string(user.idToken)]
      more["operation"] = operation.map { .string($0) }
      for number in [Self.number, Self.otherNumber] {
        let linked = try await server.signInByPhone(number, more)
        #expect(try TestSession(linked).localID == user.localID)
        #expect(linked.json["isNewUser"] == false)
        #expect(try await server.account(user.localID)?.phoneNumber == number)
      }
      let other = try TestSession(try await server.signInByPhone(Self.number))
      #expect(other.localID != user.localID)
      _ = try await server.call(
        "accounts:update", ["idToken": .string(user.idToken), "deleteProvider": ["phone"]])
      #expect(try await server.account(user.localID)?.phoneNumber == nil)
      for id in [user.localID, other.localID] {
        _ = try await server.administer("accounts:delete", ["localId": .string(id)])
      }
    }
  }

  private static func linkWithoutUser(_ server: TestServer) async throws {
    try await eachCase(of: ["LINK", "UPDATE"]) { operation in
      let response = try await server.signInByPhone(Self.number, ["operation": .string(operation)])
      #expect(response.errorMessage == "MISSING_ID_TOKEN")
      #expect(try await server.accountCount() == 0)
    }
  }

  private static func temporaryProof(_ server: TestServer) async throws {
    let owner = try TestSession(try await server.signInByPhone(Self.number))
    let user = try await server.signUp("ada@example.com")
    func proof() async throws -> String {
      let response = try await server.signInByPhone(Self.number, ["idToken": .string(user.idToken)])
      #expect(response.json["idToken"] == nil)
      #expect(response.json["localId"] == nil)
      return try server.text(response, "temporaryProof")
    }
    func present(_ proof: String, _ number: String?) async throws -> TestResponse {
      var message: [String: JSONValue] = ["temporaryProof": .string(proof)]
      message["phoneNumber"] = number.map { .string($0) }
      return try await server.call("accounts:signInWithPhoneNumber", .object(message))
    }
    let first = try await proof()
    #expect(try await present(first, nil).errorMessage == "MISSING_PHONE_NUMBER")
    #expect(try await present(first, Self.otherNumber).errorMessage == "INVALID_TEMPORARY_PROOF")
    #expect(try TestSession(try await present(first, Self.number)).localID == owner.localID)
    #expect(try await present(first, Self.number).errorMessage == "INVALID_TEMPORARY_PROOF")
    let second = try await proof()
    server.clock.advance(seconds: 3_601)
    #expect(try await present(second, Self.number).errorMessage == "INVALID_TEMPORARY_PROOF")
  }

  @Test("two who link one number at the same moment: one has it, the other is given a proof")
  func race() async throws {
    try await TestServer.run(.live) { server in
      let users = [try await server.signUp("ada@example.com"), try await server.signUp("bob@example.com")]
      let answers = try await withThrowingTaskGroup(of: TestResponse.self) { group in
        for user in users {
          group.addTask { try await server.signInByPhone(Self.number, ["idToken": .string(user.idToken)]) }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(answers.allSatisfy { $0.status == 200 })
      #expect(answers.count { $0.json["temporaryProof"] != nil } == 1)
      #expect(try await server.accounts().count { $0.phoneNumber == Self.number } == 1)
    }
  }

  @Test("one number is sent ten messages an hour at most, whatever for; another is sent its own")
  func flood() async throws {
    var options = TestServer.Options()
    options.isDevelopment = false
    try await TestServer.run(options) { server in
      try await server.changeProject {
        $0.signIn.phoneEnabled = true
        $0.signIn.passwordEnabled = true
        $0.signIn.multiFactor = SignInSettings.allOn.multiFactor
      }
      let key = try await server.project().apiKeys[0]
      let user = try TestSession(
        try await server.call(
          "accounts:signUp", ["email": "ada@example.com", "password": "correct horse"], key: key))
      var account = try #require(try await server.account(user.localID))
      account.emailVerified = true
      try await server.service.store.apply([.updateAccount(account)])
      func send(_ number: String = Self.number) async throws -> TestResponse {
        try await server.call("accounts:sendVerificationCode", ["phoneNumber": .string(number)], key: key)
      }
      func enrol() async throws -> TestResponse {
        try await server.call2(
          "accounts/mfaEnrollment:start",
          ["idToken": .string(user.idToken), "phoneEnrollmentInfo": ["phoneNumber": .string(Self.number)]],
          key: key)
      }
      for _ in 0..<9 { #expect(try await send().status == 200) }
      #expect(try await enrol().status == 200)
      #expect(try await send().errorMessage == "TOO_MANY_ATTEMPTS_TRY_LATER")
      #expect(try await enrol().errorMessage == "TOO_MANY_ATTEMPTS_TRY_LATER")
      #expect(server.backend.inbox.messages.count == 10)
      #expect(try await send(Self.otherNumber).status == 200)
      server.clock.advance(seconds: 3_601)
      #expect(try await send().status == 200)
    }
  }

  @Test("a development server sends tests as many messages as they need")
  func development() async throws {
    try await TestServer.run { server in
      for _ in 0..<150 { _ = try await server.sendCode(to: Self.number) }
      #expect(server.backend.inbox.messages.count == 150)
    }
  }

  private static func listing(_ server: TestServer) async throws {
    func list(_ path: String = "") async throws -> [JSONValue] {
      let response = try await server.send("GET", "/emulator/v1/projects/example\(path)/verificationCodes")
      return try #require(response.json["verificationCodes"]?.arrayValue)
    }
    #expect(try await list().isEmpty)
    let used = try await server.sendCode(to: Self.number)
    let unused = try await server.sendCode(to: Self.otherNumber)
    #expect(
      try await list() == [
        [
          "phoneNumber": .string(Self.number), "sessionInfo": .string(used),
          "code": .string(try server.code(of: used)),
        ],
        [
          "phoneNumber": .string(Self.otherNumber), "sessionInfo": .string(unused),
          "code": .string(try server.code(of: unused)),
        ],
      ])
    _ = try await server.call(
      "accounts:signInWithPhoneNumber",
      ["sessionInfo": .string(used), "code": .string(try server.code(of: used))])
    #expect(try await list().map { $0["sessionInfo"] } == [.string(unused)])
    try await server.backend.projects.insert(
      Tenant(
        id: TenantID(rawValue: "team")!, project: TestServer.project, createdAt: server.clock.now()))
    #expect(try await list("/tenants/team").isEmpty)
    #expect(
      try await server.send("GET", "/emulator/v1/projects/nobody/verificationCodes").status == 404)
  }
}
