extension SchemaMigration {
  /// Accounts that were imported before do not say so.
  static let imports = SchemaMigration(name: "0016 imports") { dialect in
    ["ALTER TABLE accounts ADD COLUMN imported \(dialect.text)"]
  }
}
