extension SchemaMigration {
  /// Adds the indexes of the console's account search. The other search keys use the unique indexes and the index of
  /// provider links.
  ///
  /// Only the beginning of a name is indexed, so that no name is too long for an index. The account of an audit record
  /// is read from the hashed text, so it always agrees with the record.
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
