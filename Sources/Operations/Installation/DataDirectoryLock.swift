import Foundation
import Storage

/// The use of a data directory by a process that holds the lock.
public enum DataDirectoryUse: Sendable {
  /// A server. Two servers would both manage the lab's keys and the development project's addresses.
  case server
  /// A command that reads and writes beside other processes.
  case command
  /// Replaces the database. No other process may have it open.
  case replacement
}

/// Prevents conflicting uses of a data directory by several processes. The lock ends with the process, even
/// if it crashes.
///
/// Every process locks the directory itself: shared, or exclusively to replace the database. Unlike a file in it, the
/// directory cannot be deleted while it is in use. Servers also lock the file `server.lock`. The file is created only
/// while no process locks the directory. So a second server cannot start after the file is deleted.
public final class DataDirectoryLock: Sendable {
  private let descriptors: [Int32]

  fileprivate init(descriptors: [Int32]) { self.descriptors = descriptors }
  deinit { for descriptor in descriptors { close(descriptor) } }
}

extension DataDirectory {
  /// Locks the directory without waiting.
  ///
  /// - Returns: nil if another process holds a conflicting lock.
  /// - Throws: if the path is missing, is not a directory, or cannot be locked.
  public func lock(for use: DataDirectoryUse) throws(Failure) -> DataDirectoryLock? {
    let directory = try opened(path, O_RDONLY | O_DIRECTORY)
    do throws(Failure) {
      switch use {
      case .replacement:
        guard try hold(directory, LOCK_EX, path) else { return abandon(directory) }
      case .command:
        guard try hold(directory, LOCK_SH, path) else { return abandon(directory) }
      case .server:
        guard let file = try serverFile(directory) else { return abandon(directory) }
        return DataDirectoryLock(descriptors: [directory, file])
      }
    } catch {
      close(directory)
      throw error
    }
    return DataDirectoryLock(descriptors: [directory])
  }

  /// Returns true if a server uses the directory.
  ///
  /// - Throws: if that cannot be determined.
  public func hasServer() throws(Failure) -> Bool {
    let file = path + "/server.lock"
    guard access(file, F_OK) == 0 else { return false }
    let descriptor = try opened(file, O_RDONLY)
    defer { close(descriptor) }
    // A shared lock, so that concurrent checks do not mistake each other for a server. It is released at once.
    return try !hold(descriptor, LOCK_SH, file)
  }

  /// Opens and locks the servers' file, with a shared lock of the directory.
  private func serverFile(_ directory: Int32) throws(Failure) -> Int32? {
    let file = path + "/server.lock"
    if access(file, F_OK) != 0 {
      guard try hold(directory, LOCK_EX, path) else { return nil }
      close(try opened(file, O_RDWR | O_CREAT))
    }
    let descriptor = try opened(file, O_RDWR)
    do throws(Failure) {
      guard try lockExclusively(descriptor, file), try hold(directory, LOCK_SH, path),
        Self.is(descriptor, file)
      else { return abandon(descriptor) }
    } catch {
      close(descriptor)
      throw error
    }
    return descriptor
  }

  /// Locks a file exclusively. Returns false if another server has locked it. If a shared lock is possible, only
  /// checks (``hasServer()``) have locked the file, and they release it at once.
  private func lockExclusively(_ descriptor: Int32, _ file: String) throws(Failure) -> Bool {
    for _ in 0..<100 {
      if try hold(descriptor, LOCK_EX, file) { return true }
      guard try hold(descriptor, LOCK_SH, file) else { return false }
      flock(descriptor, LOCK_UN)
      usleep(1_000)
    }
    return false
  }

  private func abandon<Value>(_ descriptor: Int32) -> Value? {
    close(descriptor)
    return nil
  }

  private func opened(_ path: String, _ flags: Int32) throws(Failure) -> Int32 {
    let descriptor = open(path, flags | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw .cannotLock(path: path, reason: DiskFault.reason(errno))
    }
    return descriptor
  }

  private func hold(_ descriptor: Int32, _ kind: Int32, _ path: String) throws(Failure) -> Bool {
    if flock(descriptor, kind | LOCK_NB) == 0 { return true }
    guard errno == EWOULDBLOCK else {
      throw .cannotLock(path: path, reason: DiskFault.reason(errno))
    }
    return false
  }

  /// True if a path still names an open file.
  private static func `is`(_ descriptor: Int32, _ path: String) -> Bool {
    var (opened, named) = (stat(), stat())
    return fstat(descriptor, &opened) == 0 && stat(path, &named) == 0 && opened.st_ino == named.st_ino
      && opened.st_dev == named.st_dev
  }
}
