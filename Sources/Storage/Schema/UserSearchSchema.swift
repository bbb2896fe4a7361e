extension SchemaMigration {
  /// What the console looks accounts up by. The other keys of a search have the indexes that keep them unique, and those
  /// of links.
  ///
  /// A name is cut, so that none is too long for an index. What an audit record is about is read from the text that is
  /// hashed: it cannot be another than the record says.
  static let userSearch = SchemaMigration(
    name: "0012 user search",
    indexes: { dialect in
      [
        SchemaIndex(
          name: "accounts_age", table: "accounts", columns: "project, tenant, created_at, local_id"),
        SchemaIndex(
          name: "accounts_disabled", table: "accounts", columns: "project, tenant, created_at, local_id",
          condition: "disabled <> 0"),
        SchemaIndex(
          name: "accounts_display_name", table: "accounts",
          columns: "project, tenant, (lower(substr(display_name, 1, 64)) || '\u{1}' || local_id)",
          condition: "display_name IS NOT NULL"),
        SchemaIndex(
          name: "audit_records_account", table: "audit_records",
          columns: """
            chain, (\(dialect.member("account", "record"))), (COALESCE(\(dialect.member("tenant", "record")), '')), \
            sequence
            """),
      ]
    })
}
