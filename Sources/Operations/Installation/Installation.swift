import Foundation
import Identity
import Secrets
import Settings
import Storage

/// The location of an installation's data, and the key to its sealed secrets.
public struct Installation: Sendable {
  /// The directory with SQLite's file and the master key, unless the key is elsewhere.
  public var directory: DataDirectory
  /// The address of PostgreSQL; nil for SQLite.
  public var postgreSQL: PostgreSQLAddress?
  /// Nil to use the files that ``directory`` names. They are created at first use.
  public var masterKey: SecretBox?

  public init(
    directory: DataDirectory, postgreSQL: PostgreSQLAddress? = nil, masterKey: SecretBox? = nil
  ) {
    self.directory = directory
    self.postgreSQL = postgreSQL
    self.masterKey = masterKey
  }

  /// The database's name, for people.
  public var databaseName: String { postgreSQL?.name ?? directory.databasePath }

  /// Returns the state of the database's schema. Changes nothing.
  ///
  /// - Throws: ``StoreError/unavailable(_:)`` if there is no readable database.
  public func age() throws(StoreError) -> DatabaseSchema.Age {
    if let postgreSQL { return try PostgreSQLState(of: postgreSQL.login).age }
    return try DatabaseSchema.age(of: directory.databasePath)
  }

  /// Returns why the database cannot be reached at the moment: PostgreSQL is starting, stopping or not running. Blocks
  /// for up to four seconds for each host of the database.
  ///
  /// - Returns: nil if it can be reached, or if waiting would not help.
  public func absence() -> String? { postgreSQL.flatMap { PostgreSQLState.absence(of: $0.login) } }

  /// Returns true if the database contains signing keys. The first server or command that opens a database creates
  /// them.
  ///
  /// - Throws: ``StoreError/unavailable(_:)`` if there is no readable database.
  public func hasSigningKeys() throws(StoreError) -> Bool {
    if let postgreSQL { return try PostgreSQLState(of: postgreSQL.login).hasSigningKeys }
    return try DatabaseSchema.hasSigningKeys(directory.databasePath)
  }

  /// Counts the content of the database, whose schema must be current. Changes nothing.
  ///
  /// - Throws: ``StoreError/unavailable(_:)`` if there is no such database.
  public func figures(now: Instant) throws(StoreError) -> DatabaseFigures {
    if let postgreSQL { return try DatabaseFigures(of: postgreSQL.login, now: now) }
    return try DatabaseFigures(ofSQLite: directory.databasePath, now: now)
  }

  /// Returns true if the installation exists.
  ///
  /// - Throws: ``StoreError/unavailable(_:)`` if PostgreSQL cannot be asked.
  public func exists() throws(StoreError) -> Bool {
    postgreSQL == nil ? directory.exists : try age() != .empty
  }

  /// Opens the master key. Creates one if nothing is sealed under another key.
  package func openMasterKey(random: any RandomSource) async throws -> SecretBox {
    guard let postgreSQL else {
      try directory.create()
      let isKnown = masterKey != nil || directory.masterKeyFiles.exists
      let box = try masterKey ?? directory.secretBox(random: random)
      if isKnown, try await hasLostItsData() {
        throw DataDirectory.Failure.emptyDatabase(path: directory.databasePath)
      }
      return box
    }
    if let masterKey { return masterKey }
    let files = directory.masterKeyFiles
    if !files.exists {
      guard try !PostgreSQLState(of: postgreSQL.login).hasSigningKeys else {
        throw DataDirectory.Failure.missingMasterKey(path: files.path)
      }
      try directory.create()
      do { try files.create(random: random) } catch { throw DataDirectory.Failure.masterKey(error) }
    }
    do { return try files.box() } catch { throw DataDirectory.Failure.masterKey(error) }
  }

  /// True if the database is empty and not being created.
  private func hasLostItsData() async throws -> Bool {
    let path = directory.databasePath
    for _ in 0..<5 {
      guard FileManager.default.fileExists(atPath: path), try DatabaseSchema.age(of: path) == .empty else {
        return false
      }
      try await Task.sleep(for: .milliseconds(200))
    }
    return true
  }

  /// Opens the database and migrates its schema.
  package func openStore(
    timing: StoreTiming?
  ) throws(StoreError) -> any AccountStore & ActivityStore & AuditStore & DiagnosisStore & OutboxStore
    & WebhookLog
  {
    guard let postgreSQL else {
      return try SQLiteAccountStore(path: directory.databasePath, timing: timing)
    }
    return try PostgreSQLAccountStore(
      postgreSQL.login, connections: postgreSQL.connections, timing: timing)
  }
}

extension PostgreSQLAddress {
  fileprivate var login: PostgreSQLLogin { PostgreSQLLogin(address: uri, password: password) }
}
