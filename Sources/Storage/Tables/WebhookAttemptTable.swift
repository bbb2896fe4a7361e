import Identity

/// The last delivery attempts to webhooks.
struct WebhookAttemptTable<Connection: SQLConnection> {
  let connection: Connection

  func insert(_ attempts: [WebhookAttempt], of webhook: String) throws {
    for attempt in attempts.suffix(WebhookAttempt.maximumCount) {
      try connection.execute(
        WebhookStatements.insert,
        [
          .text(webhook), SQLValue(attempt.at), .text(attempt.messageID), .text(attempt.kind),
          SQLValue(attempt.account?.rawValue), attempt.status.map { .integer(Int64($0)) } ?? .null,
          .integer(attempt.milliseconds), SQLValue(attempt.error),
        ])
    }
    try connection.execute(
      WebhookStatements.trim, [.text(webhook), .integer(Int64(WebhookAttempt.maximumCount))])
  }

  func newest(of webhook: String, limit: Int) throws -> [WebhookAttempt] {
    try connection.all(WebhookStatements.selectNewest, [.text(webhook), .integer(Int64(limit))]) { row in
      var reader = SQLRowReader(row)
      return WebhookAttempt(
        webhook: webhook, at: try reader.moment(), messageID: try reader.text(), kind: try reader.text(),
        account: try reader.optionalText().flatMap(AccountID.init(rawValue:)),
        status: try reader.optionalInteger().map { Int(clamping: $0) }, milliseconds: try reader.integer(),
        error: try reader.optionalText())
    }
  }

  func deleteAll(of webhook: String) throws {
    try connection.execute(WebhookStatements.deleteAll, [.text(webhook)])
  }
}
