/// `projects/{p}/passkeyConfig` and that of a tenant, as the generated clients of an older Discovery document have it.
public struct PasskeyConfig: MaskableMessage {
  /// `projects/{p}[/tenants/{t}]/passkeyConfig`; of an answer alone.
  public var name: String?
  public var rpId: String?
  public var expectedOrigins: [String]?
  /// Ours, as all that follow: see `docs/passkeys.md`. Nil means true.
  public var enabled: Bool?
  public var topOrigins: [String]?
  /// Nil means true, as of ``refusesCopies``.
  public var countsAsTwoFactors: Bool?
  public var refusesCopies: Bool?
  /// Certificates in PEM.
  public var attestationRoots: [String]?
  public var maximumPasskeys: Int?
  public init() {}
}

public struct GetPasskeyConfigRequest: Codable, Sendable {
  public init() {}
}

/// The message is the configuration; the mask stands in the query.
public struct UpdatePasskeyConfigRequest: Decodable, Sendable {
  public var updateMask: String?
  public var config: PasskeyConfig

  private enum CodingKeys: String, CodingKey { case updateMask }

  public init(from decoder: any Decoder) throws {
    updateMask = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(
      String.self, forKey: .updateMask)
    config = try PasskeyConfig(from: decoder)
  }
}
