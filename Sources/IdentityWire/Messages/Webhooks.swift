/// Latchkey's own: a webhook, stored as `v2/projects/{p}/webhooks`. See `docs/webhooks.md`.
public struct WebhookConfig: MaskableMessage {
  /// A delivery attempt.
  public struct Delivery: MaskableMessage {
    /// RFC 3339.
    public var time: String?
    /// The `webhook-id` of the message.
    public var messageId: String?
    public var kind: String?
    public var localId: String?
    /// The HTTP status of the response. Absent if there was no response.
    public var status: Int?
    public var milliseconds: Int64?
    /// Absent if the receiver accepted the message.
    public var error: String?
    public init() {}
  }

  /// Output only: `projects/{p}/webhooks/{id}`.
  public var name: String?
  public var url: String?
  public var description: String?
  public var enabled: Bool?
  /// The kinds of events. Empty for all kinds.
  public var kinds: [String]?
  public var includesUser: Bool?
  /// Output only. Present only in the response to the request that made the secret.
  public var secret: String?
  /// Output only: the reason why the server disabled the webhook.
  public var ending: String?
  /// RFC 3339. This member and all following ones are output only.
  public var createTime: String?
  /// The number of audit records that were not processed yet.
  public var waiting: Int64?
  public var failures: Int?
  public var failingSince: String?
  public var nextTry: String?
  /// The number of records that a replay must still process. Absent if there is no replay.
  public var replayWaiting: Int64?
  public init() {}
}

public struct ListWebhooksResponse: Codable, Sendable {
  public var webhooks: [WebhookConfig]

  public init(_ webhooks: [WebhookConfig]) { self.webhooks = webhooks }
}

public struct ListWebhookDeliveriesResponse: Codable, Sendable {
  /// The deliveries, newest first.
  public var deliveries: [WebhookConfig.Delivery]

  public init(_ deliveries: [WebhookConfig.Delivery]) { self.deliveries = deliveries }
}

/// A request that names a webhook in its path.
public struct WebhookRequest: Codable, Sendable {
  public var webhook: String
}

/// An update. The message is the webhook: absent members stay unchanged.
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
  /// The number of seconds for which the previous secret also signs. Nil means a day.
  public var overlapSeconds: Int64?
}

public struct ReplayWebhookRequest: Codable, Sendable {
  public var webhook: String
  /// RFC 3339.
  public var startTime: String?
  /// Nil means now.
  public var endTime: String?
}
