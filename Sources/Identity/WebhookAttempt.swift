/// One attempt at delivering a message to a webhook, as it is kept for a while.
public struct WebhookAttempt: Sendable, Equatable {
  /// The number of attempts that are kept of each webhook.
  public static let maximumCount = 100
  public static let maximumErrorLength = 200

  /// The webhook's id.
  public var webhook: String
  public var at: Instant
  /// The `webhook-id` of the message.
  public var messageID: String
  public var kind: String
  public var account: AccountID?
  /// The status of the answer; nil where there was none.
  public var status: Int?
  public var milliseconds: Int64
  /// The reason why the message was not taken, in the server's own words; nil if it was.
  public var error: String?

  public init(
    webhook: String, at moment: Instant, messageID: String, kind: String, account: AccountID?, status: Int?,
    milliseconds: Int64, error: String?
  ) {
    self.webhook = webhook
    at = moment
    self.messageID = messageID
    self.kind = kind
    self.account = account
    self.status = status
    self.milliseconds = milliseconds
    self.error = error.map { String($0.prefix(Self.maximumErrorLength)) }
  }
}

/// The last attempts at delivering to webhooks.
public protocol WebhookLog: Sendable {
  /// Adds attempts of one webhook, and forgets those before its last ``WebhookAttempt/maximumCount``.
  func note(_ attempts: [WebhookAttempt], of webhook: String) async throws(StoreError)

  /// The newest first.
  func webhookAttempts(of webhook: String, limit: Int) async throws(StoreError) -> [WebhookAttempt]

  /// Forgets a webhook's attempts and its places in the chain.
  func forgetWebhook(_ webhook: Webhook, in project: ProjectID) async throws(StoreError)
}
