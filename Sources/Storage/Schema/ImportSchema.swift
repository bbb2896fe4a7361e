extension SchemaMigration {
  /// Adds the import that an account came from. The import of accounts that were imported before this
  /// migration is not known.
  static let imports = SchemaMigration(name: "0016 imports") { dialect in
    ["ALTER TABLE accounts ADD COLUMN imported \(dialect.text)"]
  }
}
