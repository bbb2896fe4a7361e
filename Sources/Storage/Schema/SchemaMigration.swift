/// One step of the schema. Steps are only ever added; one that has shipped is never changed.
struct SchemaMigration: Sendable {
  /// Four digits and what the step is about. The names ascend.
  let name: String
  var statements: @Sendable (SQLDialect) -> [SQLStatement] = { _ in [] }
  /// Indexes of tables that there are before the step. Where the step is nothing else, many rows keep no writer waiting.
  var indexes: @Sendable (SQLDialect) -> [SchemaIndex] = { _ in [] }
  /// What only the program can do with what is stored, after the statements; nil for nothing.
  var work: (any SchemaWork)?

  static let all: [SchemaMigration] = [
    .initialSchema, .tenantSchema, .sessionEpochs, .emailChanges, .outbox, .sessionFamilies, .audit,
    .diagnoses, .throttles, .endedSessions, .auditLeases, .userSearch, .activity, .emailSpellings,
    .staleAdditions, .imports, .auditEntries, .programVersions, .passkeys,
    .providerGrants, .webhooks, .recoveryCodes, .sessionOrigins,
  ]
}

/// The part of a step that no statement can do.
protocol SchemaWork: Sendable {
  func run(_ connection: some SQLConnection, _ dialect: SQLDialect) throws
}
