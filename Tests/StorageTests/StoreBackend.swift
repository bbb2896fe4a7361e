import Foundation
import Identity
import TestTools
import Testing

@testable import Storage

/// Everything that a database is.
typealias Store = SQLAccountStore

/// The databases that the same suites run on.
enum StoreBackend: String, Sendable, CustomTestStringConvertible {
  case ephemeralSQLite
  case fileSQLite
  case postgreSQL

  static let allCases: [StoreBackend] = [.ephemeralSQLite] + persistent

  /// Those that keep their data when they are closed.
  static let persistent: [StoreBackend] = {
    guard PostgreSQLServer.programs == nil else { return [.fileSQLite, .postgreSQL] }
    print("PostgreSQL is not installed: its driver is not tested.")
    return [.fileSQLite]
  }()

  var testDescription: String { rawValue }
}

/// A place for one test's database, which can be opened more than once.
final class StorePlace: Sendable {
  let backend: StoreBackend
  let directory: String
  let schema: String
  var path: String { directory + "/accounts.sqlite" }

  init(_ backend: StoreBackend) throws {
    self.backend = backend
    let id = SystemRandom().alphanumeric(16)
    schema = "s\(id.lowercased())"
    directory = FileManager.default.temporaryDirectory.appendingPathComponent("latchkey-test-\(id)").path
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: false)
    if backend == .postgreSQL {
      let login = PostgreSQLLogin(address: try PostgreSQLServer.shared.get().address())
      try PostgreSQLConnection(login).run("CREATE SCHEMA \(schema)")
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: directory) }

  /// For a connection to PostgreSQL: hundreds of writers ask at once here, on a machine that has other work.
  static let longestWait = Duration.seconds(300)

  func open() throws -> any Store {
    switch backend {
    case .ephemeralSQLite: try SQLiteAccountStore(path: nil)
    case .fileSQLite: try SQLiteAccountStore(path: path)
    case .postgreSQL:
      try PostgreSQLAccountStore(
        PostgreSQLLogin(address: PostgreSQLServer.shared.get().address(schema: schema)), connections: 4,
        longestWait: Self.longestWait)
    }
  }
}

/// Runs a test against a fresh store and closes it, whatever happens.
func withStore(
  _ backend: StoreBackend, _ body: @Sendable (any Store) async throws -> Void
) async throws {
  let place = try StorePlace(backend)
  let store = try place.open()
  do {
    try await body(store)
    await store.close()
  } catch {
    await store.close()
    throw error
  }
}

/// Runs a test of what only SQLite has.
func withSQLite(_ body: @Sendable (SQLiteAccountStore) async throws -> Void) async throws {
  let store = try SQLiteAccountStore(path: nil)
  do {
    try await body(store)
    await store.close()
  } catch {
    await store.close()
    throw error
  }
}
