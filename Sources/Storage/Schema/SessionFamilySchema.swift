extension SchemaMigration {
  /// Adds session families. A session without a family is the first session of its own family. A session without
  /// `forget_at` is never swept.
  static let sessionFamilies = SchemaMigration(name: "0006 session families") { dialect in
    [
      "ALTER TABLE sessions ADD COLUMN family \(dialect.blob)",
      "ALTER TABLE sessions ADD COLUMN last_used_at BIGINT",
      "ALTER TABLE sessions ADD COLUMN rotated_at BIGINT",
      "ALTER TABLE sessions ADD COLUMN sealed_successor \(dialect.blob)",
      "ALTER TABLE sessions ADD COLUMN revoked_at BIGINT",
      "ALTER TABLE sessions ADD COLUMN forget_at BIGINT",
      "CREATE INDEX sessions_family ON sessions (family) WHERE family IS NOT NULL",
      "CREATE INDEX sessions_expiry ON sessions (forget_at) WHERE forget_at IS NOT NULL",
    ]
  }
}
