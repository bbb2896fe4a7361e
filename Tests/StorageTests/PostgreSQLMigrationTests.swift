import Dispatch
import Identity
import Synchronization
import TestTools
import Testing

@testable import Storage

@Suite(
  "Indexes on PostgreSQL are made beside writers", .fewAtOnce,
  .enabled(if: PostgreSQLServer.programs != nil, "PostgreSQL is not installed."), .timeLimit(.minutes(15)))
struct PostgreSQLMigrationTests {
  /// Makes a database of its own: an index that is made beside writers waits for whatever other tests have open.
  private static func login() throws -> PostgreSQLLogin {
    PostgreSQLLogin(address: try PostgreSQLServer.shared.get().makeDatabase())
  }

  /// A database as the version before the indexes left it.
  private static func older() throws -> PostgreSQLLogin {
    let login = try login()
    let before = SchemaMigration.all.prefix { $0.name != SchemaMigration.userSearch.name }
    try PostgreSQLAccountStore.migrate(
      PostgreSQLConnection(login), SchemaMigrator(dialect: .postgreSQL, migrations: Array(before)))
    return login
  }

  private static func validIndexes(_ connection: PostgreSQLConnection) throws -> [String] {
    try connection.all(
      """
      SELECT c.relname FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
      WHERE i.indisvalid AND c.relnamespace = to_regnamespace($1) ORDER BY c.relname
      """, [.text(try #require(connection.first("SELECT current_schema()", []) { try $0.text(0) }))]
    ) { row in try row.text(0) }
  }

  private static func isMakingIndexes(_ connection: PostgreSQLConnection) throws -> Bool {
    try connection.first(
      """
      SELECT count(*) FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE 'CREATE INDEX%'
      """, []
    ) { row in try row.integer(0) } != 0
  }

  private static let insertion = """
    INSERT INTO accounts (project, tenant, local_id, email_verified, disabled, custom_auth, email_link_sign_in,
      created_at, valid_since, token_epoch, version)
    VALUES ('demo', '', $1, 0, 0, 0, 0, 1, 1, 0, 0)
    """

  // Fails when the indexes are made in the transaction of the steps: the second insertion waits for the first.
  @Test("While they are made, others write")
  func others() async throws {
    let login = try Self.older()
    let first = try PostgreSQLConnection(login)
    try first.run("BEGIN")
    try first.execute(SQLStatement(Self.insertion), [.text("a")])
    let hasEnded = Atomic(false)
    async let opened: PostgreSQLAccountStore = Task.detached {
      defer { hasEnded.store(true, ordering: .relaxed) }
      return try PostgreSQLAccountStore(login, connections: 2)
    }.value
    let second = try PostgreSQLConnection(login)
    while try !Self.isMakingIndexes(second), !hasEnded.load(ordering: .relaxed), !Task.isCancelled {
      await Task.yield()
    }
    try second.run("SET lock_timeout = '5s'")
    try second.execute(SQLStatement(Self.insertion), [.text("b")])
    try first.run("COMMIT")
    let store = try await opened
    let page = try await store.accounts(
      matching: AccountSearch(.newest), in: scope(), from: nil, .forward, limit: 5)
    #expect(page.accounts.map(\.id.rawValue) == ["b", "a"])
    await store.close()
  }

  @Test("Servers that start together make them once, and what was left broken is made anew")
  func together() async throws {
    let login = try Self.older()
    let connection = try PostgreSQLConnection(login)
    let indexes = SchemaMigration.userSearch.indexes(.postgreSQL)
    try connection.run(indexes[0].statement().text)
    try connection.run(
      "UPDATE pg_index SET indisvalid = false WHERE indexrelid = to_regclass('\(indexes[0].name)')")
    let stores = try await withThrowingTaskGroup(of: PostgreSQLAccountStore.self) { group in
      for _ in 0..<4 {
        group.addTask { try PostgreSQLAccountStore(login, connections: 2) }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(try PostgreSQLState.age(connection) == .current)
    let valid = try Self.validIndexes(connection)
    #expect(indexes.allSatisfy { valid.contains($0.name) })
    for store in stores { await store.close() }
    // As on a new database.
    let fresh = try Self.login()
    try await PostgreSQLAccountStore(fresh, connections: 2).close()
    #expect(try Self.validIndexes(PostgreSQLConnection(fresh)) == valid)
  }
}
