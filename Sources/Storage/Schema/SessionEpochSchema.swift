extension SchemaMigration {
  /// Adds epochs. A session from before has the epoch of an account that never revoked anything. If its account did
  /// revoke in the session's own second, the session was deleted at once.
  static let sessionEpochs = SchemaMigration(name: "0003 session epochs") { _ in
    ["ALTER TABLE sessions ADD COLUMN token_epoch BIGINT NOT NULL DEFAULT 0"]
  }
}
