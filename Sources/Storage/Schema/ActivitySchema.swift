extension SchemaMigration {
  /// Adds activity counts. A tenant of `''` stands for the project with all its tenants. Each count is also added to
  /// this sum, so reading the activity of a project with ten thousand tenants needs no summing. Also indexes diagnoses
  /// to list the newest first.
  static let activity = SchemaMigration(name: "0013 activity") { dialect in
    let text = dialect.text
    return [
      """
      CREATE TABLE activity_counts (
        project \(text) NOT NULL,
        tenant \(text) NOT NULL,
        step \(text) NOT NULL,
        starts_at BIGINT NOT NULL,
        kind \(text) NOT NULL,
        provider \(text) NOT NULL,
        outcome \(text) NOT NULL,
        amount BIGINT NOT NULL,
        CONSTRAINT activity_counts_pkey
          PRIMARY KEY (project, tenant, step, starts_at, kind, provider, outcome)
      )\(dialect.keptInPrimaryKey)
      """,
      "CREATE INDEX activity_counts_age ON activity_counts (step, starts_at)",
      "ALTER TABLE diagnoses ADD COLUMN tenant \(text) NOT NULL DEFAULT ''",
      "CREATE INDEX diagnoses_newest ON diagnoses (project, recorded_at, id)",
      "DROP INDEX diagnoses_project",
    ]
  }
}
