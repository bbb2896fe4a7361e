extension SchemaMigration {
  /// Adds the last delivery attempts to webhooks, and the time when a consumer of the audit log began to fail.
  static let webhooks = SchemaMigration(name: "0021 webhooks") { dialect in
    let text = dialect.text
    return [
      "ALTER TABLE audit_cursors ADD COLUMN failing_since BIGINT NOT NULL DEFAULT 0",
      """
      CREATE TABLE webhook_attempts (
        id \(dialect.ascendingKey) NOT NULL,
        webhook \(text) NOT NULL,
        attempted_at BIGINT NOT NULL,
        message \(text) NOT NULL,
        kind \(text) NOT NULL,
        account \(text),
        status BIGINT,
        milliseconds BIGINT NOT NULL,
        error \(text),
        CONSTRAINT webhook_attempts_pkey PRIMARY KEY (id)
      )
      """,
      "CREATE INDEX webhook_attempts_webhook ON webhook_attempts (webhook, id)",
    ]
  }
}
