extension SchemaMigration {
  /// Throttles replace the counted attempts, which say nothing that a throttle could go on from: they are of some
  /// minutes, and forgotten.
  static let throttles = SchemaMigration(name: "0009 throttles") { dialect in
    let text = dialect.text
    return [
      """
      CREATE TABLE throttles (
        project \(text) NOT NULL,
        tenant \(text) NOT NULL,
        kind \(text) NOT NULL,
        subject \(dialect.blob) NOT NULL,
        tries BIGINT NOT NULL,
        opens_at BIGINT NOT NULL,
        expires_at BIGINT NOT NULL,
        CONSTRAINT throttles_pkey PRIMARY KEY (project, tenant, kind, subject)
      )\(dialect.keptInPrimaryKey)
      """,
      "CREATE INDEX throttles_expiry ON throttles (expires_at)",
      "DROP TABLE attempts",
    ]
  }
}
