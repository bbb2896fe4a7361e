import Foundation
import Identity
import Operations
import Settings
import Storage

extension Installation {
  /// Where the data is and what opens it, as a configuration says.
  init(_ configuration: DataConfiguration) throws(CommandFailure) {
    self.init(
      directory: DataDirectory(path: configuration.directory, masterKeyFile: configuration.masterKeyFile),
      postgreSQL: configuration.postgreSQL, masterKey: try configuration.secretBox())
  }

  /// Runs something of Storage's; what goes wrong becomes a sentence.
  private func asking<Value>(_ body: () throws(StoreError) -> Value) throws(CommandFailure) -> Value {
    do { return try body() } catch { throw CommandFailure(opening: self, error) }
  }

  func existsForCommand() throws(CommandFailure) -> Bool {
    try asking { () throws(StoreError) in try exists() }
  }

  /// - Throws: why there is no installation to work on, and what to do about it.
  func requireInstallation() throws(CommandFailure) {
    guard try !existsForCommand() else { return }
    guard let postgreSQL else { throw directory.absence }
    throw CommandFailure(
      .dataDirectory,
      "There is no installation in \(postgreSQL.name). Make one, with its first project, with \"latchkey project "
        + "create\".")
  }

  /// - Throws: when nothing is in the database, or it is another program's.
  func requireData() throws(CommandFailure) {
    switch try asking({ () throws(StoreError) in try age() }) {
    case .empty:
      guard postgreSQL == nil else { return try requireInstallation() }
      throw CommandFailure(
        opening: self, DataDirectory.Failure.emptyDatabase(path: directory.databasePath))
    case .foreign:
      throw CommandFailure(.dataDirectory, "\(databaseName) is another program's. Restore a backup.")
    case .current, .older, .newer: return
    }
  }

  /// - Parameter instead: what copies a PostgreSQL.
  /// - Throws: when the data is no file.
  func requireSQLite(instead: String) throws(CommandFailure) {
    guard let postgreSQL else { return }
    throw CommandFailure(
      .refused,
      "The data is in \(postgreSQL.name), of which \(instead). The master key is not in it: keep a copy of that, "
        + "too.")
  }

  /// Keeps processes out of each other's way that share a directory. Those that share a PostgreSQL need not be.
  ///
  /// - Throws: who is in the way.
  func lockForCommand(_ use: DataDirectoryUse) throws(CommandFailure) -> DataDirectoryLock? {
    guard postgreSQL == nil else { return nil }
    return try directory.lockForCommand(use)
  }
}
