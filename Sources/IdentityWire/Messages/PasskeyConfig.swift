/// `projects/{p}/passkeyConfig`, and the same for tenants. The message has the form that clients use if they were
/// generated from an older Discovery document.
public struct PasskeyConfig: MaskableMessage {
  /// Output only: `projects/{p}[/tenants/{t}]/passkeyConfig`.
  public var name: String?
  public var rpId: String?
  public var expectedOrigins: [String]?
  /// This member and all following ones are Latchkey's own: see `docs/passkeys.md`. Nil means true.
  public var enabled: Bool?
  public var topOrigins: [String]?
  /// Nil means true. A nil ``refusesCopies`` means true, too.
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

/// An update. The message is the configuration; the mask is in the query.
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
