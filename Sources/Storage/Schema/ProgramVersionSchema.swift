extension SchemaMigration {
  /// A step that was taken before says nothing of the program that took it.
  static let programVersions = SchemaMigration(name: "0018 program versions") { dialect in
    ["ALTER TABLE schema_migrations ADD COLUMN program \(dialect.text)"]
  }
}
