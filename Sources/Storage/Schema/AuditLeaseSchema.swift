extension SchemaMigration {
  /// Adds leases: one node at a time sends a chain of the audit log. Also indexes diagnoses by project, to count
  /// them.
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
