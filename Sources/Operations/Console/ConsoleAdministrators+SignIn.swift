import Identity
import IdentityWire
import Tokens

extension ConsoleAdministrators {
  /// The step after a correct password.
  public enum SignInStep: Sendable {
    /// The second factor must be proved. The credential and the proof of the second factor then open a session.
    case code(credential: String, factor: String)
    /// The administrator has no second factor. The session only allows the enrolment of a second factor.
    case enrolment(session: String)
  }

  /// The enrolment of a second factor that has begun.
  public struct Enrolment: Sendable {
    /// The secret in Base32.
    public let secret: String
    /// Identifies the secret when its first code is presented.
    public let sessionInfo: String
  }

  /// - Throws: the errors of `accounts:signInWithPassword`; `INVALID_LOGIN_CREDENTIALS` also if there is no
  ///   console.
  public func signIn(email: String, password: String, _ client: ClientDetails) async throws(IdentityError)
    -> SignInStep
  {
    let project = try await requireProject()
    let caller = caller(project, client)
    return try await service.audited(.signIn, caller) { () async throws(IdentityError) in
      if let address = EmailAddress(email) { try await note(email: address) }
      var request = SignInWithPasswordRequest()
      request.email = email
      request.password = password
      let answer = try await service.signInWithPassword(request, caller)
      if let session = answer.refreshToken { return .enrolment(session: session) }
      guard let credential = answer.mfaPendingCredential, let factor = answer.mfaInfo?.first?.mfaEnrollmentId
      else {
        throw .unavailable(.internalError, cause: "a sign-in to the console has no next step")
      }
      return .code(credential: credential, factor: factor)
    }
  }

  /// - Returns: the session's token.
  /// - Throws: the errors of `mfaSignIn:finalize`.
  public func finishSignIn(credential: String, factor: String, code: String, _ client: ClientDetails)
    async throws(IdentityError) -> String
  {
    let caller = caller(try await requireProject(), client)
    return try await service.audited(.signIn, caller) { () async throws(IdentityError) in
      if let email = try await service.presented(credential, caller).account.email {
        try await note(email: email)
      }
      var request = FinalizeMFASignInRequest()
      request.mfaPendingCredential = credential
      request.mfaEnrollmentId = factor
      request.totpVerificationInfo = .init(verificationCode: code)
      return try await service.finalizeMFASignIn(request, caller).refreshToken
    }
  }

  /// - Throws: `CREDENTIAL_TOO_OLD_LOGIN_AGAIN`; the errors of `mfaEnrollment:start`.
  public func startEnrolment(session: String, _ client: ClientDetails) async throws(IdentityError)
    -> Enrolment
  {
    let caller = caller(try await requireProject(), client)
    return try await service.audited(.codeRequest, caller) { () async throws(IdentityError) in
      var request = StartMFAEnrollmentRequest()
      request.idToken = try await idToken(of: session, caller)
      request.totpEnrollmentInfo = EmptyMessage()
      guard let answer = try await service.startMFAEnrollment(request, caller).totpSessionInfo else {
        throw .unavailable(.internalError, cause: "an enrolment has no secret")
      }
      return Enrolment(secret: answer.sharedSecretKey, sessionInfo: answer.sessionInfo)
    }
  }

  /// - Returns: the token of a new session, which replaces the previous one.
  /// - Throws: the errors of `mfaEnrollment:finalize`.
  public func finishEnrolment(
    session: String, sessionInfo: String, code: String, _ client: ClientDetails
  ) async throws(IdentityError) -> String {
    let caller = caller(try await requireProject(), client)
    return try await service.audited(.factorEnrolment, caller) { () async throws(IdentityError) in
      var request = FinalizeMFAEnrollmentRequest()
      request.idToken = try await idToken(of: session, caller)
      request.totpVerificationInfo = .init(sessionInfo: sessionInfo, verificationCode: code)
      guard let token = try await service.finalizeMFAEnrollment(request, caller).refreshToken else {
        throw .unavailable(.internalError, cause: "an enrolment has no session")
      }
      return token
    }
  }

  /// Returns the address of the administrator whom a code invites, or whose password it resets.
  ///
  /// - Throws: `INVALID_OOB_CODE`, `EXPIRED_OOB_CODE`.
  public func invited(by code: String) async throws(IdentityError) -> String {
    var request = ResetPasswordRequest()
    request.oobCode = code
    let answer = try await service.resetPassword(request, caller(try await requireProject()))
    guard answer.requestType == .passwordReset, let email = answer.email else {
      throw .refused(.invalidOOBCode)
    }
    return email
  }

  /// Sets the password that an invited administrator chose.
  ///
  /// - Throws: `MISSING_PASSWORD`, `INVALID_OOB_CODE`, `EXPIRED_OOB_CODE`, `WEAK_PASSWORD`, `PASSWORD_DOES_NOT_MEET_REQUIREMENTS`.
  public func acceptInvitation(_ code: String, password: String, _ client: ClientDetails)
    async throws(IdentityError)
  {
    // Without a password, the operation would only check the code.
    guard !password.isEmpty else { throw .refused(.missingPassword) }
    let caller = caller(try await requireProject(), client)
    _ = try await service.audited(.passwordReset, caller) { () async throws(IdentityError) in
      var request = ResetPasswordRequest()
      request.oobCode = code
      request.newPassword = password
      return try await service.resetPassword(request, caller)
    }
  }

  private func idToken(of session: String, _ caller: Caller) async throws(IdentityError) -> String {
    var request = TokenRequest()
    request.grantType = "refresh_token"
    request.refreshToken = session
    return try await service.refresh(request, caller).idToken
  }

  /// Notes the administrator's address for the log. An unknown address is not noted: it may be a password
  /// that was typed into the wrong field.
  private func note(email: EmailAddress) async throws(IdentityError) {
    let known = try await service.storing { () async throws(StoreError) in
      try await service.store.account(email: email, in: Scope(project: .console))
    }
    if let name = known?.email?.text { AuditContext.current.trail?.note("administrator", name) }
  }

  func requireProject() async throws(IdentityError) -> Project {
    guard let project = try await project() else { throw .refused(.invalidLoginCredentials) }
    return project
  }
}
