import Identity
import TestTools
import Testing

@testable import Storage

@Suite("The statements suit both databases", .fewAtOnce)
struct StatementTests {
  static let all =
    ProjectStatements.all + AccountStatements.all + ProviderLinkStatements.all + PasskeyStatements.all
    + SessionStatements.all + ArtifactStatements.all + RedemptionStatements.all + TenantStatements.all
    + ThrottleStatements.all
    + SigningKeyStatements.all + OutboxStatements.all + AuditStatements.all
    + DiagnosisStatements.all + ActivityStatements.all + AccountStatements.sorted
    + AccountSearchStatements.all + EmailSpellingStatements.all + WebhookStatements.all

  @Test("Parameters appear for the first time in ascending order")
  func parameterOrder() throws {
    for statement in Self.all + FigureStatements.all {
      var seen: [Int] = []
      for match in statement.text.matches(of: /\$(\d+)/) {
        let number = try #require(Int(match.1))
        if !seen.contains(number) { seen.append(number) }
      }
      #expect(seen == Array(1..<(seen.count + 1)), "\(statement.text)")
    }
  }

  @Test("No lookup, change or sweep walks a whole table")
  func queryPlans() async throws {
    // These read or clear what they walk, or the beginning of it.
    let exempt =
      [
        ProjectStatements.selectAll, SigningKeyStatements.selectUnretired, ArtifactStatements.deleteAll,
        AuditStatements.selectHeads, AuditStatements.countEntries, AuditStatements.selectEntries,
        AuditStatements.takeEntries, AuditStatements.selectOldestEntry, EmailSpellingStatements.selectAll,
        AuditStatements.entries(besides: 2), PasskeyStatements.count, TenantStatements.selectOfOthers,
        AccountStatements.countUpTo,
      ].map(\.text) + AccountStatements.sorted.map(\.text)
    try await withSQLite { store in
      for statement in Self.all where !exempt.contains(statement.text) {
        let parameters = Set(statement.text.matches(of: /\$\d+/).map { String($0.0) }).count
        let plan = try await store.read { connection in
          try connection.all(
            SQLStatement("EXPLAIN QUERY PLAN " + statement.text),
            Array(repeating: .null, count: parameters)
          ) { row in try row.text(3) }
        }
        #expect(!plan.contains { $0.contains("SCAN") }, "\(statement.text): \(plan)")
        #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(statement.text): \(plan)")
      }
    }
  }

  @Test("Every unique constraint has the name and the columns that it is known by")
  func constraints() {
    let schema = SchemaMigration.all.flatMap { $0.statements(.postgreSQL) }.map(\.text).joined(
      separator: "\n")
    for constraint in UniqueConstraint.allCases {
      let columns = constraint.columns.split(separator: ", ").compactMap { $0.split(separator: ".").last }
      #expect(schema.contains(constraint.rawValue))
      #expect(schema.contains("(\(columns.joined(separator: ", ")))"))
    }
    #expect(!schema.contains("WITHOUT ROWID"))
    #expect(!schema.contains("BLOB"))
  }
}
