import Foundation
import Identity
import Operations
import Settings
import Storage

extension Installation {
  /// Uses a configuration's location of the data and its master key.
  init(_ configuration: DataConfiguration) throws(CommandFailure) {
    self.init(
      directory: DataDirectory(path: configuration.directory, masterKeyFile: configuration.masterKeyFile),
      postgreSQL: configuration.postgreSQL, masterKey: try configuration.secretBox())
  }

  /// Runs a call of Storage. Converts its error to a sentence.
  private func asking<Value>(_ body: () throws(StoreError) -> Value) throws(CommandFailure) -> Value {
    do { return try body() } catch { throw CommandFailure(opening: self, error) }
  }

  func existsForCommand() throws(CommandFailure) -> Bool {
    try asking { () throws(StoreError) in try exists() }
  }

  /// - Throws: the reason why there is no installation, with advice.
  func requireInstallation() throws(CommandFailure) {
    guard try !existsForCommand() else { return }
    guard let postgreSQL else { throw directory.absence }
    throw CommandFailure(
      .dataDirectory,
      "There is no installation in \(postgreSQL.name). Create one, with its first project, with \"latchkey project "
        + "create\".")
  }

  /// - Throws: a failure if the database is empty or belongs to another program.
  func requireData() throws(CommandFailure) {
    switch try asking({ () throws(StoreError) in try age() }) {
    case .empty:
      guard postgreSQL == nil else { return try requireInstallation() }
      throw CommandFailure(
        opening: self, DataDirectory.Failure.emptyDatabase(path: directory.databasePath))
    case .foreign:
      throw CommandFailure(.dataDirectory, "\(databaseName) belongs to another program. Restore a backup.")
    case .current, .older, .newer: return
    }
  }

  /// - Parameter instead: the clause of the error that names PostgreSQL's own tool.
  /// - Throws: a failure if the database is not a file.
  func requireSQLite(instead: String) throws(CommandFailure) {
    guard let postgreSQL else { return }
    throw CommandFailure(
      .refused,
      "The data is in \(postgreSQL.name), of which \(instead). The database does not contain the master key: copy the "
        + "key, too.")
  }

  /// Locks the directory against other processes. A shared PostgreSQL needs no lock.
  ///
  /// - Throws: a failure that names the holder of the lock.
  func lockForCommand(_ use: DataDirectoryUse) throws(CommandFailure) -> DataDirectoryLock? {
    guard postgreSQL == nil else { return nil }
    return try directory.lockForCommand(use)
  }
}
