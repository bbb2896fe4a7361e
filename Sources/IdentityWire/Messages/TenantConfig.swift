/// `v2/projects/{p}/tenants/{t}`: a tenant and its sign-in settings.
public struct TenantConfig: MaskableMessage {
  public struct Client: MaskableMessage {
    public var permissions: ClientPermissions?
    public init() {}
  }

  public struct Inheritance: MaskableMessage {
    public var emailSendingConfig: Bool?
    public init() {}
  }

  /// Output only: `projects/{p}/tenants/{t}`.
  public var name: String?
  /// Output only: the last part of the name. Not in the official API, but the emulator returns it.
  public var tenantId: String?
  public var displayName: String?
  public var allowPasswordSignup: Bool?
  public var enableEmailLinkSignin: Bool?
  public var enableAnonymousUser: Bool?
  public var disableAuth: Bool?
  public var mfaConfig: MultiFactorConfig?
  /// Maps each phone number to its code.
  public var testPhoneNumbers: [String: String]?
  public var emailPrivacyConfig: EmailPrivacyConfig?
  public var passwordPolicyConfig: PasswordPolicyConfig?
  public var smsRegionConfig: SMSRegionConfig?
  public var client: Client?
  public var autodeleteAnonymousUsers: Bool?
  public var inheritance: Inheritance?
  public var recaptchaConfig: RecaptchaConfig?
  public var monitoring: MonitoringConfig?
  public var mobileLinksConfig: MobileLinksConfig?
  /// Output only.
  public var hashConfig: HashConfig?

  public init() {}
}

/// `v2/projects/{p}/tenants/{t}?updateMask=…`. Without a mask the message replaces the whole tenant.
public struct UpdateTenantRequest: Decodable, Sendable {
  public var updateMask: String?
  public var tenant: TenantConfig

  private enum CodingKeys: String, CodingKey { case updateMask }

  public init(from decoder: any Decoder) throws {
    updateMask = try decoder.container(keyedBy: CodingKeys.self)
      .decodeIfPresent(String.self, forKey: .updateMask)
    tenant = try TenantConfig(from: decoder)
  }
}

/// A request for one page of a list.
public struct ListRequest: Codable, Sendable {
  public var pageSize: Int?
  public var pageToken: String?
  /// Latchkey's own, for `oauthIdpConfigs`: true to list `oauth.…` providers too.
  public var showOauth2: Bool?
  public init() {}
}

public struct ListTenantsResponse: Codable, Sendable {
  /// Absent if there are no tenants.
  public var tenants: [TenantConfig]?
  public var nextPageToken: String?
  public init(tenants: [TenantConfig], nextPageToken: String?) {
    self.tenants = tenants.isEmpty ? nil : tenants
    self.nextPageToken = nextPageToken
  }
}
