extension SchemaMigration {
  /// Adds the list of email changes. A code that was mailed before this migration has no entry and undoes nothing.
  static let emailChanges = SchemaMigration(name: "0004 email changes") { dialect in
    ["ALTER TABLE accounts ADD COLUMN email_changes \(dialect.text)"]
  }
}
