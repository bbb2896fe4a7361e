extension SchemaMigration {
  /// Adds the note of an import. Accounts that were imported before this version have none.
  static let imports = SchemaMigration(name: "0016 imports") { dialect in
    ["ALTER TABLE accounts ADD COLUMN imported \(dialect.text)"]
  }
}
