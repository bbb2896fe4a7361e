import Identity
import IdentityWire
import Secrets
import Tokens

extension IdentityService {
  /// `v2/accounts/mfaEnrollment:finalize`: adds a second factor to the account once its code is verified.
  ///
  /// Every session that began without the factor ends. The response contains the tokens of a new session. After an
  /// enrolment credential, the response contains no tokens: the user must then sign in with both factors, and that
  /// sign-in calls the project's functions.
  ///
  /// - Throws: `MISSING_ID_TOKEN`, `OPERATION_NOT_ALLOWED`, `UNSUPPORTED_FIRST_FACTOR`, `UNVERIFIED_EMAIL`,
  ///   `MISSING_CODE`, `MISSING_SESSION_INFO`, `INVALID_SESSION_INFO`, `SESSION_EXPIRED`, `INVALID_CODE`,
  ///   `TOO_MANY_ATTEMPTS_TRY_LATER`, `SECOND_FACTOR_EXISTS`, `SECOND_FACTOR_LIMIT_EXCEEDED`.
  public func finalizeMFAEnrollment(_ request: FinalizeMFAEnrollmentRequest, _ caller: Caller)
    async throws(IdentityError) -> FinalizeMFAEnrollmentResponse
  {
    try Self.requireOneKind(request.phoneVerificationInfo, request.totpVerificationInfo)
    try caller.signIn.multiFactor.requireEnrolment(of: request.totpVerificationInfo == nil ? .phone : .totp)
    let account = try await enrollee(request.idToken, request.mfaEnrollmentCredential, caller).account
    try Self.checkProfile(displayName: request.displayName, photoURL: nil)
    if let info = request.totpVerificationInfo {
      return try await enrollTOTP(info, request, account, caller)
    }
    guard let info = request.phoneVerificationInfo else {
      throw .refused(.invalidArgument, "((Missing phoneVerificationInfo.))")
    }
    let phone = try await verifyCode(of: info, for: .mfaEnrollmentCode, caller) {
      $0.accountID == account.id
    } guess: { _ in
      .enrollment(of: account.id)
    }
    let number = phone.verification.phoneNumber
    return try await redeeming(phone, caller) {
      var response = try await enroll(
        .init(kind: .phone(number: number), id: random.alphanumeric(28), phone.consumptions), request, caller)
      response.phoneAuthInfo = FinalizeMFAPhoneResponseInfo(phoneNumber: number)
      return response
    }
  }

  /// Verifies a code like ``verifyCode(_:of:for:_:isFitting:guess:)``, from a client's message about a second
  /// factor.
  func verifyCode(
    of info: FinalizeMFAPhoneRequestInfo, for purpose: ArtifactPurpose, _ caller: Caller,
    isFitting: (PhoneVerification) -> Bool, guess: (PhoneVerification) -> GuessCounter
  ) async throws(IdentityError) -> VerifiedPhone {
    if info.androidVerificationProof != nil {
      throw .unimplemented("androidVerificationProof is not implemented.")
    }
    guard let code = info.code, !code.isEmpty else { throw .refused(.missingCode) }
    guard let sessionInfo = info.sessionInfo, !sessionInfo.isEmpty else {
      throw .refused(.missingSessionInfo)
    }
    return try await verifyCode(
      code, of: sessionInfo, for: purpose, caller, isFitting: isFitting, guess: guess)
  }

  private func enrollTOTP(
    _ info: FinalizeMFAEnrollmentRequest.TOTPVerificationInfo, _ request: FinalizeMFAEnrollmentRequest,
    _ account: Account, _ caller: Caller
  ) async throws(IdentityError) -> FinalizeMFAEnrollmentResponse {
    guard let password = info.verificationCode, !password.isEmpty else { throw .refused(.missingCode) }
    guard let sessionInfo = info.sessionInfo, !sessionInfo.isEmpty else {
      throw .refused(.missingSessionInfo)
    }
    let now = clock.now()
    guard
      let (enrollment, _, consumption) = try await vault.read(
        TOTPEnrollment.self, sessionInfo, for: .totpEnrollment, scope: caller.scope, now: now),
      enrollment.accountID == account.id
    else { throw .refused(.invalidSessionInfo) }
    let enrollmentID = random.alphanumeric(28)
    let consumptions = try await verify(
      password, of: enrollment.secret, enrollmentID, account.id, as: .enrollment(of: account.id), caller,
      now: now)
    let sealed: [UInt8]
    do {
      sealed = try projects.seal(
        totpSecret: enrollment.secret, of: enrollmentID, account.id, in: caller.scope)
    } catch {
      throw .unavailable(.internalError, cause: "a second factor's secret could not be sealed")
    }
    return try await retryingConflicts {
      do {
        var response = try await enroll(
          .init(
            kind: .totp(sealedSecret: sealed), id: enrollmentID,
            [consumption] + consumptions), request, caller)
        response.totpAuthInfo = EmptyMessage()
        return response
      } catch StoreError.artifactGone {
        throw IdentityError.refused(.invalidSessionInfo)
      }
    }
  }

  /// Checks a TOTP code.
  ///
  /// - Returns: writes that redeem the code, so that it is accepted once (RFC 6238 section 5.2), and take
  ///   back the guess.
  /// - Throws: `TOO_MANY_ATTEMPTS_TRY_LATER`, `INVALID_CODE`.
  func verify(
    _ password: String, of secret: [UInt8], _ enrollmentID: String, _ account: AccountID,
    as guess: GuessCounter, _ caller: Caller, now: Instant
  ) async throws(IdentityError) -> [StoreWrite] {
    let adjacentIntervals = (caller.signIn.multiFactor.totp ?? .init()).adjacentIntervals
    let guess = try await count(guess, caller, now: now)
    guard
      let step = TOTP(secret: secret).step(
        of: password, now: now, adjacentIntervals: min(max(adjacentIntervals, 0), 10))
    else { throw .refused(.invalidCode) }
    let redemption = StoreWrite.redeem(
      key: "totp/\(step)/\(enrollmentID)/\(account)", scope: caller.scope,
      // After this time the code belongs to no time step that any setting accepts.
      expiresAt: Instant(seconds: (step + 12) * TOTP.period), now: now)
    return [redemption] + guess.successWrites
  }

  private struct NewFactor {
    var kind: EnrolledFactor.Kind
    var id: String
    var consumptions: [StoreWrite]

    init(kind: EnrolledFactor.Kind, id: String, _ consumptions: [StoreWrite]) {
      self.kind = kind
      self.id = id
      self.consumptions = consumptions
    }
  }

  private func enroll(
    _ new: NewFactor, _ request: FinalizeMFAEnrollmentRequest, _ caller: Caller
  ) async throws -> FinalizeMFAEnrollmentResponse {
    let enrollee = try await enrollee(request.idToken, request.mfaEnrollmentCredential, caller)
    let now = clock.now()
    let name = request.displayName.flatMap { $0.isEmpty ? nil : $0 }
    let factor = EnrolledFactor(
      enrollmentID: new.id, kind: new.kind, displayName: name, enrolledAt: now)
    let session = enrollee.session
    var change = try SecondFactorChange.enrolment(of: factor, by: session, to: enrollee.account, now: now)
    // The console's own pages do not show recovery codes.
    let givesCodes = change.isFirst && caller.project.id != .console
    let codes = givesCodes ? try makeRecoveryCodes(for: &change.account, now: now) : nil
    let consumptions = new.consumptions + [enrollee.consumption].compactMap(\.self)
    var response = FinalizeMFAEnrollmentResponse()
    response.recoveryCodes = codes
    guard enrollee.consumption == nil else {
      try await write(
        change, .secondFactorEnrolled, caller, consumptions + [Self.signIn(of: session)], now: now)
      return response
    }
    let tokens = try await apply(
      change, .secondFactorEnrolled, by: session, caller, alsoWriting: consumptions, now: now)
    response.idToken = tokens.idToken
    response.refreshToken = tokens.refreshToken
    return response
  }

  /// Writes an account with changed factors, ends its sessions, opens a new one for the user who made the
  /// change, and notifies the user.
  func apply(
    _ change: SecondFactorChange, _ notice: MessageKind, by session: UserSession, _ caller: Caller,
    alsoWriting consumptions: [StoreWrite] = [], now: Instant
  ) async throws -> SignInTokens {
    let opened = try await openSession(
      for: change.account, change.facts, in: caller.project, from: caller.client, continuing: session,
      authenticatedAt: session.authenticatedAt, now: now)
    try await write(change, notice, caller, consumptions, then: opened.writes, now: now)
    return opened.tokens
  }

  private func write(
    _ change: SecondFactorChange, _ notice: MessageKind, _ caller: Caller, _ consumptions: [StoreWrite],
    then session: [StoreWrite] = [], now: Instant
  ) async throws {
    let account = change.account
    let notice = try secondFactorNotice(notice, change.factor, of: account, caller)
    try await store.apply(
      (notice?.writes ?? []) + consumptions + [.updateAccount(account), .endSessions(of: account, now: now)]
        + session)
    await notify(notice)
  }
}
