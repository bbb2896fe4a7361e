import Identity
import IdentityWire
import Operations
import TestSupport
import Testing

/// A project's functions decide what is mailed and texted. No way of having something sent may get past them.
@Suite("T44: functions about messages walked round", .fewAtOnce)
struct T44MessagesWalkedRoundTests {
  /// The ways to have a message sent.
  enum Sending: String, CaseIterable, Sendable {
    case reset, olderReset, pageReset, unknownReset, link, verification, administratorsVerification, change
    case takenChange, phone, olderPhone, enrolment, secondFactor

    static let number = "+15551230144"
    static let address = "ada@example.com"

    /// The claims that name the message.
    var told: [String: String] {
      switch self {
      case .reset, .olderReset, .pageReset: ["email": Self.address, "email_type": "PASSWORD_RESET"]
      case .unknownReset: ["email": "nobody@example.com", "email_type": "PASSWORD_RESET"]
      case .link: ["email": "new@example.com", "email_type": "EMAIL_SIGN_IN"]
      case .verification, .administratorsVerification: ["email": Self.address, "email_type": "VERIFY_EMAIL"]
      case .change: ["email": "new@example.com", "email_type": "VERIFY_AND_CHANGE_EMAIL"]
      case .takenChange: ["email": "bob@example.com", "email_type": "VERIFY_AND_CHANGE_EMAIL"]
      case .phone, .olderPhone: ["phone_number": Self.number, "sms_type": "SIGN_IN_OR_SIGN_UP"]
      case .enrolment: ["phone_number": Self.number, "sms_type": "MULTI_FACTOR_ENROLLMENT"]
      case .secondFactor: ["phone_number": "+15551230145", "sms_type": "MULTI_FACTOR_SIGN_IN"]
      }
    }

    var event: String { told["email"] == nil ? "beforeSendSms" : "beforeSendEmail" }

    /// False where it only looks as if something was sent.
    var isSent: Bool { self != .unknownReset && self != .takenChange }

    func run(_ server: TestServer, _ user: TestSession, _ pending: String, _ factor: String) async throws
      -> TestResponse
    {
      let token: [String: JSONValue] = ["idToken": .string(user.idToken)]
      switch self {
      case .reset: return try await server.sendOob("PASSWORD_RESET", ["email": .string(Self.address)])
      case .olderReset:
        return try await older(
          "getOobConfirmationCode", ["requestType": "PASSWORD_RESET", "email": .string(Self.address)], server)
      case .pageReset:
        let form = FormURLEncoded([
          ("mode", "sendReset"), ("apiKey", "key"), ("email", Self.address), ("lang", "en"),
        ])
        return try await server.send(
          "POST", "/__/auth/action",
          headers: ["Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin"],
          body: form.text)
      case .unknownReset: return try await server.sendOob("PASSWORD_RESET", ["email": "nobody@example.com"])
      case .link:
        return try await server.sendOob(
          "EMAIL_SIGNIN",
          ["email": "new@example.com", "continueUrl": "http://localhost/done", "canHandleCodeInApp": true])
      case .verification: return try await server.sendOob("VERIFY_EMAIL", token)
      case .administratorsVerification:
        return try await server.administer(
          "accounts:sendOobCode", ["requestType": "VERIFY_EMAIL", "email": .string(Self.address)])
      case .change, .takenChange:
        return try await server.sendOob(
          "VERIFY_AND_CHANGE_EMAIL", token.merging(["newEmail": .string(told["email"] ?? "")]) { $1 })
      case .phone:
        return try await server.call("accounts:sendVerificationCode", ["phoneNumber": .string(Self.number)])
      case .olderPhone:
        return try await older("sendVerificationCode", ["phoneNumber": .string(Self.number)], server)
      case .enrolment: return try await server.startPhoneEnrollment(user.idToken, Self.number)
      case .secondFactor: return try await server.startSecondFactor(pending, factor)
      }
    }

    private func older(_ method: String, _ message: JSONValue, _ server: TestServer) async throws
      -> TestResponse
    {
      try await server.send(
        "POST", "/www.googleapis.com/identitytoolkit/v3/relyingparty/\(method)?key=key",
        headers: ["Content-Type": "application/json"], body: JSONWriter.text(message))
    }
  }

  private static let events = ["beforeSendEmail", "beforeSendSms"]
  private static let refusal = #"{"error":{"code":403,"message":"Not there.","status":"PERMISSION_DENIED"}}"#

  private static func run(
    _ body: @Sendable @escaping (TestServer, FunctionServer) async throws -> Void
  ) async throws {
    try await FunctionServer.run { functions in
      try await TestServer.run { server in
        try await server.changeProject { $0.signIn.emailEnumerationProtection = true }
        try await server.setFunctions(functions, events)
        try await body(server, functions)
      }
    }
  }

  // Fails when a way of sending does not ask, when it asks after the message is on its way, and when who asked, whose account it
  // is or the code is told.
  @Test("every mail and text message asks first, and a refusal sends nothing")
  func everyWay() async throws {
    try await Self.run { server, functions in
      try await eachCase(of: Sending.allCases) { sending in
        let bob = try await server.verifiedUser("bob@example.com")
        var user = try await server.verifiedUser(Sending.address)
        var (pending, factor) = ("", "")
        if sending == .secondFactor {
          let enrolled = try await server.enrollPhone(user, "+15551230145")
          (user, factor) = (enrolled.session, enrolled.id)
          let challenge = try await server.signIn(Sending.address)
          pending = try #require(challenge.json["mfaPendingCredential"]?.stringValue)
        }
        let (asked, sent) = (functions.calls(sending.event).count, server.backend.inbox.messages.count)
        functions.answer(sending.event, status: 403, Self.refusal)
        let refused = try await sending.run(server, user, pending, factor)
        #expect(refused.status == 400, "\(refused.text.prefix(1_000))")
        if sending != .pageReset {
          #expect(
            refused.errorMessage
              == "BLOCKING_FUNCTION_ERROR_RESPONSE : HTTP Cloud Function returned an error: "
              + Self.refusal)
        }
        #expect(server.backend.inbox.messages.count == sent)
        try #require(functions.calls(sending.event).count == asked + 1)
        let told = try #require(functions.calls(sending.event).last?.objectValue)
        for (name, value) in sending.told { #expect(told[name]?.stringValue == value, "\(name)") }
        #expect(told["event_type"]?.stringValue == sending.event)
        #expect(
          Set(told.keys).subtracting(sending.told.keys) == [
            "iss", "aud", "iat", "exp", "event_id", "event_type", "user_agent", "ip_address", "locale",
          ])

        functions.answer(sending.event, "{}")
        let allowed = try await sending.run(server, user, pending, factor)
        #expect(allowed.status == 200, "\(allowed.text.prefix(1_000))")
        #expect(server.backend.inbox.messages.count == sent + (sending.isSent ? 1 : 0))
        #expect(functions.calls(sending.event).count == asked + 2)
        for id in [bob.localID, user.localID] {
          _ = try await server.administer("accounts:delete", ["localId": .string(id)])
        }
      }
    }
  }

  // Fails when the page mails without asking.
  @Test("the page that enrols a required second factor asks before it mails")
  func enrolmentPage() async throws {
    try await Self.run { server, functions in
      try await server.changeProject { $0.signIn.multiFactor.state = .mandatory }
      let made = try await server.call(
        "accounts:signUp", ["email": "new@example.com", "password": "correct horse"])
      let link = try #require(made.errorMessage?.split(separator: " ").last.map(String.init))
      let page = try await server.send("GET", link)
      functions.answer("beforeSendEmail", status: 403, Self.refusal)
      #expect(try await server.submit(page).status == 400)
      #expect(functions.calls("beforeSendEmail").count == 1 && server.backend.inbox.messages.isEmpty)
      let told = try #require(functions.calls("beforeSendEmail").last?.objectValue)
      #expect(told["email"] == "new@example.com" && told["email_type"] == "VERIFY_EMAIL")
      functions.answer("beforeSendEmail", "{}")
      #expect(try await server.submit(page).status == 200)
      #expect(functions.calls("beforeSendEmail").count == 2 && server.backend.inbox.messages.count == 1)
    }
  }

  // Fails when a function is asked about mails alone that really leave.
  @Test("by a function's refusal nobody finds out who is registered")
  func enumeration() async throws {
    try await Self.run { server, functions in
      _ = try await server.verifiedUser(Sending.address)
      for (status, text) in [(200, "{}"), (403, Self.refusal), (500, "broken"), (200, "[]")] {
        functions.answer("beforeSendEmail", status: status, text)
        let known = try await server.sendOob("PASSWORD_RESET", ["email": .string(Sending.address)])
        let unknown = try await server.sendOob("PASSWORD_RESET", ["email": "nobody@example.com"])
        #expect(known.status == unknown.status)
        #expect(
          known.text.replacing(Sending.address, with: "")
            == unknown.text.replacing(
              "nobody@example.com", with: ""))
        let told = functions.calls("beforeSendEmail").suffix(2).map {
          Set($0.objectValue?.keys.map(\.self) ?? [])
        }
        #expect(told.first == told.last)
      }
    }
  }

  // Fails when links that are handed out, test numbers, examples or notices are asked about: a function must not keep a user from
  // learning of what has happened to their account.
  @Test("links that are handed out, test numbers, examples and notices ask nobody")
  func unasked() async throws {
    try await Self.run { server, functions in
      let user = try await server.verifiedUser(Sending.address)
      let factor = try await server.enrollPhone(user, Sending.number)
      #expect(server.backend.inbox.notices.count == 1)
      try await server.changeProject { $0.signIn.testPhoneNumbers = ["+15555550100": "123456"] }
      let asked = Self.events.map { functions.calls($0).count }
      for event in Self.events { functions.answer(event, status: 403, Self.refusal) }
      let link = try await server.administer(
        "accounts:sendOobCode",
        ["requestType": "PASSWORD_RESET", "email": .string(Sending.address), "returnOobLink": true])
      #expect(link.status == 200 && link.json["oobLink"] != nil)
      #expect(try await !server.sendCode(to: "+15555550100").isEmpty)
      let withdrawn = try await server.call2(
        "accounts/mfaEnrollment:withdraw",
        ["idToken": .string(factor.session.idToken), "mfaEnrollmentId": .string(factor.id)])
      #expect(withdrawn.status == 200)
      #expect(server.backend.inbox.notices.count == 2)
      let other = try await server.signUp("bob@example.com")
      let changed = try await server.call(
        "accounts:update", ["idToken": .string(other.idToken), "password": "another horse"])
      #expect(changed.status == 200)
      #expect(Self.events.map { functions.calls($0).count } == asked)
    }
  }

  // Fails when a function is asked before the message is counted, and when what it refused does not count.
  @Test("messages that a function refuses count, and past the limit no function is asked")
  func counted() async throws {
    try await FunctionServer.run { functions in
      try await TestServer.runLimited { server in
        try await server.setFunctions(functions, Self.events)
        for event in Self.events { functions.answer(event, status: 403, Self.refusal) }
        var outcomes: [String: [String]] = [:]
        for index in 0..<12 {
          let network = server.network("10.0.0.\(index)")
          outcomes["beforeSendEmail", default: []].append(
            try await network.sendMail(.emailSignIn, to: "ann@example.com"))
          outcomes["beforeSendSms", default: []].append(try await network.sendCode(to: "+15551230144"))
        }
        for event in Self.events {
          let expected = ["BLOCKING_FUNCTION_ERROR_RESPONSE": 10, "TOO_MANY_ATTEMPTS_TRY_LATER": 2]
          #expect(counts(outcomes[event] ?? []) == expected, "\(event)")
          #expect(functions.calls(event).count == 10)
        }
        #expect(server.backend.inbox.messages.isEmpty)
      }
    }
  }
}
