extension SchemaMigration {
  /// Adds epochs. Sessions from before this migration get epoch 0, the epoch of an account that never revoked its
  /// sessions. If an account revoked its sessions in the second in which a session began, that session was already
  /// deleted.
  static let sessionEpochs = SchemaMigration(name: "0003 session epochs") { _ in
    ["ALTER TABLE sessions ADD COLUMN token_epoch BIGINT NOT NULL DEFAULT 0"]
  }
}
