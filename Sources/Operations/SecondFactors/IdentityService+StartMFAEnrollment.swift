import Identity
import IdentityWire
import Tokens

/// A TOTP secret that was shown to its user, who has yet to prove that they stored it. It is kept under the
/// enrolment's `sessionInfo`.
struct TOTPEnrollment: Sendable, Codable {
  /// Seconds for which the secret is kept.
  static let lifetime: Int64 = 600

  var accountID: AccountID
  var secret: [UInt8]
}

extension IdentityService {
  /// Authenticator apps that one account may begin to enrol. Each one is stored until it is enrolled or expires.
  private static let begunApps = Throttle.rate(100, per: 3_600)

  /// `v2/accounts/mfaEnrollment:start`: sends a code to a phone number, or makes a secret for an
  /// authenticator app.
  ///
  /// - Throws: `MISSING_ID_TOKEN`, `OPERATION_NOT_ALLOWED`, `UNSUPPORTED_FIRST_FACTOR`, `UNVERIFIED_EMAIL`,
  ///   `CREDENTIAL_TOO_OLD_LOGIN_AGAIN`, `INVALID_PHONE_NUMBER`, `SECOND_FACTOR_EXISTS`,
  ///   `SECOND_FACTOR_LIMIT_EXCEEDED`, `TOO_MANY_ATTEMPTS_TRY_LATER`; the errors of ``requireCaptcha(_:of:_:)`` and
  ///   ``sendCode(to:for:_:_:)``.
  public func startMFAEnrollment(_ request: StartMFAEnrollmentRequest, _ caller: Caller)
    async throws(IdentityError) -> StartMFAEnrollmentResponse
  {
    try Self.requireOneKind(request.phoneEnrollmentInfo, request.totpEnrollmentInfo)
    let isTOTP = request.totpEnrollmentInfo != nil
    try caller.signIn.multiFactor.requireEnrolment(of: isTOTP ? .totp : .phone)
    let enrollee = try await enrollee(request.idToken, request.mfaEnrollmentCredential, caller)
    let account = enrollee.account
    // Checked only at the start: an enrolment that began after a recent sign-in may take longer.
    try enrollee.session.requireRecent(for: account, now: enrollee.begunAt ?? clock.now())
    var response = StartMFAEnrollmentResponse()
    if isTOTP {
      try account.requireRoom()
      response.totpSessionInfo = try await startTOTP(account, caller)
      return response
    }
    guard let info = request.phoneEnrollmentInfo else {
      throw .refused(.invalidArgument, "((Missing phoneEnrollmentInfo.))")
    }
    let number = try Self.newPhoneNumber(info.phoneNumber ?? "")
    try account.requireRoom(forPhone: number)
    if caller.signIn.testCode(of: number) == nil {
      try await requireCaptcha(info.captchaResponse, of: enrollee, caller)
    }
    let sessionInfo = try await sendCode(to: number, for: .mfaEnrollmentCode, caller) {
      $0.accountID = account.id
    }
    response.phoneSessionInfo = StartMFAPhoneResponseInfo(sessionInfo: sessionInfo)
    return response
  }

  /// Refuses a message that names both kinds of factors.
  ///
  /// - Throws: `INVALID_ARGUMENT`.
  static func requireOneKind<Phone, TOTP>(_ phone: Phone?, _ totp: TOTP?) throws(IdentityError) {
    guard phone == nil || totp == nil else { throw .malformed(Self.oneKind) }
  }

  static let oneKind = "A message is about one kind of second factor alone."

  /// Returns the user of an ID token or an enrolment credential, if they may enrol second factors.
  ///
  /// - Throws: `INVALID_MFA_PENDING_CREDENTIAL`, `USER_DISABLED`; the errors of
  ///   ``authenticate(_:_:mayLackFactor:)`` and ``UserSession/requireEnrolment(for:)``.
  func enrollee(_ idToken: String?, _ credential: String?, _ caller: Caller) async throws(IdentityError)
    -> Enrollee
  {
    if let credential, !credential.isEmpty {
      let enrollee = try await enrollee(credential, caller)
      try enrollee.session.requireEnrolment(for: enrollee.account)
      return enrollee
    }
    let (token, account) = try await authenticate(idToken, caller, mayLackFactor: true)
    try token.session.requireEnrolment(for: account)
    return Enrollee(session: token.session, account: account)
  }

  private func startTOTP(_ account: Account, _ caller: Caller) async throws(IdentityError)
    -> StartMFAEnrollmentResponse.TOTPSessionInfo
  {
    let now = clock.now()
    let key = projects.throttleKey("totp-enrolment", of: account.id.rawValue, in: caller.scope)
    try await count([.countTry(key, Self.begunApps, now: now)])
    let expiresAt = now.adding(seconds: TOTPEnrollment.lifetime)
    let enrollment = TOTPEnrollment(accountID: account.id, secret: random.bytes(TOTP.secretLength))
    let minted = try vault.mint(
      enrollment, for: .totpEnrollment, scope: caller.scope, now: now, expiresAt: expiresAt)
    try await storing { () async throws(StoreError) in try await store.apply([minted.write]) }
    return .init(
      sharedSecretKey: Base32.encode(enrollment.secret), verificationCodeLength: TOTP.digits,
      hashingAlgorithm: TOTP.algorithm, periodSec: Int(TOTP.period), sessionInfo: minted.token.text,
      finalizeEnrollmentTime: expiresAt.iso8601)
  }
}
