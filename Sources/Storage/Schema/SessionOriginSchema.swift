extension SchemaMigration {
  /// Adds the origin of sessions. Earlier sessions have no origin.
  static let sessionOrigins = SchemaMigration(name: "0024 session origins") { dialect in
    [
      "ALTER TABLE sessions ADD COLUMN origin_network \(dialect.text)",
      "ALTER TABLE sessions ADD COLUMN origin_program \(dialect.text)",
    ]
  }
}
