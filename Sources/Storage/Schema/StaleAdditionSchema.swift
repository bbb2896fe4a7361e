extension SchemaMigration {
  /// Adds the list of ways to sign in that sessions added. Earlier additions count as made by a recent session.
  static let staleAdditions = SchemaMigration(name: "0015 stale additions") { dialect in
    ["ALTER TABLE accounts ADD COLUMN stale_additions \(dialect.text)"]
  }
}
