import Identity

extension SchemaMigration {
  /// Adds the normal forms of addresses that were stored before addresses were normalised. These addresses are not
  /// rewritten. The table prevents other accounts from getting the same address in another spelling.
  static let emailSpellings = SchemaMigration(
    name: "0014 email spellings",
    statements: { dialect in
      let text = dialect.text
      return [
        """
        CREATE TABLE email_spellings (
          project \(text) NOT NULL,
          tenant \(text) NOT NULL,
          local_id \(text) NOT NULL,
          normal_form \(text) NOT NULL,
          CONSTRAINT email_spellings_pkey PRIMARY KEY (project, tenant, local_id),
          FOREIGN KEY (project, tenant, local_id) REFERENCES accounts (project, tenant, local_id)
            ON DELETE CASCADE
        )\(dialect.keptInPrimaryKey)
        """,
        "CREATE INDEX email_spellings_form ON email_spellings (project, tenant, normal_form)",
      ]
    },
    work: EmailSpellingWork())
}

/// Computes the normal forms in Swift, because SQLite cannot compute them.
private struct EmailSpellingWork: SchemaWork {
  func run(_ connection: some SQLConnection, _ dialect: SQLDialect) throws {
    var found: [[SQLValue]] = []
    // Skips addresses in ASCII only: they have one spelling, or a direct lookup finds them.
    let others = SQLStatement(
      """
      SELECT project, tenant, local_id, email FROM accounts
      WHERE email IS NOT NULL AND \(dialect.byteCount("email")) <> length(email)
      """)
    try connection.query(others, []) { row in
      var reader = SQLRowReader(row)
      let key = [try reader.text(), try reader.text(), try reader.text()]
      if let email = EmailAddress.stored(try reader.text()), !email.isNormalized {
        found.append((key + [email.normalForm]).map { .text($0) })
      }
      return true
    }
    for row in found { try connection.execute(EmailSpellingStatements.note, row) }
  }
}
