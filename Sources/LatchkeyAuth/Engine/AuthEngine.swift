import Foundation
import IdentityWire

/// Performs each operation of the protocol that the SDK uses, with one method per operation. The engine stores
/// no user: callers pass the values that a method needs.
actor AuthEngine {
  nonisolated let backend: IdentityToolkitClient

  /// The refreshes in progress, by their refresh token.
  private var refreshes: [String: Task<SessionTokens, any Error>] = [:]

  init(backend: IdentityToolkitClient) { self.backend = backend }

  nonisolated var now: Date { backend.clock.now }
  nonisolated var tenant: JSONValue { JSONValue(backend.configuration.tenantID) }

  // MARK: Signing in

  /// - Throws: ``AuthError`` with `wrongPassword` for an empty password, without asking the server.
  nonisolated func signIn(_ email: String, password: String) async throws -> SignInAnswer {
    guard !password.isEmpty else { throw AuthError(.wrongPassword) }
    let answer = try await backend.call(
      .relyingParty("verifyPassword"),
      [
        "email": .string(email), "password": .string(password), "returnSecureToken": true,
        "clientType": "CLIENT_TYPE_IOS", "tenantId": tenant,
      ])
    return try SignInAnswer(answer, info: .init(providerID: EmailAuthProvider.id, isNewUser: false), now: now)
  }

  /// - Parameter idToken: the ID token of the user whose account gets the address and the password; nil for a
  ///   new user.
  nonisolated func signUp(_ email: String?, password: String?, idToken: String? = nil) async throws
    -> SignInAnswer
  {
    let answer = try await backend.call(
      .relyingParty("signupNewUser"),
      [
        "email": JSONValue(email), "password": JSONValue(password), "idToken": JSONValue(idToken),
        "returnSecureToken": true, "clientType": "CLIENT_TYPE_IOS", "tenantId": tenant,
      ])
    let providerID = email == nil ? "" : EmailAuthProvider.id
    return try SignInAnswer(answer, info: .init(providerID: providerID, isNewUser: idToken == nil), now: now)
  }

  nonisolated func signIn(customToken: String) async throws -> SignInAnswer {
    let answer = try await backend.call(
      .relyingParty("verifyCustomToken"),
      ["token": .string(customToken), "returnSecureToken": true, "tenantId": tenant])
    return try SignInAnswer(
      answer, info: .init(providerID: "", isNewUser: answer["isNewUser"]?.boolValue ?? false), now: now)
  }

  nonisolated func signIn(_ email: String, link: String, idToken: String? = nil) async throws -> SignInAnswer
  {
    guard let code = ActionCodeURL(link: link)?.code ?? ActionCodeURL.queryItem("oobCode", of: link) else {
      throw AuthError(.invalidEmail, "The link is not one for a sign-in by e-mail.")
    }
    let answer = try await backend.call(
      .relyingParty("emailLinkSignin"),
      [
        "email": .string(email), "oobCode": .string(code), "idToken": JSONValue(idToken), "tenantId": tenant,
      ])
    let isNewUser = answer["isNewUser"]?.boolValue ?? false
    return try SignInAnswer(
      answer, info: .init(providerID: EmailAuthProvider.id, isNewUser: isNewUser), now: now)
  }

  /// - Parameters:
  ///   - idToken: the ID token of the user to link; nil for a sign-in.
  ///   - makesUser: false for a reauthentication.
  /// - Throws: ``AuthError`` with `credentialAlreadyInUse` or `accountExistsWithDifferentCredential`. The error
  ///   contains a credential that signs in to the other account without another request to the provider.
  nonisolated func signIn(_ assertion: IdpAssertion, idToken: String? = nil, makesUser: Bool = true)
    async throws
    -> SignInAnswer
  {
    var message = assertion.message
    message["idToken"] = JSONValue(idToken)
    message["autoCreate"] = .bool(makesUser)
    message["tenantId"] = tenant
    let answer = try await backend.call(.relyingParty("verifyAssertion"), message)
    let credential = OAuthCredential(answer)
    if let text = answer["errorMessage"]?.nonEmpty {
      throw Self.refusal(text, answer, credential)
    }
    if answer["needConfirmation"]?.boolValue == true {
      throw Self.conflict(.accountExistsWithDifferentCredential, answer, credential)
    }
    let info = SignInAnswer.AdditionalInfo(
      providerID: answer["providerId"]?.stringValue ?? assertion.providerID,
      isNewUser: answer["isNewUser"]?.boolValue ?? false, profile: Self.profile(answer["rawUserInfo"]),
      username: answer["username"]?.nonEmpty ?? answer["screenName"]?.nonEmpty)
    return try SignInAnswer(answer, info: info, credential: credential, now: now)
  }

  /// Makes the error for an answer that has a success status and an `errorMessage`. The server answers so because it
  /// also returns the credential.
  private static func refusal(_ text: String, _ answer: JSONValue, _ credential: OAuthCredential?)
    -> AuthError
  {
    let error = ServerErrors.error(message: text)
    guard let code = AuthErrorCode(error), code == .credentialAlreadyInUse || code == .emailAlreadyInUse
    else {
      return error
    }
    return conflict(code, answer, credential)
  }

  private static func conflict(_ code: AuthErrorCode, _ answer: JSONValue, _ credential: OAuthCredential?)
    -> AuthError
  {
    var info: [String: any Sendable] = [:]
    info[AuthErrorUserInfoEmailKey] = answer["email"]?.nonEmpty
    info[AuthErrorUserInfoUpdatedCredentialKey] = credential
    return AuthError(code, info: info)
  }

  private static func profile(_ value: JSONValue?) -> JSONValue? {
    let parsed = value?.stringValue.flatMap { try? JSONParser(costlyText: .dropped).parse($0) }
    return (parsed ?? value)?.objectValue.map { .object($0) }
  }

  enum PhoneOperation: String {
    case signIn = "SIGN_UP_OR_IN"
    case link = "LINK"
    case update = "UPDATE"
    case reauthenticate = "REAUTH"
  }

  nonisolated func signIn(
    _ proof: PhoneAuthCredential.Proof, _ operation: PhoneOperation, idToken: String? = nil
  )
    async throws -> SignInAnswer
  {
    var message: [String: JSONValue] = [
      "idToken": JSONValue(idToken), "operation": .string(operation.rawValue), "tenantId": tenant,
    ]
    switch proof {
    case .code(let code, let verificationID):
      guard !verificationID.isEmpty else { throw AuthError(.missingVerificationID) }
      guard !code.isEmpty else { throw AuthError(.missingVerificationCode) }
      message["sessionInfo"] = .string(verificationID)
      message["code"] = .string(code)
    case .temporary(let proof, let number):
      message["temporaryProof"] = .string(proof)
      message["phoneNumber"] = .string(number)
    }
    let answer = try await backend.call(.relyingParty("verifyPhoneNumber"), message)
    if let proof = answer["temporaryProof"]?.nonEmpty, let number = answer["phoneNumber"]?.nonEmpty {
      throw AuthError(
        .credentialAlreadyInUse,
        info: [
          AuthErrorUserInfoUpdatedCredentialKey: PhoneAuthCredential(.temporary(proof, phoneNumber: number))
        ])
    }
    let isNewUser = answer["isNewUser"]?.boolValue ?? false
    return try SignInAnswer(
      answer, info: .init(providerID: PhoneAuthProvider.id, isNewUser: isNewUser), now: now)
  }

  nonisolated func sendVerificationCode(to phoneNumber: String) async throws -> String {
    let answer = try await backend.call(
      .relyingParty("sendVerificationCode"),
      ["phoneNumber": .string(phoneNumber), "clientType": "CLIENT_TYPE_IOS", "tenantId": tenant])
    return try Self.text(answer, "sessionInfo")
  }

  // MARK: Users

  nonisolated func profile(of idToken: String) async throws -> UserProfile {
    let answer = try await backend.call(.relyingParty("getAccountInfo"), ["idToken": .string(idToken)])
    guard let users = answer["users"]?.arrayValue, users.count == 1, let profile = UserProfile(users[0])
    else {
      throw ServerErrors.malformedAnswer(Data(JSONWriter.text(answer).utf8))
    }
    return profile
  }

  /// Changes the account according to the message.
  ///
  /// - Returns: new tokens if the change revoked the old tokens.
  nonisolated func update(_ message: [String: JSONValue], after tokens: SessionTokens) async throws
    -> SessionTokens?
  {
    var message = message
    message["idToken"] = .string(tokens.idToken)
    message["returnSecureToken"] = true
    message["tenantId"] = tenant
    let answer = try await backend.call(.relyingParty("setAccountInfo"), message)
    return SessionTokens(answer, after: tokens, now: now)
  }

  nonisolated func delete(_ uid: String, idToken: String) async throws {
    _ = try await backend.call(
      .relyingParty("deleteAccount"), ["idToken": .string(idToken), "localId": .string(uid)])
  }

  nonisolated func revokeAppleToken(_ authorizationCode: String, idToken: String) async throws {
    _ = try await backend.call(
      .v2("accounts:revokeToken"),
      [
        "providerId": "apple.com", "tokenType": "3", "token": .string(authorizationCode),
        "idToken": .string(idToken), "tenantId": tenant,
      ])
  }

  // MARK: Tokens

  /// Refreshes tokens. All concurrent callers share one request. Reports a network failure only after several
  /// attempts with growing pauses.
  func refresh(_ tokens: SessionTokens) async throws -> SessionTokens {
    let key = tokens.refreshToken
    if let running = refreshes[key] { return try await running.value }
    let task = Task { try await self.requestTokens(tokens) }
    refreshes[key] = task
    defer { refreshes[key] = nil }
    return try await task.value
  }

  /// Seconds between the attempts.
  static let pauses: [Double] = [0.5, 1, 2]

  private nonisolated func requestTokens(_ tokens: SessionTokens) async throws -> SessionTokens {
    var pauses = Self.pauses.makeIterator()
    while true {
      do {
        let answer = try await backend.call(
          .token, ["grantType": "refresh_token", "refreshToken": .string(tokens.refreshToken)])
        guard let new = SessionTokens(refreshed: answer, after: tokens, now: now) else {
          throw ServerErrors.malformedAnswer(Data())
        }
        return new
      } catch {
        guard AuthErrorCode(error) == .networkError, let pause = pauses.next() else { throw error }
        try await backend.clock.sleep(seconds: pause)
      }
    }
  }

  // MARK: Mailed codes

  nonisolated func sendOobCode(
    _ type: String, _ message: [String: JSONValue], _ settings: ActionCodeSettings?
  )
    async throws
  {
    var all = message
    all["requestType"] = .string(type)
    all["clientType"] = "CLIENT_TYPE_IOS"
    all["tenantId"] = tenant
    if let settings { all.merge(settings.message) { $1 } }
    _ = try await backend.call(.relyingParty("getOobConfirmationCode"), all)
  }

  /// - Parameter newPassword: nil to check the code without redeeming it.
  nonisolated func resetPassword(_ code: String, newPassword: String? = nil) async throws -> JSONValue {
    try await backend.call(
      .relyingParty("resetPassword"),
      ["oobCode": .string(code), "newPassword": JSONValue(newPassword), "tenantId": tenant])
  }

  nonisolated func apply(oobCode: String) async throws {
    _ = try await backend.call(
      .relyingParty("setAccountInfo"), ["oobCode": .string(oobCode), "tenantId": tenant])
  }

  nonisolated func signInMethods(_ email: String) async throws -> [String] {
    let answer = try await backend.call(
      .relyingParty("createAuthUri"),
      ["identifier": .string(email), "continueUri": "http://www.google.com/", "tenantId": tenant])
    return (answer["signinMethods"]?.arrayValue ?? []).compactMap(\.stringValue)
  }

  /// The domains that may serve the handler of a sign-in in a browser.
  nonisolated func authorizedDomains() async throws -> [String] {
    let answer = try await backend.get(.relyingParty("getProjectConfig"))
    return (answer["authorizedDomains"]?.arrayValue ?? []).compactMap(\.stringValue)
  }

  // MARK: Second factors

  nonisolated func startEnrollment(phoneNumber: String, idToken: String) async throws -> String {
    let answer = try await backend.call(
      .v2("accounts/mfaEnrollment:start"),
      [
        "idToken": .string(idToken), "tenantId": tenant,
        "phoneEnrollmentInfo": ["phoneNumber": .string(phoneNumber), "clientType": "CLIENT_TYPE_IOS"],
      ])
    return try Self.text(answer["phoneSessionInfo"] ?? .null, "sessionInfo")
  }

  nonisolated func startTOTPEnrollment(idToken: String) async throws -> TOTPSecretData {
    let answer = try await backend.call(
      .v2("accounts/mfaEnrollment:start"),
      ["idToken": .string(idToken), "tenantId": tenant, "totpEnrollmentInfo": [:]])
    let info = answer["totpSessionInfo"] ?? .null
    return TOTPSecretData(
      key: try Self.text(info, "sharedSecretKey"), sessionInfo: try Self.text(info, "sessionInfo"),
      hashingAlgorithm: info["hashingAlgorithm"]?.nonEmpty,
      codeLength: info["verificationCodeLength"]?.integerValue.flatMap(Int.init(exactly:)),
      period: info["periodSec"]?.integerValue.flatMap(Int.init(exactly:)),
      finishBy: info["finalizeEnrollmentTime"]?.stringValue.flatMap(FactorData.date))
  }

  /// - Parameter proof: `phoneVerificationInfo` or `totpVerificationInfo`.
  /// - Returns: the tokens, and the recovery codes. There are no recovery codes if this is not the first
  ///   factor, or if the server is not Latchkey.
  nonisolated func finishEnrollment(
    _ proof: [String: JSONValue], displayName: String?, after tokens: SessionTokens
  ) async throws -> (tokens: SessionTokens, recoveryCodes: [String]) {
    var message = proof
    message["idToken"] = .string(tokens.idToken)
    message["displayName"] = JSONValue(displayName)
    message["tenantId"] = tenant
    let answer = try await backend.call(.v2("accounts/mfaEnrollment:finalize"), message)
    return (try tokensOf(answer, after: tokens), Self.recoveryCodes(answer))
  }

  nonisolated func replaceRecoveryCodes(idToken: String) async throws -> [String] {
    let answer = try await backend.call(
      .v2("accounts/mfaRecoveryCodes:regenerate"), ["idToken": .string(idToken), "tenantId": tenant])
    return Self.recoveryCodes(answer)
  }

  private static func recoveryCodes(_ answer: JSONValue) -> [String] {
    (answer["recoveryCodes"]?.arrayValue ?? []).compactMap(\.stringValue)
  }

  /// - Returns: nil if removing the factor ended the session.
  nonisolated func withdraw(_ enrollmentID: String, after tokens: SessionTokens) async throws
    -> SessionTokens?
  {
    let answer = try await backend.call(
      .v2("accounts/mfaEnrollment:withdraw"),
      ["idToken": .string(tokens.idToken), "mfaEnrollmentId": .string(enrollmentID), "tenantId": tenant])
    return SessionTokens(answer, after: tokens, now: now)
  }

  nonisolated func startSecondFactor(_ enrollmentID: String, _ pendingCredential: String) async throws
    -> String
  {
    let answer = try await backend.call(
      .v2("accounts/mfaSignIn:start"),
      [
        "mfaPendingCredential": .string(pendingCredential), "mfaEnrollmentId": .string(enrollmentID),
        "phoneSignInInfo": ["clientType": "CLIENT_TYPE_IOS"], "tenantId": tenant,
      ])
    return try Self.text(answer["phoneResponseInfo"] ?? .null, "sessionInfo")
  }

  nonisolated func finishSecondFactor(_ proof: [String: JSONValue], _ pendingCredential: String) async throws
    -> SignInAnswer
  {
    var message = proof
    message["mfaPendingCredential"] = .string(pendingCredential)
    message["tenantId"] = tenant
    let answer = try await backend.call(.v2("accounts/mfaSignIn:finalize"), message)
    return try SignInAnswer(answer, info: nil, now: now)
  }

  private nonisolated func tokensOf(_ answer: JSONValue, after known: SessionTokens) throws -> SessionTokens {
    guard let tokens = SessionTokens(answer, after: known, now: now) else {
      throw ServerErrors.malformedAnswer(Data())
    }
    return tokens
  }

  private static func text(_ answer: JSONValue, _ name: String) throws -> String {
    guard let text = answer[name]?.nonEmpty else {
      throw ServerErrors.malformedAnswer(Data(JSONWriter.text(answer).utf8))
    }
    return text
  }
}
