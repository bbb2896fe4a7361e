/// An account in the protocol's form.
public struct AccountInfo: Sendable {
  public var localId: String
  public var email: String?
  public var emailVerified: Bool?
  public var initialEmail: String?
  public var displayName: String?
  public var photoUrl: String?
  public var phoneNumber: String?
  /// Base64. ``salt`` is in base64, too.
  public var passwordHash: String?
  public var salt: String?
  /// The version of the password's hash: 0 for the project's own scheme, any other number for another scheme.
  public var version: Int?
  /// Milliseconds since 1970.
  public var passwordUpdatedAt: Double?
  public var providerUserInfo: [ProviderUserInfo]?
  public var mfaInfo: [MfaEnrollment]?
  public var passkeyInfo: [PasskeyMessage]?
  public var validSince: Int64Text?
  public var disabled: Bool?
  public var lastLoginAt: Int64Text?
  public var createdAt: Int64Text?
  public var lastRefreshAt: String?
  public var customAttributes: String?
  public var customAuth: Bool?
  public var emailLinkSignin: Bool?
  public var tenantId: String?
  public init(localId: String) { self.localId = localId }
}

public struct ProviderUserInfo: Sendable, Equatable {
  public var providerId: String
  public var rawId: String?
  public var federatedId: String?
  public var email: String?
  public var displayName: String?
  public var photoUrl: String?
  public var phoneNumber: String?
  public var screenName: String?
  public init(providerId: String) { self.providerId = providerId }
}

public struct MfaEnrollment: Sendable, Equatable {
  public struct TotpInfo: Sendable, Equatable {
    public init() {}
  }

  public var mfaEnrollmentId: String
  public var displayName: String?
  /// The number. Only its last four digits if the factor is not proved yet.
  public var phoneInfo: String?
  public var unobfuscatedPhoneInfo: String?
  public var totpInfo: TotpInfo?
  /// Latchkey's own: present if the factor is a passkey. ``totpInfo`` is then present, too.
  public var passkeyInfo: EmptyMessage?
  public var enrolledAt: String?
  /// An authenticator app's secret in Base32. Present only in the directory that a development server exports.
  public var emulatorTotpSecret: String?
  public init(mfaEnrollmentId: String) { self.mfaEnrollmentId = mfaEnrollmentId }
}

extension AccountInfo: AnswerMessage {
  public func write(to answer: inout AnswerWriter) {
    answer.member("localId", localId)
    answer.member("email", email)
    answer.member("emailVerified", emailVerified)
    answer.member("initialEmail", initialEmail)
    answer.member("displayName", displayName)
    answer.member("photoUrl", photoUrl)
    answer.member("phoneNumber", phoneNumber)
    answer.member("passwordHash", passwordHash)
    answer.member("salt", salt)
    answer.member("version", version)
    answer.member("passwordUpdatedAt", passwordUpdatedAt)
    answer.member("providerUserInfo", providerUserInfo)
    answer.member("mfaInfo", mfaInfo)
    answer.member("passkeyInfo", passkeyInfo)
    answer.member("validSince", validSince)
    answer.member("disabled", disabled)
    answer.member("lastLoginAt", lastLoginAt)
    answer.member("createdAt", createdAt)
    answer.member("lastRefreshAt", lastRefreshAt)
    answer.member("customAttributes", customAttributes)
    answer.member("customAuth", customAuth)
    answer.member("emailLinkSignin", emailLinkSignin)
    answer.member("tenantId", tenantId)
  }
}

extension ProviderUserInfo: AnswerMessage {
  public func write(to answer: inout AnswerWriter) {
    answer.member("providerId", providerId)
    answer.member("rawId", rawId)
    answer.member("federatedId", federatedId)
    answer.member("email", email)
    answer.member("displayName", displayName)
    answer.member("photoUrl", photoUrl)
    answer.member("phoneNumber", phoneNumber)
    answer.member("screenName", screenName)
  }
}

extension MfaEnrollment: AnswerMessage {
  public func write(to answer: inout AnswerWriter) {
    answer.member("mfaEnrollmentId", mfaEnrollmentId)
    answer.member("displayName", displayName)
    answer.member("phoneInfo", phoneInfo)
    answer.member("unobfuscatedPhoneInfo", unobfuscatedPhoneInfo)
    answer.member("totpInfo", totpInfo)
    answer.member("passkeyInfo", passkeyInfo)
    answer.member("enrolledAt", enrolledAt)
    answer.member("emulatorTotpSecret", emulatorTotpSecret)
  }
}

extension MfaEnrollment.TotpInfo: AnswerMessage {
  public func write(to answer: inout AnswerWriter) {}
}
