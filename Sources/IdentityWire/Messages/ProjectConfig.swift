/// `v2/projects/{p}/config`: the sign-in settings of a project. Every member is optional: an update contains
/// only the changes.
public struct ProjectConfig: MaskableMessage {
  /// Output only: `projects/{p}/config`.
  public var name: String?
  public var signIn: SignInConfig?
  public var mfa: MultiFactorConfig?
  public var emailPrivacyConfig: EmailPrivacyConfig?
  public var passwordPolicyConfig: PasswordPolicyConfig?
  public var smsRegionConfig: SMSRegionConfig?
  public var blockingFunctions: BlockingFunctionsConfig?
  public var authorizedDomains: [String]?
  public var client: ClientConfig?
  public var multiTenant: MultiTenantConfig?
  public var autodeleteAnonymousUsers: Bool?
  public var notification: NotificationConfig?
  public var recaptchaConfig: RecaptchaConfig?
  public var monitoring: MonitoringConfig?
  public var mobileLinksConfig: MobileLinksConfig?
  public var quota: QuotaConfig?
  /// Not in the official API.
  public var sessionConfig: SessionConfig?
  /// Not in the official API.
  public var emailVerificationConfig: EmailVerificationConfig?
  /// Not in the official API.
  public var passwordHashConfig: PasswordHashConfig?
  /// Not in the official API.
  public var messageConfig: MessageConfig?
  /// Output only.
  public var subtype: String?
  /// Output only.
  public var defaultHostingSite: String?

  public init() {}
}

extension ProjectConfig {
  public struct SignInConfig: MaskableMessage {
    public struct Email: MaskableMessage {
      public var enabled: Bool?
      /// False if sign-in with a mailed link is allowed, too.
      public var passwordRequired: Bool?
      public init() {}
    }

    public struct Anonymous: MaskableMessage {
      public var enabled: Bool?
      public init() {}
    }

    public struct PhoneNumber: MaskableMessage {
      public var enabled: Bool?
      /// Maps each phone number to its code.
      public var testPhoneNumbers: [String: String]?
      public init() {}
    }

    public var email: Email?
    public var anonymous: Anonymous?
    public var phoneNumber: PhoneNumber?
    public var allowDuplicateEmails: Bool?
    /// True if users can link a way to sign in only after a recent sign-in. Not in the official API.
    public var linkingRequiresRecentSignIn: Bool?
    /// Output only.
    public var hashConfig: HashConfig?
    public init() {}
  }

  public struct BlockingFunctionsConfig: MaskableMessage {
    public struct Trigger: Codable, Sendable, Equatable {
      public var functionUri: String?
      /// Output only, RFC 3339.
      public var updateTime: String?
      public init() {}
    }

    public struct ForwardInboundCredentials: MaskableMessage {
      public var idToken: Bool?
      public var accessToken: Bool?
      public var refreshToken: Bool?
      public init() {}
    }

    /// Maps each event to its trigger.
    public var triggers: [String: Trigger]?
    public var forwardInboundCredentials: ForwardInboundCredentials?
    public init() {}
  }

  public struct ClientConfig: MaskableMessage {
    /// Output only.
    public var apiKey: String?
    public var permissions: ClientPermissions?
    /// Output only.
    public var firebaseSubdomain: String?
    public init() {}
  }

  public struct MultiTenantConfig: MaskableMessage {
    public var allowTenants: Bool?
    public var defaultTenantLocation: String?
    public init() {}
  }

  /// The settings for how long users stay signed in. An absent member means no limit, or the member's default.
  public struct SessionConfig: MaskableMessage {
    public enum RefreshTokens: String, WireEnum {
      case unspecified = "REFRESH_TOKENS_UNSPECIFIED"
      case stable = "STABLE"
      case rotating = "ROTATING"
    }

    public var refreshTokens: RefreshTokens?
    /// The number of seconds for which a used refresh token still returns its successor.
    public var gracePeriodSeconds: Int?
    public var idleLifetimeSeconds: Int?
    public var absoluteLifetimeSeconds: Int?
    public init() {}
  }

  /// Additional effects if a user verifies an address with a mailed code.
  public struct EmailVerificationConfig: MaskableMessage {
    /// True if verifying removes every other way to sign in, unless the caller proves that they are the account's user.
    public var strict: Bool?
    public init() {}
  }

  /// The hash function of new passwords.
  public struct PasswordHashConfig: MaskableMessage {
    public enum Scheme: String, WireEnum {
      case unspecified = "SCHEME_UNSPECIFIED"
      case firebaseScrypt = "FIREBASE_SCRYPT"
      /// The parameters are 19 MiB, two iterations and one lane.
      case argon2id = "ARGON2ID"
    }

    public var scheme: Scheme?
    public init() {}
  }

  public struct QuotaConfig: MaskableMessage {
    public struct TemporaryQuota: MaskableMessage {
      /// The number of accounts that one client address may create in an hour.
      public var quota: Int64Text?
      /// RFC 3339.
      public var startTime: String?
      /// The duration as `google.protobuf.Duration` in JSON, such as `3600s`.
      public var quotaDuration: String?
      public init() {}
    }

    public var signUpQuotaConfig: TemporaryQuota?
    public init() {}
  }
}

/// `v2/projects/{p}/config?updateMask=…`. Without a mask the message replaces the whole configuration.
public struct UpdateProjectConfigRequest: Decodable, Sendable {
  public var updateMask: String?
  public var config: ProjectConfig

  private enum CodingKeys: String, CodingKey { case updateMask }

  public init(from decoder: any Decoder) throws {
    updateMask = try decoder.container(keyedBy: CodingKeys.self)
      .decodeIfPresent(String.self, forKey: .updateMask)
    config = try ProjectConfig(from: decoder)
  }
}

/// A request for a resource.
public struct GetConfigRequest: Codable, Sendable {
  /// The system parameter that selects members of the response. Here, it only adds members that are left out by
  /// default.
  public var fields: String?
  public init() {}
}
