extension SchemaMigration {
  /// Adds the version of the program that applied a migration. Earlier migrations have no version.
  static let programVersions = SchemaMigration(name: "0018 program versions") { dialect in
    ["ALTER TABLE schema_migrations ADD COLUMN program \(dialect.text)"]
  }
}
