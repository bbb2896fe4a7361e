/// `v2/accounts/mfaEnrollment:start`: by which kind of factor is said by the member that is there.
public struct StartMFAEnrollmentRequest: Codable, Sendable {
  public var idToken: String?
  public var phoneEnrollmentInfo: StartMFAPhoneRequestInfo?
  public var totpEnrollmentInfo: EmptyMessage?
  public var tenantId: String?
  public init() {}
}

/// Of a message that is to be sent. What proves that a real app is asking is accepted and not looked at, as in
/// ``SendVerificationCodeRequest``.
public struct StartMFAPhoneRequestInfo: Codable, Sendable {
  public var phoneNumber: String?
  public init() {}
}

public struct StartMFAPhoneResponseInfo: Codable, Sendable {
  public var sessionInfo: String
  public init(sessionInfo: String) { self.sessionInfo = sessionInfo }
}

public struct StartMFAEnrollmentResponse: Codable, Sendable {
  public struct TOTPSessionInfo: Codable, Sendable {
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
public struct FinalizeMFAEnrollmentRequest: Codable, Sendable {
  public struct TOTPVerificationInfo: Codable, Sendable {
    public var sessionInfo: String?
    public var verificationCode: String?

    public init(sessionInfo: String?, verificationCode: String?) {
      self.sessionInfo = sessionInfo
      self.verificationCode = verificationCode
    }
  }

  public var idToken: String?
  public var displayName: String?
  public var phoneVerificationInfo: FinalizeMFAPhoneRequestInfo?
  public var totpVerificationInfo: TOTPVerificationInfo?
  public var tenantId: String?
  public init() {}
}

public struct FinalizeMFAPhoneRequestInfo: Codable, Sendable {
  public var sessionInfo: String?
  public var code: String?
  public var androidVerificationProof: String?
  public init() {}
}

public struct FinalizeMFAPhoneResponseInfo: Codable, Sendable {
  public var phoneNumber: String
  public init(phoneNumber: String) { self.phoneNumber = phoneNumber }
}

public struct FinalizeMFAEnrollmentResponse: Codable, Sendable {
  public var idToken: String
  public var refreshToken: String
  public var phoneAuthInfo: FinalizeMFAPhoneResponseInfo?
  public var totpAuthInfo: EmptyMessage?

  public init(idToken: String, refreshToken: String) {
    self.idToken = idToken
    self.refreshToken = refreshToken
  }
}

/// `v2/accounts/mfaEnrollment:withdraw`.
public struct WithdrawMFARequest: Codable, Sendable {
  public var idToken: String?
  public var mfaEnrollmentId: String?
  public var tenantId: String?
  public init() {}
}

public struct WithdrawMFAResponse: Codable, Sendable {
  public var idToken: String
  public var refreshToken: String
  public var expiresIn: String

  public init(idToken: String, refreshToken: String, expiresIn: String) {
    self.idToken = idToken
    self.refreshToken = refreshToken
    self.expiresIn = expiresIn
  }
}
