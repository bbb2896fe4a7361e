/// `v2/accounts/mfaSignIn:start`: sends the code of a phone factor, or requests a passkey.
public struct StartMFASignInRequest: Sendable {
  public var mfaPendingCredential: String?
  public var mfaEnrollmentId: String?
  public var phoneSignInInfo: StartMFAPhoneRequestInfo?
  /// Latchkey's own: present if the user wants to use a passkey as the second factor.
  public var passkeySignInInfo: EmptyMessage?
  public var tenantId: String?
  public init() {}
}

public struct StartMFASignInResponse: Sendable {
  public var phoneResponseInfo: StartMFAPhoneResponseInfo?
  public var passkeyResponseInfo: StartPasskeySignInResponse?
  public init() {}
}

/// `v2/accounts/mfaSignIn:finalize`.
public struct FinalizeMFASignInRequest: Sendable {
  public struct TOTPVerificationInfo: Sendable {
    public var verificationCode: String?
    public init(verificationCode: String?) { self.verificationCode = verificationCode }
  }

  public struct RecoveryCodeVerificationInfo: Sendable {
    public var recoveryCode: String?
    public init(recoveryCode: String?) { self.recoveryCode = recoveryCode }
  }

  public var mfaPendingCredential: String?
  /// The id of the TOTP factor.
  public var mfaEnrollmentId: String?
  public var phoneVerificationInfo: FinalizeMFAPhoneRequestInfo?
  public var totpVerificationInfo: TOTPVerificationInfo?
  /// Latchkey's own.
  public var passkeyVerificationInfo: FinalizePasskeySignInRequest?
  /// Latchkey's own. Official SDKs instead send a recovery code as a code of the user's factor.
  public var recoveryCodeVerificationInfo: RecoveryCodeVerificationInfo?
  public var tenantId: String?
  public init() {}
}

public struct FinalizeMFASignInResponse: Sendable {
  public var idToken: String
  public var refreshToken: String
  public var phoneAuthInfo: FinalizeMFAPhoneResponseInfo?

  public init(idToken: String, refreshToken: String) {
    self.idToken = idToken
    self.refreshToken = refreshToken
  }
}

extension StartMFASignInRequest: RequestMessage {
  public init(reading members: MessageReader) throws(MessageFault) {
    self.init()
    mfaPendingCredential = try members.text("mfaPendingCredential")
    mfaEnrollmentId = try members.text("mfaEnrollmentId")
    phoneSignInInfo = try members.message("phoneSignInInfo")
    passkeySignInInfo = try members.message("passkeySignInInfo")
    tenantId = try members.text("tenantId")
  }
}

extension FinalizeMFASignInRequest: RequestMessage {
  public init(reading members: MessageReader) throws(MessageFault) {
    self.init()
    mfaPendingCredential = try members.text("mfaPendingCredential")
    mfaEnrollmentId = try members.text("mfaEnrollmentId")
    phoneVerificationInfo = try members.message("phoneVerificationInfo")
    totpVerificationInfo = try members.message("totpVerificationInfo")
    passkeyVerificationInfo = try members.message("passkeyVerificationInfo")
    recoveryCodeVerificationInfo = try members.message("recoveryCodeVerificationInfo")
    tenantId = try members.text("tenantId")
  }
}

extension FinalizeMFASignInRequest.TOTPVerificationInfo: RequestMessage {
  public init(reading members: MessageReader) throws(MessageFault) {
    verificationCode = try members.text("verificationCode")
  }
}

extension FinalizeMFASignInRequest.RecoveryCodeVerificationInfo: RequestMessage {
  public init(reading members: MessageReader) throws(MessageFault) {
    recoveryCode = try members.text("recoveryCode")
  }
}

extension StartMFASignInResponse: AnswerMessage {
  public func write(to answer: inout AnswerWriter) {
    answer.member("phoneResponseInfo", phoneResponseInfo)
    answer.member("passkeyResponseInfo", passkeyResponseInfo)
  }
}

extension FinalizeMFASignInResponse: AnswerMessage {
  public func write(to answer: inout AnswerWriter) {
    answer.member("idToken", idToken)
    answer.member("refreshToken", refreshToken)
    answer.member("phoneAuthInfo", phoneAuthInfo)
  }
}
