/// A second factor that an administrator gives to an account: an element of `mfaInfo` of `accounts:signUp`,
/// or of `mfa.enrollments` of `accounts:update`.
public struct MFAFactor: Sendable {
  public var mfaEnrollmentId: String?
  public var displayName: String?
  /// E.164.
  public var phoneInfo: String?
  /// Means an authenticator app that the account already has. Administrators cannot set its secret.
  public var totpInfo: EmptyMessage?
  /// RFC 3339.
  public var enrolledAt: String?
  public init() {}
}

/// `mfa` of `accounts:update`: the complete new list of the account's second factors.
public struct MFAInfo: Sendable {
  public var enrollments: [MFAFactor]?
  public init() {}
}

extension MFAFactor: RequestMessage {
  public init(reading members: MessageReader) throws(MessageFault) {
    self.init()
    mfaEnrollmentId = try members.text("mfaEnrollmentId")
    displayName = try members.text("displayName")
    phoneInfo = try members.text("phoneInfo")
    totpInfo = try members.message("totpInfo")
    enrolledAt = try members.text("enrolledAt")
  }
}

extension MFAInfo: RequestMessage {
  public init(reading members: MessageReader) throws(MessageFault) {
    self.init()
    enrollments = try members.messages("enrollments")
  }
}
