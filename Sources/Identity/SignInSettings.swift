/// How a project, or one of its tenants, lets users in.
public struct SignInSettings: Sendable, Equatable {
  /// Refuses every operation of the accounts' users: `disableAuth`.
  public var isDisabled = false
  /// Whether several accounts may have one address at their providers. Off, as in new Firebase projects.
  /// A tenant follows its project.
  public var allowDuplicateEmails = false
  public var passwordEnabled = true
  public var emailLinkEnabled = false
  /// Whether links are let in again, beside passwords, as soon as sign-in by e-mail is enabled. Nothing asks
  /// about it while it is.
  public var suspendsEmailLink = false
  public var anonymousEnabled = true
  public var phoneEnabled = false
  /// Hides whether an address is registered.
  public var emailEnumerationProtection = false
  /// A tenant follows its project.
  public var emailTrust = EmailTrust.Policy.production
  /// Whether a mailed verification ends every other way into the account, unless who applies it proves to be the
  /// account's user: ``EmailVerification``. A tenant follows its project.
  public var strictEmailVerification = false
  /// Whether adding a way to sign in needs a recent sign-in. Off, what a stale session adds is not recent for a day.
  /// A tenant follows its project.
  public var linkingRequiresRecentSignIn = false
  /// Whether users make and delete their accounts themselves, or administrators alone do.
  public var usersMaySignUp = true
  public var usersMayDelete = true
  /// Whether anonymous accounts are deleted 30 days after they were made.
  public var deletesOldAnonymousUsers = false
  public var multiFactor = MultiFactorSettings()
  /// Nil where nobody chose: a project's users have passkeys of the server's own domain, a tenant's have none.
  public var passkeys: PasskeySettings?
  public var passwordPolicy = PasswordPolicy()
  /// Nil where nobody chose: text messages go everywhere.
  public var smsRegions: SMSRegionPolicy?
  /// Numbers that are sent no message, and the code that each always has.
  public var testPhoneNumbers: [String: String] = [:]

  public init() {}

  /// The settings of a development server's project: every way in but those that providers have to be set up for.
  public static var allOn: SignInSettings {
    var settings = SignInSettings()
    settings.emailLinkEnabled = true
    settings.phoneEnabled = true
    settings.multiFactor.state = .enabled
    settings.multiFactor.allowsPhone = true
    settings.multiFactor.totp = .init()
    return settings
  }

  /// The settings of a new project for real users. As Firebase's, they hide who is registered; unlike Firebase's, they
  /// let no stale session add a way to sign in.
  public static var production: SignInSettings {
    var settings = SignInSettings()
    settings.emailEnumerationProtection = true
    settings.linkingRequiresRecentSignIn = true
    return settings
  }

  /// The settings of a new tenant: no way in until one is switched on.
  public static var allOff: SignInSettings {
    var settings = SignInSettings()
    settings.passwordEnabled = false
    settings.anonymousEnabled = false
    return settings
  }
}

/// Settings that were stored before one of them existed have its default.
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
