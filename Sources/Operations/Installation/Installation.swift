import Foundation
import Identity
import Secrets
import Settings
import Storage

/// Where an installation keeps its data, and what opens what is sealed in it.
public struct Installation: Sendable {
  /// With the master key, unless that is elsewhere, and with SQLite's file.
  public var directory: DataDirectory
  /// Nil for SQLite.
  public var postgreSQL: PostgreSQLAddress?
  /// Nil means the files that ``directory`` names; they are made at first use.
  public var masterKey: SecretBox?

  public init(
    directory: DataDirectory, postgreSQL: PostgreSQLAddress? = nil, masterKey: SecretBox? = nil
  ) {
    self.directory = directory
    self.postgreSQL = postgreSQL
    self.masterKey = masterKey
  }

  /// The database, for people.
  public var databaseName: String { postgreSQL?.name ?? directory.databasePath }

  /// What is in the database. A look at it changes nothing.
  ///
  /// - Throws: ``StoreError/unavailable(_:)`` when there is no database to look at.
  public func age() throws(StoreError) -> DatabaseSchema.Age {
    if let postgreSQL { return try PostgreSQLState(of: postgreSQL.login).age }
    return try DatabaseSchema.age(of: directory.databasePath)
  }

  /// Why the database cannot be reached now, though it may be later: a PostgreSQL that is starting, stopping or gone.
  /// Blocks for up to four seconds for each of its hosts.
  ///
  /// - Returns: nil when it can be reached, and when waiting would not help.
  public func absence() -> String? { postgreSQL.flatMap { PostgreSQLState.absence(of: $0.login) } }

  /// Whether there are signing keys in the database, as there are once a server or a command has opened it.
  ///
  /// - Throws: ``StoreError/unavailable(_:)`` when there is no database to look at.
  public func hasSigningKeys() throws(StoreError) -> Bool {
    if let postgreSQL { return try PostgreSQLState(of: postgreSQL.login).hasSigningKeys }
    return try DatabaseSchema.hasSigningKeys(directory.databasePath)
  }

  /// Counts what is in the database, whose schema has to be current. A look at it changes nothing.
  ///
  /// - Throws: ``StoreError/unavailable(_:)`` when there is no such database to look at.
  public func figures(now: Instant) throws(StoreError) -> DatabaseFigures {
    if let postgreSQL { return try DatabaseFigures(of: postgreSQL.login, now: now) }
    return try DatabaseFigures(ofSQLite: directory.databasePath, now: now)
  }

  /// Whether there is an installation.
  ///
  /// - Throws: ``StoreError/unavailable(_:)`` when the PostgreSQL cannot be asked.
  public func exists() throws(StoreError) -> Bool {
    postgreSQL == nil ? directory.exists : try age() != .empty
  }

  /// Opens the master key, and makes one where nothing is sealed under another.
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

  /// Whether there is a database in which nothing is, and that nobody is just making.
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

  /// Opens the database, and brings its schema up to date.
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
