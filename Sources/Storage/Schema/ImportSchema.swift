extension SchemaMigration {
  /// Adds the import that an account came from. Accounts that were imported before have none.
  static let imports = SchemaMigration(name: "0016 imports") { dialect in
    ["ALTER TABLE accounts ADD COLUMN imported \(dialect.text)"]
  }
}
