/// The sign-in settings of a project or tenant.
public struct SignInSettings: Sendable, Equatable {
  /// Refuses every operation of users: `disableAuth`.
  public var isDisabled = false
  /// True if several accounts may have the same address, each account from another provider. Off by default, as in new
  /// Firebase projects. A tenant uses its project's setting.
  public var allowDuplicateEmails = false
  public var passwordEnabled = true
  public var emailLinkEnabled = false
  /// Used while sign-in by e-mail is disabled. True if enabling sign-in by e-mail again enables mailed links as well as
  /// passwords.
  public var suspendsEmailLink = false
  public var anonymousEnabled = true
  public var phoneEnabled = false
  /// Hides whether an address is registered.
  public var emailEnumerationProtection = false
  /// Decides which addresses of providers count as verified. A tenant uses its project's setting.
  public var emailTrust = EmailTrust.Policy.production
  /// True if verifying an address by a mailed code removes every other way to sign in. A user who proves with a session
  /// or the password that they own the account keeps the other ways: ``EmailVerification``. A tenant uses its project's
  /// setting.
  public var strictEmailVerification = false
  /// True if adding a way to sign in needs a recent sign-in. If false, a stale session may add a way. For a day after
  /// that, a sign-in by this way does not count as recent: ``WayAddition``. A tenant uses its project's setting.
  public var linkingRequiresRecentSignIn = false
  /// True if users may create and delete their accounts themselves; false if only administrators may.
  public var usersMaySignUp = true
  public var usersMayDelete = true
  /// True to delete anonymous accounts 30 days after they were created.
  public var deletesOldAnonymousUsers = false
  public var multiFactor = MultiFactorSettings()
  /// Nil if not configured. A project's users then have passkeys of the server's own domain, and a tenant's users have
  /// none.
  public var passkeys: PasskeySettings?
  public var passwordPolicy = PasswordPolicy()
  /// Nil if not configured. Text messages may then be sent to every country.
  public var smsRegions: SMSRegionPolicy?
  /// Numbers that receive no messages, each with its fixed code.
  public var testPhoneNumbers: [String: String] = [:]

  public init() {}

  /// The settings of a development server's project: every way to sign in is enabled, except providers, which need
  /// settings first.
  public static var allOn: SignInSettings {
    var settings = SignInSettings()
    settings.emailLinkEnabled = true
    settings.phoneEnabled = true
    settings.multiFactor.state = .enabled
    settings.multiFactor.allowsPhone = true
    settings.multiFactor.totp = .init()
    return settings
  }

  /// The settings of a new project for real users. As with Firebase, they hide which addresses are registered. Unlike
  /// Firebase's settings, they do not let a stale session add a way to sign in.
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

/// Decodes settings that were stored before a setting existed. Missing settings get their defaults.
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
