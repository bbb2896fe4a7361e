import Foundation

/// Keeps a data directory to one server: two would each believe that they alone decide what the lab's keys
/// and the development project's addresses are. Administrative commands do not need it.
///
/// The lock ends with the process, however that ends.
public final class DataDirectoryLock: Sendable {
  private let descriptor: Int32

  fileprivate init(descriptor: Int32) { self.descriptor = descriptor }
  deinit { close(descriptor) }
}

extension DataDirectory {
  /// - Returns: nil when another server holds the directory.
  /// - Throws: when the lock file cannot be made.
  public func lock() throws(Failure) -> DataDirectoryLock? {
    let file = path + "/server.lock"
    let descriptor = open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw .cannotCreate(path: file, reason: String(cString: strerror(errno)))
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      close(descriptor)
      return nil
    }
    return DataDirectoryLock(descriptor: descriptor)
  }
}
