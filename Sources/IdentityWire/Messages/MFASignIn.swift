/// `v2/accounts/mfaSignIn:start`: sends the code of a second factor that is a phone.
public struct StartMFASignInRequest: Codable, Sendable {
  public var mfaPendingCredential: String?
  public var mfaEnrollmentId: String?
  public var phoneSignInInfo: StartMFAPhoneRequestInfo?
  public var tenantId: String?
  public init() {}
}

public struct StartMFASignInResponse: Codable, Sendable {
  public var phoneResponseInfo: StartMFAPhoneResponseInfo
  public init(phoneResponseInfo: StartMFAPhoneResponseInfo) { self.phoneResponseInfo = phoneResponseInfo }
}

/// `v2/accounts/mfaSignIn:finalize`.
public struct FinalizeMFASignInRequest: Codable, Sendable {
  public struct TOTPVerificationInfo: Codable, Sendable {
    public var verificationCode: String?
    public init(verificationCode: String?) { self.verificationCode = verificationCode }
  }

  public var mfaPendingCredential: String?
  /// Says which factor a time-based one-time password is of.
  public var mfaEnrollmentId: String?
  public var phoneVerificationInfo: FinalizeMFAPhoneRequestInfo?
  public var totpVerificationInfo: TOTPVerificationInfo?
  public var tenantId: String?
  public init() {}
}

public struct FinalizeMFASignInResponse: Codable, Sendable {
  public var idToken: String
  public var refreshToken: String
  public var phoneAuthInfo: FinalizeMFAPhoneResponseInfo?

  public init(idToken: String, refreshToken: String) {
    self.idToken = idToken
    self.refreshToken = refreshToken
  }
}
