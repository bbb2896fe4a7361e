extension SchemaMigration {
  /// Adds the time when a session was ended. If an account ended its sessions before this migration,
  /// ``Account/validSince`` identifies the ended sessions. The index `sessions_account` also finds the sessions of one
  /// sign-in, so the index of families is no longer needed.
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
