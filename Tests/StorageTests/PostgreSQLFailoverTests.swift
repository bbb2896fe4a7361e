import Foundation
import Identity
import TestTools
import Testing

@testable import Storage

/// What happens to a server that was to be relied on, on servers of the tests' own.
@Suite(
  "A PostgreSQL with standbys",
  .enabled(if: PostgreSQLServer.programs != nil, "PostgreSQL is not installed."),
  .timeLimit(.minutes(15)))
struct PostgreSQLFailoverTests {
  /// Every process of a server, its own first.
  private static func processes(of server: PostgreSQLServer) throws -> [pid_t] {
    let file = try String(contentsOfFile: server.directory + "/data/postmaster.pid", encoding: .utf8)
    let postmaster = try #require(file.split(separator: "\n").first.flatMap { pid_t($0) })
    let backends = try server.ask("SELECT pid FROM pg_stat_activity").split(separator: "\n")
    return [postmaster] + backends.compactMap { pid_t($0) }
  }

  // Fails when nobody looks where new connections lead, or those that wait are not told.
  @Test("A server that has come to a stand is left for the one that has taken over")
  func frozen() async throws {
    let (former, next) = (try PostgreSQLServer(), try PostgreSQLServer())
    try await PostgreSQLAccountStore(PostgreSQLLogin(address: next.address())).close()
    let store = try PostgreSQLAccountStore(
      PostgreSQLLogin(
        address:
          "postgresql://latchkey@/postgres?host=\(former.directory),\(next.directory)&connect_timeout=2"))
    let (one, other) = (try plainAccount("a", in: try scope()), try plainAccount("b", in: try scope()))
    try await store.apply([.insertAccount(one)])
    #expect(try former.ask("SELECT local_id FROM accounts") == "a\n")
    let processes = try Self.processes(of: former)
    for process in processes { kill(process, SIGSTOP) }
    defer { for process in processes { kill(process, SIGCONT) } }
    let begin = ContinuousClock.now
    try await store.apply([.insertAccount(other)])
    #expect(ContinuousClock.now - begin < PostgreSQLConnection.defaultPatience)
    #expect(try next.ask("SELECT local_id FROM accounts") == "b\n")
    await store.close()
  }

  // Fails when PostgreSQL's warning is not heard, or is heard and not told.
  @Test("A write for which no standby was waited to the end is not acknowledged")
  func unconfirmed() async throws {
    let server = try PostgreSQLServer()
    let store = try PostgreSQLAccountStore(PostgreSQLLogin(address: server.address()))
    let account = try plainAccount("a", in: try scope())
    _ = try server.ask("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
    _ = try server.ask("SELECT pg_reload_conf()")
    async let canceled: Void = {
      let cancel = "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
      while try server.ask(cancel) != "t\n" { try await Task.sleep(for: .milliseconds(20)) }
    }()
    await #expect(throws: StoreError.self) { try await store.apply([.insertAccount(account)]) }
    try await canceled
    // It may be there all the same, as after any failure in the middle of a commit.
    #expect(try await store.account(account.id, in: account.scope) != nil)
    await store.close()
  }
}
