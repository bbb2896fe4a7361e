import Identity

/// Changes of a webhook. Nil leaves what there is.
public struct WebhookChange: Sendable {
  public var url: String?
  /// Empty for none.
  public var description: String?
  public var isEnabled: Bool?
  /// Empty for all.
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
  /// The number of records of the project's audit log that were not looked at for it yet.
  public var waiting: Int64
  /// The number of failures since a delivery was taken.
  public var failures: Int
  public var failingSince: Instant?
  /// Nil unless it waits after a failure.
  public var nextTry: Instant?
  /// Records that a replay has yet to look at; nil where there was none.
  public var replayWaiting: Int64?
}
