import Identity
import IdentityWire

/// A second factor that a test has enrolled, and the session that this gave.
public struct TestFactor: Sendable {
  public let id: String
  public let session: TestSession
  /// Of a factor that is an authenticator app.
  public let authenticator: TestAuthenticator?
}

extension TestServer {
  /// A call of an operation of the second version of the API, such as `accounts/mfaSignIn:start`.
  public func call2(_ operation: String, _ message: JSONValue, key: String = "key") async throws
    -> TestResponse
  {
    try await send(
      "POST", "/identitytoolkit.googleapis.com/v2/\(operation)?key=\(key)",
      headers: ["Content-Type": "application/json"], body: JSONWriter.text(message))
  }

  // MARK: Text messages

  /// The code that was sent with a `sessionInfo`.
  public func code(of sessionInfo: String, in scope: Scope = Scope(project: TestServer.project)) throws
    -> String
  {
    guard let sms = backend.inbox.textMessages(in: scope).last(where: { $0.sessionInfo == sessionInfo })
    else {
      throw TestFailure("no text message was sent")
    }
    return sms.code
  }

  /// The code of the newest text message.
  public func newestCode() throws -> String {
    guard let sms = backend.inbox.textMessages(in: Scope(project: TestServer.project)).last else {
      throw TestFailure("no text message was sent")
    }
    return sms.code
  }

  /// Six digits that are not those.
  public func wrongCode(of sessionInfo: String) throws -> String {
    try code(of: sessionInfo) == "000000" ? "111111" : "000000"
  }

  /// Has a number sent a code to sign in with.
  public func sendCode(to number: String) async throws -> String {
    let response = try await call("accounts:sendVerificationCode", ["phoneNumber": .string(number)])
    return try text(response, "sessionInfo")
  }

  /// `accounts:signInWithPhoneNumber` with the code that was sent.
  public func signInByPhone(_ number: String, _ more: [String: JSONValue] = [:]) async throws -> TestResponse
  {
    let session = try await sendCode(to: number)
    var message = more
    message["sessionInfo"] = .string(session)
    message["code"] = .string(try code(of: session))
    return try await call("accounts:signInWithPhoneNumber", .object(message))
  }

  // MARK: Enrolling

  /// A new account with a password whose address is verified, signed in.
  public func verifiedUser(_ email: String, password: String = "correct horse") async throws -> TestSession {
    let made = try await administer(
      "accounts",
      ["email": .string(email), "password": .string(password), "emailVerified": true])
    guard made.status == 200 else { throw TestFailure("no account: \(made.text)") }
    return try TestSession(try await signIn(email, password: password))
  }

  public func signIn(_ email: String, password: String = "correct horse") async throws -> TestResponse {
    try await call(
      "accounts:signInWithPassword", ["email": .string(email), "password": .string(password)])
  }

  public func startPhoneEnrollment(_ idToken: String, _ number: String) async throws -> TestResponse {
    try await call2(
      "accounts/mfaEnrollment:start",
      ["idToken": .string(idToken), "phoneEnrollmentInfo": ["phoneNumber": .string(number)]])
  }

  public func enrollPhone(_ session: TestSession, _ number: String) async throws -> TestFactor {
    let started = try await startPhoneEnrollment(session.idToken, number)
    let sessionInfo = try text(started, "phoneSessionInfo", "sessionInfo")
    let finished = try await call2(
      "accounts/mfaEnrollment:finalize",
      [
        "idToken": .string(session.idToken),
        "phoneVerificationInfo": [
          "sessionInfo": .string(sessionInfo), "code": .string(try code(of: sessionInfo)),
        ],
      ])
    return try factor(finished, of: session.localID)
  }

  public func startTOTPEnrollment(_ idToken: String) async throws -> TestResponse {
    try await call2(
      "accounts/mfaEnrollment:start", ["idToken": .string(idToken), "totpEnrollmentInfo": [:]])
  }

  public func enrollTOTP(_ session: TestSession) async throws -> TestFactor {
    let started = try await startTOTPEnrollment(session.idToken)
    let authenticator = try TestAuthenticator(base32: try text(started, "totpSessionInfo", "sharedSecretKey"))
    let finished = try await call2(
      "accounts/mfaEnrollment:finalize",
      [
        "idToken": .string(session.idToken),
        "totpVerificationInfo": [
          "sessionInfo": .string(try text(started, "totpSessionInfo", "sessionInfo")),
          "verificationCode": .string(authenticator.password(at: clock.now())),
        ],
      ])
    return try factor(finished, of: session.localID, authenticator)
  }

  private func factor(
    _ response: TestResponse, of localID: String, _ authenticator: TestAuthenticator? = nil
  ) throws -> TestFactor {
    let session = TestSession(
      localID: localID, idToken: try text(response, "idToken"),
      refreshToken: try text(response, "refreshToken"))
    guard let id = session.claims["firebase"]?["second_factor_identifier"]?.stringValue else {
      throw TestFailure("no second factor in the token")
    }
    return TestFactor(id: id, session: session, authenticator: authenticator)
  }

  // MARK: Signing in

  /// `mfaSignIn:start`.
  public func startSecondFactor(_ pendingCredential: String, _ id: String) async throws -> TestResponse {
    try await call2(
      "accounts/mfaSignIn:start",
      [
        "mfaPendingCredential": .string(pendingCredential), "mfaEnrollmentId": .string(id),
        "phoneSignInInfo": [:],
      ])
  }

  /// The whole of a second step by text message.
  public func provePhone(_ pendingCredential: String, _ id: String) async throws -> TestResponse {
    let sessionInfo = try text(
      try await startSecondFactor(pendingCredential, id), "phoneResponseInfo", "sessionInfo")
    return try await provePhone(pendingCredential, sessionInfo, code: try code(of: sessionInfo))
  }

  public func provePhone(_ pendingCredential: String, _ sessionInfo: String, code: String) async throws
    -> TestResponse
  {
    try await call2(
      "accounts/mfaSignIn:finalize",
      [
        "mfaPendingCredential": .string(pendingCredential),
        "phoneVerificationInfo": ["sessionInfo": .string(sessionInfo), "code": .string(code)],
      ])
  }

  public func proveTOTP(_ pendingCredential: String, _ id: String, password: String) async throws
    -> TestResponse
  {
    try await call2(
      "accounts/mfaSignIn:finalize",
      [
        "mfaPendingCredential": .string(pendingCredential), "mfaEnrollmentId": .string(id),
        "totpVerificationInfo": ["verificationCode": .string(password)],
      ])
  }

  /// A text of a successful answer.
  public func text(_ response: TestResponse, _ path: String...) throws -> String {
    var value: JSONValue? = response.json
    for name in path { value = value?[name] }
    guard response.status == 200, let text = value?.stringValue else {
      throw TestFailure("no \(path.joined(separator: ".")): \(response.status) \(response.text)")
    }
    return text
  }
}
