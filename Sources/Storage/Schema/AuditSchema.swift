extension SchemaMigration {
  /// Adds the audit log. The empty text stands for the installation's chain.
  static let audit = SchemaMigration(name: "0007 audit") { dialect in
    let (text, blob) = (dialect.text, dialect.blob)
    return [
      """
      CREATE TABLE audit_records (
        chain \(text) NOT NULL,
        sequence BIGINT NOT NULL,
        recorded_at BIGINT NOT NULL,
        record \(text) NOT NULL,
        hash \(blob) NOT NULL,
        CONSTRAINT audit_records_pkey PRIMARY KEY (chain, sequence)
      )\(dialect.keptInPrimaryKey)
      """,
      """
      CREATE TABLE audit_heads (
        chain \(text) NOT NULL,
        sequence BIGINT NOT NULL,
        hash \(blob) NOT NULL,
        pruned_sequence BIGINT NOT NULL,
        pruned_hash \(blob) NOT NULL,
        CONSTRAINT audit_heads_pkey PRIMARY KEY (chain)
      )
      """,
      """
      CREATE TABLE audit_cursors (
        consumer \(text) NOT NULL,
        chain \(text) NOT NULL,
        sequence BIGINT NOT NULL,
        CONSTRAINT audit_cursors_pkey PRIMARY KEY (consumer, chain)
      )
      """,
    ]
  }
}
