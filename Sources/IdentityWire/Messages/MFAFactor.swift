/// A second factor as an administrator gives it to an account: an element of `mfaInfo` of `accounts:signUp`, or of
/// `mfa.enrollments` of `accounts:update`.
public struct MFAFactor: Codable, Sendable {
  public var mfaEnrollmentId: String?
  public var displayName: String?
  /// E.164.
  public var phoneInfo: String?
  /// Names a factor that the account has already: its secret is its user's alone.
  public var totpInfo: EmptyMessage?
  /// RFC 3339.
  public var enrolledAt: String?
  public init() {}
}

/// `mfa` of `accounts:update`: all second factors that the account is to have.
public struct MFAInfo: Codable, Sendable {
  public var enrollments: [MFAFactor]?
  public init() {}
}
