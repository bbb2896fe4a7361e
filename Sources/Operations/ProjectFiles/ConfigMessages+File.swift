import Identity
import IdentityWire

/// The parts of the API's configurations that a project file contains: those that can be set, each in one
/// place only.
extension ProjectConfig {
  static let outputNames: Set<String> = ["name", "subtype", "defaultHostingSite"]

  /// The configuration for a file: without output-only members, and with templates only in ``messageConfig``.
  func forFile() -> ProjectConfig {
    var config = settable()
    config.emailPrivacyConfig = config.emailPrivacyConfig.withoutDefault
    config.notification = config.notification?.condensed()
    return config
  }

  /// The part of the configuration that a file may set.
  func settable() -> ProjectConfig {
    var config = self
    (config.name, config.subtype, config.defaultHostingSite) = (nil, nil, nil)
    config.client?.apiKey = nil
    config.client?.firebaseSubdomain = nil
    config.signIn?.hashConfig = nil
    config.passwordPolicyConfig = config.passwordPolicyConfig?.settable()
    let triggers = config.blockingFunctions?.triggers?.mapValues { trigger in
      var trigger = trigger
      trigger.updateTime = nil
      return trigger
    }
    config.blockingFunctions?.triggers = triggers
    config.notification?.sendSms?.smsTemplate = nil
    let mails = config.notification?.sendEmail.map { known in
      var mails = SendEmail()
      mails.callbackUri = known.callbackUri
      return mails
    }
    config.notification?.sendEmail = mails
    return config
  }

  /// Returns the configuration with defaults for named members that the API does not change if they are
  /// missing.
  ///
  /// - Parameter isNamed: true for a member that the file names, even as `null`.
  func withDefaults(_ isNamed: (String) -> Bool) -> ProjectConfig {
    var config = self
    if isNamed("sessionConfig") { config.sessionConfig = sessionConfig ?? .init() }
    if isNamed("emailVerificationConfig") {
      config.emailVerificationConfig = emailVerificationConfig ?? .init()
    }
    if isNamed("passwordHashConfig"), passwordHashConfig?.scheme == nil {
      config.passwordHashConfig = .init(PasswordHashing())
    }
    return config
  }

  /// Returns the mask's fields for a name in a file's configuration.
  static func maskedFields(_ name: String) -> [String] {
    name == "notification"
      ? ["notification.defaultLocale", "notification.sendSms.useDeviceLocale"] : [name]
  }
}

extension ProjectConfig.NotificationConfig {
  /// Nil if nothing is set.
  fileprivate func condensed() -> Self? {
    var known = Self()
    known.defaultLocale = defaultLocale
    if let useDeviceLocale = sendSms?.useDeviceLocale {
      known.sendSms = .init()
      known.sendSms?.useDeviceLocale = useDeviceLocale
    }
    if let callbackUri = sendEmail?.callbackUri {
      known.sendEmail = .init()
      known.sendEmail?.callbackUri = callbackUri
    }
    return known == .init() ? nil : known
  }
}

extension TenantConfig {
  static let outputNames: Set<String> = ["name", "tenantId", "hashConfig"]

  /// The configuration for a file: without output-only members.
  func forFile() -> TenantConfig {
    var config = settable()
    config.emailPrivacyConfig = config.emailPrivacyConfig.withoutDefault
    return config
  }

  /// The part of the configuration that a file may set.
  func settable() -> TenantConfig {
    var config = self
    (config.name, config.tenantId, config.hashConfig) = (nil, nil, nil)
    config.passwordPolicyConfig = config.passwordPolicyConfig?.settable()
    return config
  }
}

extension EmailPrivacyConfig? {
  /// States "off" explicitly, because a missing member means the default of the server where the file is
  /// applied.
  fileprivate var withoutDefault: EmailPrivacyConfig {
    var config = EmailPrivacyConfig()
    config.enableImprovedEmailPrivacy = self?.enableImprovedEmailPrivacy ?? false
    return config
  }
}

extension PasswordPolicyConfig {
  fileprivate func settable() -> PasswordPolicyConfig {
    var config = self
    config.lastUpdateTime = nil
    config.passwordPolicyVersions = config.passwordPolicyVersions?.map { version in
      var version = version
      version.schemaVersion = nil
      return version
    }
    return config
  }
}
