extension SchemaMigration {
  static let tenantSchema = SchemaMigration(name: "0002 tenants and attempts") { dialect in
    let text = dialect.text
    return [
      """
      CREATE TABLE tenants (
        project \(text) NOT NULL REFERENCES projects (id),
        id \(text) NOT NULL,
        document \(text) NOT NULL,
        revision BIGINT NOT NULL,
        CONSTRAINT tenants_pkey PRIMARY KEY (project, id)
      )
      """,
      """
      CREATE TABLE attempts (
        project \(text) NOT NULL,
        tenant \(text) NOT NULL,
        attempt_key \(text) NOT NULL,
        attempt_count BIGINT NOT NULL,
        expires_at BIGINT NOT NULL,
        CONSTRAINT attempts_pkey PRIMARY KEY (project, tenant, attempt_key)
      )\(dialect.keptInPrimaryKey)
      """,
      "CREATE INDEX attempts_expiry ON attempts (expires_at)",
    ]
  }
}
