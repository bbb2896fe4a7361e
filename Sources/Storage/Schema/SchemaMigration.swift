/// One step of the schema. Steps are only ever added; one that has shipped is never changed.
struct SchemaMigration: Sendable {
  /// Four digits and what the step is about. The names ascend.
  let name: String
  let statements: @Sendable (SQLDialect) -> [SQLStatement]

  static let all: [SchemaMigration] = [
    .initialSchema, .tenantSchema, .sessionEpochs, .emailChanges, .outbox, .sessionFamilies, .audit,
    .diagnoses, .throttles, .endedSessions, .auditLeases,
  ]
}
