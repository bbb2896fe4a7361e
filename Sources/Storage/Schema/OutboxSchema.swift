extension SchemaMigration {
  static let outbox = SchemaMigration(name: "0005 outbox") { dialect in
    let text = dialect.text
    return [
      """
      CREATE TABLE outbox (
        id \(text) NOT NULL,
        project \(text) NOT NULL,
        tenant \(text) NOT NULL,
        channel \(text) NOT NULL,
        payload \(dialect.blob) NOT NULL,
        created_at BIGINT NOT NULL,
        due_at BIGINT NOT NULL,
        expires_at BIGINT NOT NULL,
        attempts BIGINT NOT NULL,
        lease \(text),
        CONSTRAINT outbox_pkey PRIMARY KEY (id)
      )
      """,
      "CREATE INDEX outbox_due ON outbox (channel, due_at)",
      "CREATE INDEX outbox_scope ON outbox (project, tenant)",
      "CREATE INDEX outbox_expiry ON outbox (expires_at)",
    ]
  }
}
