import Foundation
import Operations

extension DataDirectory {
  /// The reason why there is no installation, and advice.
  var absence: CommandFailure {
    var isDirectory: ObjCBool = false
    let sentence: String
    if isForbidden {
      sentence = "\(path) cannot be read: Permission denied. It belongs to another user."
    } else if !FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) {
      sentence =
        "There is no data directory at \(path). Name another one with --data, or make one with "
        + "\"latchkey project create\" or \"latchkey dev\"."
    } else if !isDirectory.boolValue {
      sentence = "\(path) is a file, and no data directory. Name another one with --data."
    } else if masterKeyFiles.exists {
      sentence =
        "The database \(databasePath) is missing, and its master key is there. Bring it back with "
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
        "Another Latchkey server is running on \(path), or its database is just being replaced. Stop it, or use "
          + "another directory."
      case .command: "The database in \(path) is just being replaced. Try again when that is done."
      case .replacement:
        "A Latchkey server is running on \(path), or a command is. Stop the server, or wait for the command, "
          + "first."
      }
    throw CommandFailure(.busy, sentence)
  }
}
