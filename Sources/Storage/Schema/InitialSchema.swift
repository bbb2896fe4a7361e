extension SchemaMigration {
  /// Creates the first tables. Times are milliseconds since 1970, flags are 0 or 1, and a tenant of `''` stands for
  /// the project's own accounts.
  static let initialSchema = SchemaMigration(name: "0001 accounts") { dialect in
    let text = dialect.text
    let blob = dialect.blob
    return [
      """
      CREATE TABLE projects (
        id \(text) NOT NULL,
        number \(text) NOT NULL,
        document \(text) NOT NULL,
        revision BIGINT NOT NULL,
        CONSTRAINT projects_pkey PRIMARY KEY (id)
      )
      """,
      "CREATE UNIQUE INDEX projects_number ON projects (number)",
      """
      CREATE TABLE api_keys (
        api_key \(text) NOT NULL,
        project \(text) NOT NULL REFERENCES projects (id),
        CONSTRAINT api_keys_pkey PRIMARY KEY (api_key)
      )\(dialect.keptInPrimaryKey)
      """,
      "CREATE INDEX api_keys_project ON api_keys (project)",
      """
      CREATE TABLE accounts (
        project \(text) NOT NULL,
        tenant \(text) NOT NULL,
        local_id \(text) NOT NULL,
        email \(text),
        email_verified BIGINT NOT NULL,
        initial_email \(text),
        phone_number \(text),
        display_name \(text),
        photo_url \(text),
        password \(text),
        password_updated_at BIGINT,
        disabled BIGINT NOT NULL,
        custom_attributes \(text),
        custom_auth BIGINT NOT NULL,
        email_link_sign_in BIGINT NOT NULL,
        created_at BIGINT NOT NULL,
        last_login_at BIGINT,
        last_refresh_at BIGINT,
        valid_since BIGINT NOT NULL,
        token_epoch BIGINT NOT NULL,
        factors \(text),
        version BIGINT NOT NULL,
        CONSTRAINT accounts_pkey PRIMARY KEY (project, tenant, local_id)
      )
      """,
      """
      CREATE UNIQUE INDEX accounts_email ON accounts (project, tenant, email) WHERE email IS NOT NULL
      """,
      """
      CREATE UNIQUE INDEX accounts_phone_number ON accounts (project, tenant, phone_number)
        WHERE phone_number IS NOT NULL
      """,
      """
      CREATE TABLE provider_links (
        project \(text) NOT NULL,
        tenant \(text) NOT NULL,
        provider_id \(text) NOT NULL,
        raw_id \(text) NOT NULL,
        local_id \(text) NOT NULL,
        ordinal BIGINT NOT NULL,
        federated_id \(text),
        email \(text),
        display_name \(text),
        photo_url \(text),
        screen_name \(text),
        CONSTRAINT provider_links_pkey PRIMARY KEY (project, tenant, provider_id, raw_id),
        FOREIGN KEY (project, tenant, local_id) REFERENCES accounts (project, tenant, local_id)
      )\(dialect.keptInPrimaryKey)
      """,
      "CREATE INDEX provider_links_account ON provider_links (project, tenant, local_id, ordinal)",
      """
      CREATE TABLE sessions (
        token_hash \(blob) NOT NULL,
        project \(text) NOT NULL,
        tenant \(text) NOT NULL,
        local_id \(text) NOT NULL,
        authenticated_at BIGINT NOT NULL,
        created_at BIGINT NOT NULL,
        sign_in_provider \(text) NOT NULL,
        second_factor_id \(text),
        second_factor_kind \(text),
        additional_claims \(text),
        sign_in_attributes \(text),
        CONSTRAINT sessions_pkey PRIMARY KEY (token_hash),
        FOREIGN KEY (project, tenant, local_id) REFERENCES accounts (project, tenant, local_id)
      )\(dialect.keptInPrimaryKey)
      """,
      "CREATE INDEX sessions_account ON sessions (project, tenant, local_id)",
      """
      CREATE TABLE artifacts (
        token_hash \(blob) NOT NULL,
        purpose \(text) NOT NULL,
        project \(text) NOT NULL,
        tenant \(text) NOT NULL,
        payload \(blob) NOT NULL,
        created_at BIGINT NOT NULL,
        expires_at BIGINT NOT NULL,
        CONSTRAINT artifacts_pkey PRIMARY KEY (token_hash)
      )
      """,
      "CREATE INDEX artifacts_expiry ON artifacts (expires_at)",
      """
      CREATE TABLE redemptions (
        project \(text) NOT NULL,
        tenant \(text) NOT NULL,
        redemption_key \(text) NOT NULL,
        expires_at BIGINT NOT NULL,
        CONSTRAINT redemptions_pkey PRIMARY KEY (project, tenant, redemption_key)
      )\(dialect.keptInPrimaryKey)
      """,
      "CREATE INDEX redemptions_expiry ON redemptions (expires_at)",
      """
      CREATE TABLE signing_keys (
        key_id \(text) NOT NULL,
        algorithm \(text) NOT NULL,
        sealed_private_key \(blob) NOT NULL,
        certificate \(text) NOT NULL,
        created_at BIGINT NOT NULL,
        active_from BIGINT NOT NULL,
        retired_at BIGINT,
        CONSTRAINT signing_keys_pkey PRIMARY KEY (key_id)
      )
      """,
    ]
  }
}
