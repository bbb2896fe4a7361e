/// `v2/projects/{p}/brandingConfig`, which the official API does not have: see `docs/mail.md`.
public struct BrandingConfig: MaskableMessage {
  /// `projects/{p}/brandingConfig`. Only in responses.
  public var name: String?
  /// The name that users see.
  public var displayName: String?
  /// A PNG, JPEG or WebP picture, in base64.
  public var logo: String?
  /// `#rrggbb`
  public var color: String?
  public var termsUrl: String?
  public var privacyUrl: String?
  public init() {}
}

public struct GetBrandingConfigRequest: Codable, Sendable {
  public init() {}
}

/// An update. The message is the configuration; the mask is in the query.
public struct UpdateBrandingConfigRequest: Decodable, Sendable {
  public var updateMask: String?
  public var config: BrandingConfig

  private enum CodingKeys: String, CodingKey { case updateMask }

  public init(from decoder: any Decoder) throws {
    updateMask = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(
      String.self, forKey: .updateMask)
    config = try BrandingConfig(from: decoder)
  }
}
