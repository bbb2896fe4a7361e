/// The sign-in settings of a project or tenant.
public struct SignInSettings: Sendable, Equatable {
  /// Refuses every operation of the accounts' users: `disableAuth`.
  public var isDisabled = false
  /// True if several accounts may have the same address at their providers. Off by default, as in new Firebase
  /// projects. A tenant follows its project.
  public var allowDuplicateEmails = false
  public var passwordEnabled = true
  public var emailLinkEnabled = false
  /// True if sign-in by link is enabled again together with sign-in by e-mail. It has no effect while that is
  /// enabled.
  public var suspendsEmailLink = false
  public var anonymousEnabled = true
  public var phoneEnabled = false
  /// Hides whether an address is registered.
  public var emailEnumerationProtection = false
  /// A tenant follows its project.
  public var emailTrust = EmailTrust.Policy.production
  /// True if a mailed verification removes every other way to sign in, unless the user proves to own the account:
  /// ``EmailVerification``. A tenant follows its project.
  public var strictEmailVerification = false
  /// True if adding a way to sign in needs a recent sign-in. If false, a sign-in by a way that a stale session added
  /// does not count as recent for a day. A tenant follows its project.
  public var linkingRequiresRecentSignIn = false
  /// True if users may create and delete their accounts themselves; false if only administrators may.
  public var usersMaySignUp = true
  public var usersMayDelete = true
  /// True to delete anonymous accounts 30 days after they were created.
  public var deletesOldAnonymousUsers = false
  public var multiFactor = MultiFactorSettings()
  /// Nil if not configured: a project's users have passkeys of the server's own domain, a tenant's users have none.
  public var passkeys: PasskeySettings?
  public var passwordPolicy = PasswordPolicy()
  /// Nil if not configured: text messages may go everywhere.
  public var smsRegions: SMSRegionPolicy?
  /// Numbers that get no messages, each with its fixed code.
  public var testPhoneNumbers: [String: String] = [:]

  public init() {}

  /// The settings of a development server's project: every way to sign in is enabled, except providers, which must be
  /// set up first.
  public static var allOn: SignInSettings {
    var settings = SignInSettings()
    settings.emailLinkEnabled = true
    settings.phoneEnabled = true
    settings.multiFactor.state = .enabled
    settings.multiFactor.allowsPhone = true
    settings.multiFactor.totp = .init()
    return settings
  }

  /// The settings of a new project for real users. They hide who is registered, as Firebase's do. Unlike Firebase's,
  /// they do not let a stale session add a way to sign in.
  public static var production: SignInSettings {
    var settings = SignInSettings()
    settings.emailEnumerationProtection = true
    settings.linkingRequiresRecentSignIn = true
    return settings
  }

  /// The settings of a new tenant: every way to sign in is disabled.
  public static var allOff: SignInSettings {
    var settings = SignInSettings()
    settings.passwordEnabled = false
    settings.anonymousEnabled = false
    return settings
  }
}

/// Decodes settings that were stored before one of them existed: that one gets its default.
extension SignInSettings: Codable {
  private enum CodingKeys: String, CodingKey {
    case isDisabled, allowDuplicateEmails, passwordEnabled, emailLinkEnabled, anonymousEnabled, phoneEnabled
    case emailEnumerationProtection, emailTrust, linkingRequiresRecentSignIn, strictEmailVerification
    case usersMaySignUp, usersMayDelete
    case suspendsEmailLink, deletesOldAnonymousUsers, multiFactor, passkeys, passwordPolicy, smsRegions,
      testPhoneNumbers
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func read<Value: Decodable>(_ key: CodingKeys, _ value: inout Value) throws {
      value = try container.decodeIfPresent(Value.self, forKey: key) ?? value
    }
    try read(.isDisabled, &isDisabled)
    try read(.allowDuplicateEmails, &allowDuplicateEmails)
    try read(.passwordEnabled, &passwordEnabled)
    try read(.emailLinkEnabled, &emailLinkEnabled)
    try read(.suspendsEmailLink, &suspendsEmailLink)
    try read(.anonymousEnabled, &anonymousEnabled)
    try read(.phoneEnabled, &phoneEnabled)
    try read(.emailEnumerationProtection, &emailEnumerationProtection)
    try read(.emailTrust, &emailTrust)
    try read(.strictEmailVerification, &strictEmailVerification)
    try read(.linkingRequiresRecentSignIn, &linkingRequiresRecentSignIn)
    try read(.usersMaySignUp, &usersMaySignUp)
    try read(.usersMayDelete, &usersMayDelete)
    try read(.deletesOldAnonymousUsers, &deletesOldAnonymousUsers)
    try read(.multiFactor, &multiFactor)
    passkeys = try container.decodeIfPresent(PasskeySettings.self, forKey: .passkeys)
    try read(.passwordPolicy, &passwordPolicy)
    smsRegions = try container.decodeIfPresent(SMSRegionPolicy.self, forKey: .smsRegions)
    try read(.testPhoneNumbers, &testPhoneNumbers)
  }
}
