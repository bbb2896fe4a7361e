extension SchemaMigration {
  /// Adds the list of ``WayAddition`` values: the ways to sign in that sessions added. A way that was added before this
  /// migration counts as added by a session with a recent sign-in.
  static let staleAdditions = SchemaMigration(name: "0015 stale additions") { dialect in
    ["ALTER TABLE accounts ADD COLUMN stale_additions \(dialect.text)"]
  }
}
