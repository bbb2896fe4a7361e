/// One attempt to deliver a message to a webhook. Only the last attempts are kept.
public struct WebhookAttempt: Sendable, Equatable {
  /// The number of attempts that are kept for each webhook.
  public static let maximumCount = 100
  public static let maximumErrorLength = 200

  /// The webhook's id.
  public var webhook: String
  public var at: Instant
  /// The `webhook-id` of the message.
  public var messageID: String
  public var kind: String
  public var account: AccountID?
  /// The status of the response; nil if there was none.
  public var status: Int?
  public var milliseconds: Int64
  /// The reason why the message was not accepted, in the server's own words. Nil if it was accepted.
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

/// The log of the last delivery attempts.
public protocol WebhookLog: Sendable {
  /// Adds attempts of one webhook, and deletes all but its last ``WebhookAttempt/maximumCount``.
  func note(_ attempts: [WebhookAttempt], of webhook: String) async throws(StoreError)

  /// The attempts of a webhook, the newest first.
  func webhookAttempts(of webhook: String, limit: Int) async throws(StoreError) -> [WebhookAttempt]

  /// Deletes a webhook's attempts and its cursors.
  func forgetWebhook(_ webhook: Webhook, in project: ProjectID) async throws(StoreError)
}
