import Identity

/// A change of a webhook. Nil members stay unchanged.
public struct WebhookChange: Sendable {
  public var url: String?
  /// Empty to remove it.
  public var description: String?
  public var isEnabled: Bool?
  /// Empty for all kinds.
  public var kinds: Set<WebhookEventKind>?
  public var includesUser: Bool?

  public init() {}

  func apply(to webhook: inout Webhook, now: Instant) {
    if let url { webhook.url = url }
    if let description { webhook.description = description.isEmpty ? nil : description }
    if let kinds { webhook.select(kinds, now: now) }
    if let includesUser { webhook.includesUser = includesUser }
    if let isEnabled {
      webhook.isEnabled = isEnabled
      webhook.ending = nil
    }
    webhook.secrets.removeAll { $0.expiresAt.map { $0 <= now } ?? false }
  }
}

/// The state of a webhook's deliveries.
public struct WebhookStatus: Sendable {
  /// The number of records in the project's audit log that the webhook has yet to check.
  public var waiting: Int64
  /// The number of failures since the last accepted delivery.
  public var failures: Int
  public var failingSince: Instant?
  /// The time of the next attempt; nil unless the webhook waits after a failure.
  public var nextTry: Instant?
  /// The number of records that a replay has yet to check; nil without a replay.
  public var replayWaiting: Int64?
}
