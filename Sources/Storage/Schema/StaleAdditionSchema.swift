extension SchemaMigration {
  /// What was added before there was such a list counts as added by a recent session.
  static let staleAdditions = SchemaMigration(name: "0015 stale additions") { dialect in
    ["ALTER TABLE accounts ADD COLUMN stale_additions \(dialect.text)"]
  }
}
