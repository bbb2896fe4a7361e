extension SchemaMigration {
  /// Adds passkeys. An account's row contains its passkeys. The table finds the account of a passkey, keeps
  /// credential IDs unique in a scope, and counts passkeys by RP ID. Rows are deleted by cascade, because servers of
  /// the previous version delete accounts without knowing the table.
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
