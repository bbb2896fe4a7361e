import Foundation
import Identity
import TestTools
import Testing

@testable import Storage

@Suite("Opening a SQLite database", .fewAtOnce)
struct SQLiteOpeningTests {
  /// The text of what opening throws; nil when it opens.
  private func failureOfOpening(_ path: String) async -> String? {
    do throws(StoreError) {
      await (try SQLiteAccountStore(path: path)).close()
      return nil
    } catch {
      guard case .unavailable(let text) = error else { return "another error" }
      return text
    }
  }

  // Fails if anything opens a database past SQLiteLibrary before it.
  @Test("SQLite takes memory by the page: it was set up before its first use")
  func memory() async throws {
    try await withSQLite { _ in #expect(SQLiteLibrary.isSetUp) }
  }

  @Test("The writing connection syncs every commit of a write-ahead log")
  func settings() async throws {
    try await withSQLite { store in
      let found = Captured<SQLiteSettings>()
      _ = try await store.commits.run { connection in
        found.value = try SQLiteSettings.read(from: connection)
        return 0
      }
      #expect(found.value == SQLiteSettings(journalMode: "wal", synchronous: 2, foreignKeys: true))
    }
  }

  @Test(
    "Settings that would lose acknowledged writes are refused",
    arguments: [
      SQLiteSettings(journalMode: "delete", synchronous: 2, foreignKeys: true),
      SQLiteSettings(journalMode: "wal", synchronous: 1, foreignKeys: true),
      SQLiteSettings(journalMode: "wal", synchronous: 0, foreignKeys: true),
      SQLiteSettings(journalMode: "wal", synchronous: 2, foreignKeys: false),
    ])
  func refusedSettings(settings: SQLiteSettings) {
    #expect(throws: SQLFailure.self) { try settings.requireDurability() }
  }

  @Test("The database and its log are readable by their owner only")
  func mode() async throws {
    let place = try StorePlace(.fileSQLite)
    let store = try place.open()
    try await store.apply([.insertSigningKey(sampleSigningKey("k"))])
    for suffix in ["", "-wal", "-shm"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: place.path + suffix)
      #expect((attributes[.posixPermissions] as? NSNumber)?.int16Value == 0o600)
    }
    await store.close()
    // Merged into the database when it was closed in good order.
    #expect(!FileManager.default.fileExists(atPath: place.path + "-wal"))
  }

  @Test("A temporary database is gone when it was closed")
  func temporary() async throws {
    let file = try DatabaseFile.temporary()
    let directory = try #require(file.temporaryDirectory).path
    let attributes = try FileManager.default.attributesOfItem(atPath: directory)
    #expect((attributes[.posixPermissions] as? NSNumber)?.int16Value == 0o700)
    file.temporaryDirectory?.remove()
    #expect(!FileManager.default.fileExists(atPath: directory))
  }

  @Test("A database of a newer version is refused and left as it was")
  func newer() async throws {
    let place = try StorePlace(.fileSQLite)
    let newer = SchemaMigration(name: "9999 future") { _ in ["CREATE TABLE future (id BIGINT)"] }
    let migrator = SchemaMigrator(
      dialect: .sqlite, migrations: SchemaMigration.all + [newer], program: "9.8.7")
    try SQLiteAccountStore.openPool(path: place.path, migrator: migrator).close()
    let text = try #require(await failureOfOpening(place.path))
    #expect(text.contains("written by version 9.8.7"))
    #expect(text.contains("9999 future"))
    #expect(try DatabaseSchema.age(of: place.path) == .newer(version: "9.8.7"))
    // The newer version still opens it.
    try SQLiteAccountStore.openPool(path: place.path, migrator: migrator).close()
  }

  @Test("A database of a later build of the same version is refused as one, and not as a newer version's")
  func laterBuild() async throws {
    let place = try StorePlace(.fileSQLite)
    let later = SchemaMigration(name: "9999 future") { _ in ["CREATE TABLE future (id BIGINT)"] }
    let migrator = SchemaMigrator(dialect: .sqlite, migrations: SchemaMigration.all + [later])
    try SQLiteAccountStore.openPool(path: place.path, migrator: migrator).close()
    let text = try #require(await failureOfOpening(place.path))
    #expect(text.contains("a later build of this version, \(migrator.program): this build does not know"))
    #expect(text.contains("9999 future") && !text.contains("newer version"))
  }

  @Test("A step that is added later is taken once, and a failing one leaves nothing behind")
  func migrations() async throws {
    let place = try StorePlace(.fileSQLite)
    try await place.open().close()
    let good = SchemaMigration(name: "9998 more") { _ in ["CREATE TABLE more (id BIGINT)"] }
    let bad = SchemaMigration(name: "9999 bad") { _ in ["CREATE TABLE worse (id BIGINT)", "NONSENSE"] }
    let broken = SchemaMigrator(dialect: .sqlite, migrations: SchemaMigration.all + [good, bad])
    #expect(throws: (any Error).self) {
      try SQLiteAccountStore.openPool(path: place.path, migrator: broken)
    }
    // Neither step was kept, or this version would refuse the database and the next would fail.
    try await place.open().close()
    let fixed = SchemaMigrator(dialect: .sqlite, migrations: SchemaMigration.all + [good])
    for _ in 0..<2 { try SQLiteAccountStore.openPool(path: place.path, migrator: fixed).close() }
  }

  @Test("A file that is no database, and a place that cannot be written, are clear failures")
  func impossible() async throws {
    let place = try StorePlace(.fileSQLite)
    try Data(String(repeating: "this is not a database\n", count: 500).utf8)
      .write(to: URL(fileURLWithPath: place.path))
    #expect(await failureOfOpening(place.path)?.contains("not a database") == true)
    #expect(await failureOfOpening(place.directory + "/missing/a.sqlite")?.contains("cannot create") == true)
    #expect(await failureOfOpening(place.directory) != nil)
  }

  @Test("Damaged pages are a failure, never an empty answer")
  func damaged() async throws {
    let place = try StorePlace(.fileSQLite)
    let scope = try scope()
    let store = try place.open()
    try await store.apply(
      try (0..<500).map { .insertAccount(try fullAccount("account-\($0)", in: scope)) })
    await store.close()

    let handle = try FileHandle(forUpdating: URL(fileURLWithPath: place.path))
    let size = try handle.seekToEnd()
    // The tables' rows and indexes lie behind the pages that describe them.
    let start: UInt64 = 64 * 4096
    #expect(size > 2 * start)
    try handle.seek(toOffset: start)
    try handle.write(contentsOf: Data(repeating: 0xA5, count: Int(size - start)))
    try handle.close()

    let damaged = try place.open()
    let page = await refusal { () async throws(StoreError) in
      try await damaged.accounts(in: scope, after: nil, limit: 500)
    }
    #expect(page == .unavailable)
    let address = try email("account-77@example.com")
    let found = await refusal { () async throws(StoreError) in
      try await damaged.account(email: address, in: scope)
    }
    #expect(found == .unavailable)
    await damaged.close()
  }

  @Test("A missing table is a failure, never an empty answer")
  func missingTable() async throws {
    try await withSQLite { store in
      let scope = try scope()
      _ = try await store.commits.run { connection in
        try connection.execute("DROP TABLE provider_links")
        try connection.execute("DROP TABLE sessions")
        return try connection.execute("DROP TABLE accounts")
      }
      let id = try accountID("a")
      let found = await refusal { () async throws(StoreError) in try await store.account(id, in: scope) }
      #expect(found == .unavailable)
      let session = await refusal { () async throws(StoreError) in
        try await store.session(tokenHash: hash(1))
      }
      #expect(session == .unavailable)
      #expect(await store.refusal(of: [.deleteAccount(id, scope)]) == .unavailable)
    }
  }

  @Test("A stored value of the wrong kind is a failure, never a default")
  func corruptValue() async throws {
    try await withSQLite { store in
      let scope = try scope()
      let account = try fullAccount("a", in: scope)
      try await store.apply([.insertAccount(account)])
      for damage: SQLStatement in [
        "UPDATE accounts SET disabled = 'perhaps'", "UPDATE accounts SET disabled = 0, password = 'x$y'",
        "UPDATE accounts SET password = NULL, factors = '[{'",
        "UPDATE accounts SET factors = NULL, email = 'no address'",
      ] {
        _ = try await store.commits.run { connection in try connection.execute(damage) }
        let found = await refusal { () async throws(StoreError) in
          try await store.account(account.id, in: scope)
        }
        #expect(found == .unavailable)
      }
    }
  }
}

/// Carries a value out of a closure that another thread runs, before the caller goes on.
final class Captured<Value>: @unchecked Sendable {
  var value: Value?
}
