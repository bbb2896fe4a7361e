extension SchemaMigration {
  /// An account's row has its passkeys; the table finds the account by one, has each once in a scope, and counts them by
  /// their RP ID. Servers of the version before delete accounts without knowing of it.
  static let passkeys = SchemaMigration(name: "0019 passkeys") { dialect in
    [
      "ALTER TABLE accounts ADD COLUMN passkeys \(dialect.text)",
      """
      CREATE TABLE passkeys (
        project \(dialect.text) NOT NULL,
        tenant \(dialect.text) NOT NULL,
        credential_id \(dialect.blob) NOT NULL,
        local_id \(dialect.text) NOT NULL,
        rp_id \(dialect.text) NOT NULL,
        CONSTRAINT passkeys_pkey PRIMARY KEY (project, tenant, credential_id),
        FOREIGN KEY (project, tenant, local_id) REFERENCES accounts (project, tenant, local_id) ON DELETE CASCADE
      )\(dialect.keptInPrimaryKey)
      """,
      "CREATE INDEX passkeys_account ON passkeys (project, tenant, local_id)",
    ]
  }
}
