/// `v2/accounts/mfaEnrollment:start`. The kind of factor depends on which of the members `…EnrollmentInfo` is present.
public struct StartMFAEnrollmentRequest: Sendable {
  public var idToken: String?
  /// Latchkey's own. If a sign-in requires a second factor and its user must still enrol one, this credential replaces
  /// the ID token.
  public var mfaEnrollmentCredential: String?
  public var phoneEnrollmentInfo: StartMFAPhoneRequestInfo?
  public var totpEnrollmentInfo: EmptyMessage?
  public var tenantId: String?
  public init() {}
}

/// A request for a text message. It has the proof of ``CaptchaToken``. Other proofs of a real app are accepted and
/// ignored, as in ``SendVerificationCodeRequest``.
public struct StartMFAPhoneRequestInfo: Sendable {
  public var phoneNumber: String?
  public var captchaResponse: String?
  public init() {}
}

public struct StartMFAPhoneResponseInfo: Sendable {
  public var sessionInfo: String
  public init(sessionInfo: String) { self.sessionInfo = sessionInfo }
}

public struct StartMFAEnrollmentResponse: Sendable {
  public struct TOTPSessionInfo: Sendable {
    /// Base32 (RFC 4648 section 6), without padding.
    public var sharedSecretKey: String
    public var verificationCodeLength: Int
    public var hashingAlgorithm: String
    public var periodSec: Int
    public var sessionInfo: String
    /// RFC 3339 with a fraction.
    public var finalizeEnrollmentTime: String

    public init(
      sharedSecretKey: String, verificationCodeLength: Int, hashingAlgorithm: String, periodSec: Int,
      sessionInfo: String, finalizeEnrollmentTime: String
    ) {
      self.sharedSecretKey = sharedSecretKey
      self.verificationCodeLength = verificationCodeLength
      self.hashingAlgorithm = hashingAlgorithm
      self.periodSec = periodSec
      self.sessionInfo = sessionInfo
      self.finalizeEnrollmentTime = finalizeEnrollmentTime
    }
  }

  public var phoneSessionInfo: StartMFAPhoneResponseInfo?
  public var totpSessionInfo: TOTPSessionInfo?
  public init() {}
}

/// `v2/accounts/mfaEnrollment:finalize`.
public struct FinalizeMFAEnrollmentRequest: Sendable {
  public struct TOTPVerificationInfo: Sendable {
    public var sessionInfo: String?
    public var verificationCode: String?

    public init(sessionInfo: String?, verificationCode: String?) {
      self.sessionInfo = sessionInfo
      self.verificationCode = verificationCode
    }
  }

  public var idToken: String?
  /// Latchkey's own: see ``StartMFAEnrollmentRequest/mfaEnrollmentCredential``.
  public var mfaEnrollmentCredential: String?
  public var displayName: String?
  public var phoneVerificationInfo: FinalizeMFAPhoneRequestInfo?
  public var totpVerificationInfo: TOTPVerificationInfo?
  public var tenantId: String?
  public init() {}
}

public struct FinalizeMFAPhoneRequestInfo: Sendable {
  public var sessionInfo: String?
  public var code: String?
  public var androidVerificationProof: String?
  public init() {}
}

public struct FinalizeMFAPhoneResponseInfo: Sendable {
  public var phoneNumber: String
  public init(phoneNumber: String) { self.phoneNumber = phoneNumber }
}

public struct FinalizeMFAEnrollmentResponse: Sendable {
  /// Nil if the request had ``FinalizeMFAEnrollmentRequest/mfaEnrollmentCredential``. The refresh token is then nil,
  /// too.
  public var idToken: String?
  public var refreshToken: String?
  public var phoneAuthInfo: FinalizeMFAPhoneResponseInfo?
  public var totpAuthInfo: EmptyMessage?
  /// Latchkey's own: the account's recovery codes, if the factor is its first. They are returned only once.
  public var recoveryCodes: [String]?

  public init(idToken: String? = nil, refreshToken: String? = nil) {
    self.idToken = idToken
    self.refreshToken = refreshToken
  }
}

/// `v2/accounts/mfaEnrollment:withdraw`.
public struct WithdrawMFARequest: Sendable {
  public var idToken: String?
  public var mfaEnrollmentId: String?
  public var tenantId: String?
  public init() {}
}

public struct WithdrawMFAResponse: Sendable {
  public var idToken: String
  public var refreshToken: String
  public var expiresIn: String

  public init(idToken: String, refreshToken: String, expiresIn: String) {
    self.idToken = idToken
    self.refreshToken = refreshToken
    self.expiresIn = expiresIn
  }
}

extension StartMFAEnrollmentRequest: RequestMessage {
  public init(reading members: MessageReader) throws(MessageFault) {
    self.init()
    idToken = try members.token("idToken")
    mfaEnrollmentCredential = try members.text("mfaEnrollmentCredential")
    phoneEnrollmentInfo = try members.message("phoneEnrollmentInfo")
    totpEnrollmentInfo = try members.message("totpEnrollmentInfo")
    tenantId = try members.text("tenantId")
  }
}

extension StartMFAPhoneRequestInfo: RequestMessage {
  public init(reading members: MessageReader) throws(MessageFault) {
    self.init()
    phoneNumber = try members.text("phoneNumber")
    captchaResponse = try CaptchaToken.read(members)
  }
}

extension FinalizeMFAEnrollmentRequest: RequestMessage {
  public init(reading members: MessageReader) throws(MessageFault) {
    self.init()
    idToken = try members.token("idToken")
    mfaEnrollmentCredential = try members.text("mfaEnrollmentCredential")
    displayName = try members.text("displayName")
    phoneVerificationInfo = try members.message("phoneVerificationInfo")
    totpVerificationInfo = try members.message("totpVerificationInfo")
    tenantId = try members.text("tenantId")
  }
}

extension FinalizeMFAEnrollmentRequest.TOTPVerificationInfo: RequestMessage {
  public init(reading members: MessageReader) throws(MessageFault) {
    sessionInfo = try members.text("sessionInfo")
    verificationCode = try members.text("verificationCode")
  }
}

extension FinalizeMFAPhoneRequestInfo: RequestMessage {
  public init(reading members: MessageReader) throws(MessageFault) {
    self.init()
    sessionInfo = try members.text("sessionInfo")
    code = try members.text("code")
    androidVerificationProof = try members.token("androidVerificationProof")
  }
}

extension WithdrawMFARequest: RequestMessage {
  public init(reading members: MessageReader) throws(MessageFault) {
    self.init()
    idToken = try members.token("idToken")
    mfaEnrollmentId = try members.text("mfaEnrollmentId")
    tenantId = try members.text("tenantId")
  }
}

extension StartMFAEnrollmentResponse: AnswerMessage {
  public func write(to answer: inout AnswerWriter) {
    answer.member("phoneSessionInfo", phoneSessionInfo)
    answer.member("totpSessionInfo", totpSessionInfo)
  }
}

extension StartMFAEnrollmentResponse.TOTPSessionInfo: AnswerMessage {
  public func write(to answer: inout AnswerWriter) {
    answer.member("sharedSecretKey", sharedSecretKey)
    answer.member("verificationCodeLength", verificationCodeLength)
    answer.member("hashingAlgorithm", hashingAlgorithm)
    answer.member("periodSec", periodSec)
    answer.member("sessionInfo", sessionInfo)
    answer.member("finalizeEnrollmentTime", finalizeEnrollmentTime)
  }
}

extension StartMFAPhoneResponseInfo: AnswerMessage {
  public func write(to answer: inout AnswerWriter) {
    answer.member("sessionInfo", sessionInfo)
  }
}

extension FinalizeMFAPhoneResponseInfo: AnswerMessage {
  public func write(to answer: inout AnswerWriter) {
    answer.member("phoneNumber", phoneNumber)
  }
}

extension FinalizeMFAEnrollmentResponse: AnswerMessage {
  public func write(to answer: inout AnswerWriter) {
    answer.member("idToken", idToken)
    answer.member("refreshToken", refreshToken)
    answer.member("phoneAuthInfo", phoneAuthInfo)
    answer.member("totpAuthInfo", totpAuthInfo)
    answer.member("recoveryCodes", recoveryCodes)
  }
}

extension WithdrawMFAResponse: AnswerMessage {
  public func write(to answer: inout AnswerWriter) {
    answer.member("idToken", idToken)
    answer.member("refreshToken", refreshToken)
    answer.member("expiresIn", expiresIn)
  }
}
