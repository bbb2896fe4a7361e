import Foundation
import Identity

/// The location of the database on disk.
struct DatabaseFile: Sendable {
  let path: String
  /// The directory that is removed with the store; nil for a permanent file.
  let temporaryDirectory: TemporaryDirectory?

  /// A directory that is removed when its last reference is released, or earlier.
  final class TemporaryDirectory: Sendable {
    let path: String

    init(path: String) { self.path = path }
    deinit { remove() }

    func remove() { try? FileManager.default.removeItem(atPath: path) }
  }

  /// Creates the file, for its owner only, if it does not exist. SQLite gives its write-ahead log the same mode.
  init(at path: String) throws(StoreError) {
    self.path = path
    temporaryDirectory = nil
    // Only a file created here is opened: closing another descriptor of a database that this process has open would
    // drop SQLite's locks on it (<https://www.sqlite.org/howtocorrupt.html>, section 2.2).
    let descriptor = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
    if descriptor >= 0 {
      close(descriptor)
    } else if errno != EEXIST {
      throw .unavailable("cannot create \(path): \(DiskFault.reason(errno))")
    }
  }

  /// A file in a new directory. Only its owner may read the directory, and the directory's name cannot be guessed.
  static func temporary(_ random: some RandomSource = SystemRandom()) throws(StoreError) -> DatabaseFile {
    let name = "latchkey-\(random.alphanumeric(16))"
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent(name).path
    guard mkdir(directory, 0o700) == 0 else {
      throw .unavailable("cannot create \(directory): \(DiskFault.reason(errno))")
    }
    let owner = TemporaryDirectory(path: directory)
    let file = try DatabaseFile(at: directory + "/accounts.sqlite")
    return DatabaseFile(path: file.path, temporaryDirectory: owner)
  }

  private init(path: String, temporaryDirectory: TemporaryDirectory?) {
    self.path = path
    self.temporaryDirectory = temporaryDirectory
  }
}
