extension SchemaMigration {
  static let diagnoses = SchemaMigration(name: "0008 diagnoses") { dialect in
    let text = dialect.text
    return [
      """
      CREATE TABLE diagnoses (
        id \(text) NOT NULL,
        project \(text) NOT NULL,
        recorded_at BIGINT NOT NULL,
        expires_at BIGINT NOT NULL,
        document \(text) NOT NULL,
        CONSTRAINT diagnoses_pkey PRIMARY KEY (id)
      )
      """,
      "CREATE INDEX diagnoses_age ON diagnoses (recorded_at)",
      "CREATE INDEX diagnoses_expiry ON diagnoses (expires_at)",
    ]
  }
}
