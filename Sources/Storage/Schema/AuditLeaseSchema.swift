extension SchemaMigration {
  /// Of the nodes of one database, one at a time sends a chain of the audit log. And diagnoses are counted by
  /// project.
  static let auditLeases = SchemaMigration(name: "0011 audit leases") { dialect in
    [
      "ALTER TABLE audit_cursors ADD COLUMN lease \(dialect.text)",
      "ALTER TABLE audit_cursors ADD COLUMN leased_until BIGINT NOT NULL DEFAULT 0",
      "ALTER TABLE audit_cursors ADD COLUMN failures BIGINT NOT NULL DEFAULT 0",
      "CREATE INDEX diagnoses_project ON diagnoses (project, recorded_at)",
      "DROP INDEX diagnoses_age",
    ]
  }
}
