extension SchemaMigration {
  /// Events are written with what they tell of, and chained later. What is chained already stays as it is.
  static let auditEntries = SchemaMigration(name: "0017 audit entries") { dialect in
    [
      """
      CREATE TABLE audit_entries (
        id \(dialect.ascendingKey) NOT NULL,
        chain \(dialect.text) NOT NULL,
        recorded_at BIGINT NOT NULL,
        beginning \(dialect.text) NOT NULL,
        ending \(dialect.text) NOT NULL,
        CONSTRAINT audit_entries_pkey PRIMARY KEY (id)
      )
      """
    ]
  }
}
