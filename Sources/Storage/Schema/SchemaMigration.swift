/// One migration of the schema. Migrations are only ever added; one that has shipped is never changed.
struct SchemaMigration: Sendable {
  /// Four digits and the subject of the migration. The names ascend.
  let name: String
  var statements: @Sendable (SQLDialect) -> [SQLStatement] = { _ in [] }
  /// Indexes of tables that existed before the migration. A migration that only adds indexes blocks no writers, even if
  /// the tables have many rows.
  var indexes: @Sendable (SQLDialect) -> [SchemaIndex] = { _ in [] }
  /// Work on stored data that SQL statements cannot do. It runs after the statements; nil for none.
  var work: (any SchemaWork)?

  static let all: [SchemaMigration] = [
    .initialSchema, .tenantSchema, .sessionEpochs, .emailChanges, .outbox, .sessionFamilies, .audit,
    .diagnoses, .throttles, .endedSessions, .auditLeases, .userSearch, .activity, .emailSpellings,
    .staleAdditions, .imports, .auditEntries, .programVersions, .passkeys,
    .providerGrants, .webhooks, .recoveryCodes, .sessionOrigins,
  ]
}

/// The part of a migration that SQL statements cannot do.
protocol SchemaWork: Sendable {
  func run(_ connection: some SQLConnection, _ dialect: SQLDialect) throws
}
