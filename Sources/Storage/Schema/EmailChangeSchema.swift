extension SchemaMigration {
  /// A code that was mailed before there was a list of changes finds itself in none, and undoes nothing.
  static let emailChanges = SchemaMigration(name: "0004 email changes") { dialect in
    ["ALTER TABLE accounts ADD COLUMN email_changes \(dialect.text)"]
  }
}
