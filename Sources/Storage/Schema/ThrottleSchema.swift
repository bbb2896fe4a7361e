extension SchemaMigration {
  /// Adds throttles, which replace the counted attempts. The counted attempts cover only a few minutes and cannot be
  /// converted, so they are dropped.
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
