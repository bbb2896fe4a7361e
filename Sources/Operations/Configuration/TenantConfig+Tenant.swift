import Identity
import IdentityWire

extension TenantConfig {
  /// Creates the configuration of a tenant.
  init(_ tenant: Tenant) {
    self.init()
    let settings = tenant.signIn
    name = "projects/\(tenant.project)/tenants/\(tenant.id)"
    tenantId = tenant.id.rawValue
    displayName = tenant.displayName
    allowPasswordSignup = settings.passwordEnabled
    enableEmailLinkSignin = settings.emailLinkEnabled
    enableAnonymousUser = settings.anonymousEnabled
    disableAuth = settings.isDisabled
    mfaConfig = .init(settings.multiFactor)
    testPhoneNumbers = settings.testPhoneNumbers.isEmpty ? nil : settings.testPhoneNumbers
    // If enumeration protection is off, tenants omit the member, as at the official service. Projects show `false`,
    // because the emulator's clients read it.
    emailPrivacyConfig = .init(
      settings,
      recorded: tenant.recordedSettings[Recorded.emailPrivacy.rawValue, EmailPrivacyConfig.self]
        .map { _ in .init() })
    passwordPolicyConfig = .init(settings.passwordPolicy)
    smsRegionConfig = settings.smsRegions.map { .init($0) }
    client = .init()
    client?.permissions = .init(settings)
    autodeleteAnonymousUsers = settings.deletesOldAnonymousUsers
    inheritance = tenant.recordedSettings[Recorded.inheritance.rawValue, Inheritance.self]
    recaptchaConfig = tenant.recordedSettings[Recorded.recaptcha.rawValue, RecaptchaConfig.self]
    monitoring = tenant.recordedSettings[Recorded.monitoring.rawValue, MonitoringConfig.self]
    mobileLinksConfig = tenant.recordedSettings[Recorded.mobileLinks.rawValue, MobileLinksConfig.self]
    hashConfig = .current(signerKey: nil)
  }

  /// Messages that are stored unchanged.
  enum Recorded: String {
    case inheritance, monitoring
    case emailPrivacy = "emailPrivacyConfig"
    case recaptcha = "recaptchaConfig"
    case mobileLinks = "mobileLinksConfig"
  }

  /// The maximum length in characters.
  static let maximumDisplayNameLength = 100

  /// Applies the configuration to a tenant. Fields that the message lacks are switched off.
  ///
  /// - Throws: `INVALID_DISPLAY_NAME`, `INVALID_CONFIG`, `INVALID_TESTING_PHONE_NUMBER`.
  func apply(to tenant: inout Tenant, now: Instant) throws(IdentityError) {
    let displayName = displayName.flatMap { $0.isEmpty ? nil : $0 }
    if let displayName {
      guard displayName.count <= Self.maximumDisplayNameLength, displayName.utf8.count <= 400,
        displayName.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
      else {
        throw .refused(
          .invalidDisplayName, "A tenant's name has up to \(Self.maximumDisplayNameLength) characters.")
      }
    }
    tenant.displayName = displayName
    var settings = tenant.signIn
    settings.passwordEnabled = allowPasswordSignup ?? false
    settings.emailLinkEnabled = enableEmailLinkSignin ?? false
    settings.anonymousEnabled = enableAnonymousUser ?? false
    settings.isDisabled = disableAuth ?? false
    let multiFactor = try (mfaConfig ?? .init()).settings()
    try multiFactor.checkChange(from: settings.multiFactor)
    settings.multiFactor = multiFactor
    settings.testPhoneNumbers = try SignInSettings.checkedTestPhoneNumbers(testPhoneNumbers ?? [:])
    settings.passwordPolicy =
      try passwordPolicyConfig?.policy(replacing: settings.passwordPolicy, now: now) ?? PasswordPolicy()
    settings.smsRegions = try smsRegionConfig?.policy()
    settings.apply(client?.permissions, emailPrivacyConfig, defaults: .allOff)
    settings.deletesOldAnonymousUsers = autodeleteAnonymousUsers ?? false
    tenant.signIn = settings
    try recaptchaConfig?.check()
    try tenant.recordedSettings.record(emailPrivacyConfig?.ifOff, as: Recorded.emailPrivacy.rawValue)
    try tenant.recordedSettings.record(inheritance, as: Recorded.inheritance.rawValue)
    try tenant.recordedSettings.record(recaptchaConfig, as: Recorded.recaptcha.rawValue)
    try tenant.recordedSettings.record(monitoring, as: Recorded.monitoring.rawValue)
    try tenant.recordedSettings.record(mobileLinksConfig, as: Recorded.mobileLinks.rawValue)
    try tenant.recordedSettings.checkSize()
  }
}
