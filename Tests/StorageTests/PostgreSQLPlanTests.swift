import Identity
import TestTools
import Testing

@testable import Storage

@Suite(
  "PostgreSQL searches along indexes", .fewAtOnce,
  .enabled(if: PostgreSQLServer.programs != nil, "PostgreSQL is not installed."), .timeLimit(.minutes(15)))
struct PostgreSQLPlanTests {
  private static let accounts = 20_000
  /// Rows of a statement, which must not take as long as a statement may, beside other tests either.
  private static let rowsAtOnce = 2_000

  private static func filling(_ rows: ClosedRange<Int>) -> String {
    let numbers = "generate_series(\(rows.lowerBound), \(rows.upperBound)) i"
    return """
      INSERT INTO accounts (project, tenant, local_id, email, phone_number, display_name, email_verified, disabled,
        custom_auth, email_link_sign_in, created_at, valid_since, token_epoch, version)
      SELECT 'demo', '', 'u' || i, 'user' || i || '@example.com', '+1' || (5550000000 + i), 'Name ' || i, 0,
        CASE WHEN i % 100 = 0 THEN 1 ELSE 0 END, 0, 0, i, 1, 0, 0 FROM \(numbers);
      INSERT INTO provider_links (project, tenant, provider_id, raw_id, local_id, ordinal)
      SELECT 'demo', '', CASE WHEN i % 2000 = 0 THEN 'apple.com' ELSE 'google.com' END, 'r' || i, 'u' || i, 0
      FROM \(numbers)
      """
  }

  private static func arguments(of walk: AccountSearchWalk) -> [SQLValue] {
    var arguments: [SQLValue] = walk.isFilteredByDisabled ? [.integer(1)] : []
    if case .provider = walk.method { arguments.append(.text("apple.com")) }
    arguments += [.text("demo"), .text("")]
    if walk.index == .providerLink { arguments.append(.text("apple.com")) }
    arguments +=
      walk.index.isOfMoments
      ? [.integer(.min), .text(""), .integer(.max), .text("")]
      : [.text(""), .text(String(repeating: "\u{10FFFF}", count: 64))]
    return arguments + [.integer(256)]
  }

  // Fails when a link is looked for by EXISTS: all of the provider's are read beforehand then.
  @Test("No search reads a table, or sorts")
  func plans() throws {
    let place = try StorePlace(.postgreSQL)
    let login = PostgreSQLLogin(address: try PostgreSQLServer.shared.get().address(schema: place.schema))
    let connection = try PostgreSQLConnection(login)
    try PostgreSQLAccountStore.migrate(connection, SchemaMigrator(dialect: .postgreSQL))
    for start in stride(from: 1, through: Self.accounts, by: Self.rowsAtOnce) {
      try connection.run(Self.filling(start...start + Self.rowsAtOnce - 1))
    }
    try connection.run("ANALYZE accounts; ANALYZE provider_links")
    for walk in AccountSearchStatements.walks {
      let plan = try connection.all(
        SQLStatement("EXPLAIN " + walk.statement.text), Self.arguments(of: walk)
      ) { row in try row.text(0) }.joined(separator: "\n")
      #expect(!plan.contains("Seq Scan") && !plan.contains("Sort"), "\(walk): \(plan)")
    }
  }
}
