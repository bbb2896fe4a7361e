import Foundation
import Operations

extension DataDirectory {
  /// The reason why there is no installation, with advice.
  var absence: CommandFailure {
    var isDirectory: ObjCBool = false
    let sentence: String
    if isForbidden {
      sentence = "\(path) cannot be read: Permission denied. It belongs to another user."
    } else if !FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) {
      sentence =
        "There is no data directory at \(path). Name another one with --data, or create one with "
        + "\"latchkey project create\" or \"latchkey dev\"."
    } else if !isDirectory.boolValue {
      sentence = "\(path) is a file, not a data directory. Name another one with --data."
    } else if masterKeyFiles.exists {
      sentence =
        "The database \(databasePath) is missing, but its master key exists. Restore the database with "
        + "\"latchkey restore\"."
    } else {
      sentence = "There is no installation in \(path): neither a database nor a master key."
    }
    return CommandFailure(.dataDirectory, sentence)
  }

  /// Locks the directory until the result is released.
  ///
  /// - Throws: a failure that names the holder of the lock.
  func lockForCommand(_ use: DataDirectoryUse) throws(CommandFailure) -> DataDirectoryLock {
    let lock: DataDirectoryLock?
    do {
      lock = try self.lock(for: use)
    } catch {
      throw CommandFailure(opening: Installation(directory: self), error)
    }
    if let lock { return lock }
    let sentence =
      switch use {
      case .server:
        "Another Latchkey server uses \(path), or a command is replacing its database. Stop the server, or use another "
          + "directory."
      case .command: "Another command is replacing the database in \(path). Try again when it has ended."
      case .replacement:
        "A Latchkey server or a command uses \(path). First stop the server, or wait until the command has ended."
      }
    throw CommandFailure(.busy, sentence)
  }
}
