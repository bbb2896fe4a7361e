extension SchemaMigration {
  /// Adds the table of unsealed events. Each event is written in the transaction of the change that it records, and is
  /// chained later. Records that are already chained stay as they are.
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
