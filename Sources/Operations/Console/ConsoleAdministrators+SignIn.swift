import Identity
import IdentityWire
import Tokens

/// Who a session of the console is of.
public struct ConsoleSession: Sendable {
  public let administrator: ConsoleAdministrator
  /// Whether it began with a second factor. One that did not is good for enrolling one, and for nothing else.
  public let isComplete: Bool
}

extension ConsoleAdministrators {
  /// What comes of a right password.
  public enum SignInStep: Sendable {
    /// The second factor is to be proved, and with it the credential is good for a session.
    case code(credential: String, factor: String)
    /// There is no second factor yet: a session that is good for enrolling one.
    case enrolment(session: String)
  }

  /// A second factor that somebody is about to enrol.
  public struct Enrolment: Sendable {
    /// Base32.
    public let secret: String
    /// Stands for the secret when its first code comes back.
    public let sessionInfo: String
  }

  /// - Throws: what `accounts:signInWithPassword` throws; `INVALID_LOGIN_CREDENTIALS` also where there is no console.
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
  /// - Throws: what `mfaSignIn:finalize` throws.
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

  /// - Throws: `CREDENTIAL_TOO_OLD_LOGIN_AGAIN`, and what else `mfaEnrollment:start` throws.
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

  /// - Returns: the token of a new session, which takes the other one's place.
  /// - Throws: what `mfaEnrollment:finalize` throws.
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

  /// Whose invitation a code is, or whose password it resets.
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

  /// Sets the password that somebody chose with their invitation.
  ///
  /// - Throws: `MISSING_PASSWORD`, `INVALID_OOB_CODE`, `EXPIRED_OOB_CODE`, `WEAK_PASSWORD`, `PASSWORD_DOES_NOT_MEET_REQUIREMENTS`.
  public func acceptInvitation(_ code: String, password: String, _ client: ClientDetails)
    async throws(IdentityError)
  {
    // Without one, the operation would only look.
    guard !password.isEmpty else { throw .refused(.missingPassword) }
    let caller = caller(try await requireProject(), client)
    _ = try await service.audited(.passwordReset, caller) { () async throws(IdentityError) in
      var request = ResetPasswordRequest()
      request.oobCode = code
      request.newPassword = password
      return try await service.resetPassword(request, caller)
    }
  }

  // MARK: Sessions

  /// Whose session a token is of, as things stand now: neither ended nor too old, of an account that is still an
  /// administrator's. It is read anew every time, so that what was revoked is over at once.
  public func session(_ token: String) async throws(IdentityError) -> ConsoleSession? {
    guard let project = try await project(), let found = try await stored(token) else { return nil }
    let now = service.clock.now()
    let (session, account) = found
    guard session.rotation == nil, session.isValid(for: account), project.sessions.allows(session, now: now),
      let administrator = ConsoleAdministrator(account)
    else { return nil }
    if let factor = session.signIn.secondFactor {
      guard account.factor(factor.enrollmentID) != nil else { return nil }
    } else {
      guard account.factors.isEmpty else { return nil }
    }
    if let note = project.sessions.note(of: session, now: now) {
      try await service.storing { () async throws(StoreError) in
        try await service.store.apply([
          .noteSessionUse(tokenHash: session.tokenHash, at: note.usedAt, forgetAt: note.forgetAt)
        ])
      }
    }
    return ConsoleSession(administrator: administrator, isComplete: session.signIn.secondFactor != nil)
  }

  /// Ends a session, and everything else that rests on the same sign-in. Nothing happens when there is none.
  public func signOut(_ token: String, _ client: ClientDetails) async throws(IdentityError) {
    guard let project = try await project(), let (session, account) = try await stored(token) else { return }
    var caller = caller(project, client)
    caller.authority = .administrator
    caller.administratorName = account.email?.text
    let now = service.clock.now()
    try await service.audited(.signOut, caller) { () async throws(IdentityError) in
      AuditContext.current.trail?.noteSubject(account.id)
      try await service.storing { () async throws(StoreError) in
        try await service.store.apply([
          .revokeSessionFamily(of: session, now: now, forgetAt: now.adding(seconds: SessionPolicy.memory))
        ])
      }
    }
  }

  private func stored(_ token: String) async throws(IdentityError) -> (RefreshSession, Account)? {
    guard let hash = RefreshToken.hash(ofPresented: token) else { return nil }
    let found = try await service.storing { () async throws(StoreError) in
      try await service.store.session(tokenHash: hash)
    }
    guard let found, found.session.scope == Scope(project: .console) else { return nil }
    return found
  }

  private func idToken(of session: String, _ caller: Caller) async throws(IdentityError) -> String {
    var request = TokenRequest()
    request.grantType = "refresh_token"
    request.refreshToken = session
    return try await service.refresh(request, caller).idToken
  }

  /// Has the log name the administrator, and not the account alone. What nobody has may be somebody's password.
  private func note(email: EmailAddress) async throws(IdentityError) {
    let known = try await service.storing { () async throws(StoreError) in
      try await service.store.account(email: email, in: Scope(project: .console))
    }
    if let name = known?.email?.text { AuditContext.current.trail?.note("administrator", name) }
  }

  private func requireProject() async throws(IdentityError) -> Project {
    guard let project = try await project() else { throw .refused(.invalidLoginCredentials) }
    return project
  }
}
