// Parts of the configuration that both projects and tenants have.

/// The changes that users may make to their accounts without an administrator.
public struct ClientPermissions: MaskableMessage {
  public var disabledUserSignup: Bool?
  public var disabledUserDeletion: Bool?
  public init() {}
}

public struct EmailPrivacyConfig: MaskableMessage {
  public var enableImprovedEmailPrivacy: Bool?
  public init() {}
}

public struct MultiFactorConfig: MaskableMessage {
  public enum State: String, WireEnum {
    case unspecified = "STATE_UNSPECIFIED"
    case disabled = "DISABLED"
    case enabled = "ENABLED"
    case mandatory = "MANDATORY"
  }

  public enum Provider: String, WireEnum {
    case unspecified = "PROVIDER_UNSPECIFIED"
    case phone = "PHONE_SMS"
  }

  public struct ProviderConfig: Codable, Sendable, Equatable {
    public enum State: String, WireEnum {
      case unspecified = "MFA_STATE_UNSPECIFIED"
      case disabled = "DISABLED"
      case enabled = "ENABLED"
      case mandatory = "MANDATORY"
    }

    public struct TOTP: Codable, Sendable, Equatable {
      /// The number of accepted 30-second intervals before and after the current one.
      public var adjacentIntervals: Int?
      public init() {}
    }

    public var state: State?
    public var totpProviderConfig: TOTP?
    public init() {}
  }

  public var state: State?
  /// Latchkey's own, RFC 3339: the time until which users without a second factor may still sign in if the
  /// state is `MANDATORY`. An empty text removes it.
  public var mandatoryFrom: String?
  public var enabledProviders: [Provider]?
  /// The settings of factors other than text messages.
  public var providerConfigs: [ProviderConfig]?
  public init() {}
}

public struct PasswordPolicyConfig: MaskableMessage {
  public enum EnforcementState: String, WireEnum {
    case unspecified = "PASSWORD_POLICY_ENFORCEMENT_STATE_UNSPECIFIED"
    case off = "OFF"
    case enforce = "ENFORCE"
  }

  public struct Version: Codable, Sendable, Equatable {
    public struct StrengthOptions: Codable, Sendable, Equatable {
      public var minPasswordLength: Int?
      public var maxPasswordLength: Int?
      public var containsLowercaseCharacter: Bool?
      public var containsUppercaseCharacter: Bool?
      public var containsNumericCharacter: Bool?
      public var containsNonAlphanumericCharacter: Bool?
      public init() {}
    }

    public var customStrengthOptions: StrengthOptions?
    /// Output only.
    public var schemaVersion: Int?
    public init() {}
  }

  public var passwordPolicyEnforcementState: EnforcementState?
  public var forceUpgradeOnSignin: Bool?
  /// A list with exactly one version.
  public var passwordPolicyVersions: [Version]?
  /// Output only, RFC 3339.
  public var lastUpdateTime: String?
  public init() {}
}

/// At most one of the two members is set.
public struct SMSRegionConfig: MaskableMessage {
  public struct AllowByDefault: MaskableMessage {
    public var disallowedRegions: [String]?
    public init() {}
  }

  public struct AllowlistOnly: MaskableMessage {
    public var allowedRegions: [String]?
    public init() {}
  }

  public var allowByDefault: AllowByDefault?
  public var allowlistOnly: AllowlistOnly?
  public init() {}
}

/// The project's password hash function. Output only.
public struct HashConfig: MaskableMessage {
  public var algorithm: String?
  /// Base64.
  public var signerKey: String?
  /// Base64.
  public var saltSeparator: String?
  public var rounds: Int?
  public var memoryCost: Int?
  public init() {}
}

public struct RecaptchaConfig: MaskableMessage {
  public enum EnforcementState: String, WireEnum {
    case unspecified = "RECAPTCHA_PROVIDER_ENFORCEMENT_STATE_UNSPECIFIED"
    case off = "OFF"
    case audit = "AUDIT"
    case enforce = "ENFORCE"
  }

  public enum Action: String, WireEnum {
    case unspecified = "RECAPTCHA_ACTION_UNSPECIFIED"
    case block = "BLOCK"
  }

  public struct ManagedRule: Codable, Sendable, Equatable {
    public var endScore: Double?
    public var action: Action?
  }

  public struct TollFraudManagedRule: Codable, Sendable, Equatable {
    public var startScore: Double?
    public var action: Action?
  }

  public struct Key: Codable, Sendable, Equatable {
    public enum ClientType: String, WireEnum {
      case unspecified = "CLIENT_TYPE_UNSPECIFIED"
      case web = "WEB"
      case ios = "IOS"
      case android = "ANDROID"
    }

    public var key: String?
    public var type: ClientType?
  }

  public var emailPasswordEnforcementState: EnforcementState?
  public var phoneEnforcementState: EnforcementState?
  public var managedRules: [ManagedRule]?
  public var tollFraudManagedRules: [TollFraudManagedRule]?
  public var recaptchaKeys: [Key]?
  public var useAccountDefender: Bool?
  public var useSmsBotScore: Bool?
  public var useSmsTollFraudProtection: Bool?
  public init() {}
}

public struct MonitoringConfig: MaskableMessage {
  public struct RequestLogging: MaskableMessage {
    public var enabled: Bool?
    public init() {}
  }

  public var requestLogging: RequestLogging?
  public init() {}
}

public struct MobileLinksConfig: MaskableMessage {
  public enum Domain: String, WireEnum {
    case unspecified = "DOMAIN_UNSPECIFIED"
    case dynamicLink = "FIREBASE_DYNAMIC_LINK_DOMAIN"
    case hosting = "HOSTING_DOMAIN"
  }

  public var domain: Domain?
  public init() {}
}
