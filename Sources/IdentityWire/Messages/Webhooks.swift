/// Latchkey's own: a webhook, as `v2/projects/{p}/webhooks` keeps it. See `docs/webhooks.md`.
public struct WebhookConfig: MaskableMessage {
  /// An attempt at delivering.
  public struct Delivery: MaskableMessage {
    /// RFC 3339.
    public var time: String?
    /// The `webhook-id` of the message.
    public var messageId: String?
    public var kind: String?
    public var localId: String?
    /// The status of the answer; missing if there was none.
    public var status: Int?
    public var milliseconds: Int64?
    /// Missing where the message was taken.
    public var error: String?
    public init() {}
  }

  /// Output only: `projects/{p}/webhooks/{id}`.
  public var name: String?
  public var url: String?
  public var description: String?
  public var enabled: Bool?
  /// Empty for all.
  public var kinds: [String]?
  public var includesUser: Bool?
  /// Output only, and only where it was just made.
  public var secret: String?
  /// Output only: why the server turned the webhook off.
  public var ending: String?
  /// Output only, as all that follow: RFC 3339.
  public var createTime: String?
  /// Records of the audit log that were not looked at yet.
  public var waiting: Int64?
  public var failures: Int?
  public var failingSince: String?
  public var nextTry: String?
  /// Records that a replay has yet to look at; missing where there was none.
  public var replayWaiting: Int64?
  public init() {}
}

public struct ListWebhooksResponse: Codable, Sendable {
  public var webhooks: [WebhookConfig]

  public init(_ webhooks: [WebhookConfig]) { self.webhooks = webhooks }
}

public struct ListWebhookDeliveriesResponse: Codable, Sendable {
  /// The newest first.
  public var deliveries: [WebhookConfig.Delivery]

  public init(_ deliveries: [WebhookConfig.Delivery]) { self.deliveries = deliveries }
}

/// Names a webhook in its path.
public struct WebhookRequest: Codable, Sendable {
  public var webhook: String
}

/// The message is the webhook: what is missing stays as it is.
public struct UpdateWebhookRequest: Decodable, Sendable {
  public var webhook: String
  public var config: WebhookConfig

  private enum CodingKeys: String, CodingKey { case webhook }

  public init(from decoder: any Decoder) throws {
    webhook = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .webhook)
    config = try WebhookConfig(from: decoder)
  }
}

public struct RotateWebhookSecretRequest: Codable, Sendable {
  public var webhook: String
  /// For how long the former secret signs, too. Nil means a day.
  public var overlapSeconds: Int64?
}

public struct ReplayWebhookRequest: Codable, Sendable {
  public var webhook: String
  /// RFC 3339.
  public var startTime: String?
  /// Nil means now.
  public var endTime: String?
}
