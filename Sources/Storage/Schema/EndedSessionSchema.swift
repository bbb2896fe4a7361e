extension SchemaMigration {
  /// Adds the end of sessions. Sessions that their account ended earlier are recognised by ``Account/validSince``.
  /// The index of an account's sessions also finds the sessions of one proof, so the family index is no longer
  /// needed.
  static let endedSessions = SchemaMigration(name: "0010 ended sessions") { _ in
    [
      "ALTER TABLE sessions ADD COLUMN ended_at BIGINT",
      "DROP INDEX sessions_family",
      "DROP INDEX sessions_account",
      "CREATE INDEX sessions_account ON sessions (project, tenant, local_id, authenticated_at)",
      """
      CREATE INDEX sessions_in_use ON sessions (project, tenant, local_id, created_at)
        WHERE rotated_at IS NULL AND revoked_at IS NULL AND ended_at IS NULL
      """,
      "CREATE INDEX outbox_room ON outbox (project, channel)",
    ]
  }
}
