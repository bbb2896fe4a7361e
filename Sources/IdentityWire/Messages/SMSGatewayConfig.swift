/// `v2/projects/{p}/smsGatewayConfig`, which the official API does not have: see `docs/mail.md`.
public struct SMSGatewayConfig: MaskableMessage {
  public enum Gateway: String, WireEnum {
    /// The server-wide gateway.
    case unspecified = "GATEWAY_UNSPECIFIED"
    case twilio = "TWILIO"
    case webhook = "WEBHOOK"
  }

  /// `projects/{p}/smsGatewayConfig`. Only in responses.
  public var name: String?
  public var gateway: Gateway?
  public var url: String?
  public var account: String?
  /// Only in updates.
  public var secret: String?
  /// Only in responses: true if there is a secret.
  public var hasSecret: Bool?
  public var from: String?
  public init() {}
}

public struct GetSMSGatewayConfigRequest: Codable, Sendable {
  public init() {}
}

/// An update. The message is the configuration; the mask is in the query.
public struct UpdateSMSGatewayConfigRequest: Decodable, Sendable {
  public var updateMask: String?
  public var config: SMSGatewayConfig

  private enum CodingKeys: String, CodingKey { case updateMask }

  public init(from decoder: any Decoder) throws {
    updateMask = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(
      String.self, forKey: .updateMask)
    config = try SMSGatewayConfig(from: decoder)
  }
}
