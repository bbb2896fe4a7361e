import Foundation
import Identity
import Testing

@testable import Storage

/// The databases that the same suites run on. Another driver joins by one more case.
enum StoreBackend: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case ephemeralSQLite
  case fileSQLite

  /// Those that keep their data when they are closed.
  static let persistent: [StoreBackend] = [.fileSQLite]

  var testDescription: String { rawValue }
}

/// A place for one test's database, which can be opened more than once.
final class StorePlace: Sendable {
  let backend: StoreBackend
  let directory: String
  var path: String { directory + "/accounts.sqlite" }

  init(_ backend: StoreBackend) throws {
    self.backend = backend
    let name = "latchkey-test-\(SystemRandom().alphanumeric(16))"
    directory = FileManager.default.temporaryDirectory.appendingPathComponent(name).path
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(atPath: directory) }

  func open() throws -> any AccountStore {
    switch backend {
    case .ephemeralSQLite: try SQLiteAccountStore(path: nil)
    case .fileSQLite: try SQLiteAccountStore(path: path)
    }
  }
}

/// Runs a test against a fresh store and closes it, whatever happens.
func withStore(
  _ backend: StoreBackend, _ body: @Sendable (any AccountStore) async throws -> Void
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
