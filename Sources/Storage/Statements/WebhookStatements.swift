enum WebhookStatements {
  static let insert: SQLStatement = """
    INSERT INTO webhook_attempts (webhook, attempted_at, message, kind, account, status, milliseconds, error)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
    """

  /// Deletes all but the last attempts of a webhook.
  static let trim: SQLStatement = """
    DELETE FROM webhook_attempts WHERE webhook = $1 AND id <= (
      SELECT id FROM webhook_attempts WHERE webhook = $1 ORDER BY id DESC LIMIT 1 OFFSET $2)
    """

  static let selectNewest: SQLStatement = """
    SELECT attempted_at, message, kind, account, status, milliseconds, error FROM webhook_attempts
    WHERE webhook = $1 ORDER BY id DESC LIMIT $2
    """

  static let deleteAll: SQLStatement = "DELETE FROM webhook_attempts WHERE webhook = $1"

  static let all = [insert, trim, selectNewest, deleteAll]
}
