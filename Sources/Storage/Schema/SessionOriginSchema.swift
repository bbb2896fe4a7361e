extension SchemaMigration {
  /// Sessions from before this do not say where they began.
  static let sessionOrigins = SchemaMigration(name: "0024 session origins") { dialect in
    [
      "ALTER TABLE sessions ADD COLUMN origin_network \(dialect.text)",
      "ALTER TABLE sessions ADD COLUMN origin_program \(dialect.text)",
    ]
  }
}
