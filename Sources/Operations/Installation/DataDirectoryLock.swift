import Foundation
import Storage

/// What a process does with a data directory for as long as it holds the lock.
public enum DataDirectoryUse: Sendable {
  /// Two servers would each believe that they alone decide what the lab's keys and the development project's
  /// addresses are.
  case server
  /// Reads and writes, beside others that do.
  case command
  /// Puts another database in the place of the one that is there: nobody else may have it open.
  case replacement
}

/// Keeps processes out of a data directory's way that do not go together. Ends with the process, however that
/// ends.
///
/// Everybody holds the directory itself: shared, or alone to replace the database. A directory cannot be
/// taken away from those that hold it as a file in it can. Servers besides hold the file `server.lock`, which
/// is made only while nobody holds the directory: so that deleting it lets no second server in.
public final class DataDirectoryLock: Sendable {
  private let descriptors: [Int32]

  fileprivate init(descriptors: [Int32]) { self.descriptors = descriptors }
  deinit { for descriptor in descriptors { close(descriptor) } }
}

extension DataDirectory {
  /// Waits for nobody who keeps a lock.
  ///
  /// - Returns: nil when another process does with the directory what does not go together with it.
  /// - Throws: when the directory is not there, is none, or cannot be locked.
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

  /// Whether a server works on the directory.
  ///
  /// - Throws: when that cannot be seen.
  public func hasServer() throws(Failure) -> Bool {
    let file = path + "/server.lock"
    guard access(file, F_OK) == 0 else { return false }
    let descriptor = try opened(file, O_RDONLY)
    defer { close(descriptor) }
    // Shared, so that two that look do not take each other for a server, and let go at once.
    return try !hold(descriptor, LOCK_SH, file)
  }

  /// The file that servers hold, held, and the directory shared.
  private func serverFile(_ directory: Int32) throws(Failure) -> Int32? {
    let file = path + "/server.lock"
    if access(file, F_OK) != 0 {
      guard try hold(directory, LOCK_EX, path) else { return nil }
      close(try opened(file, O_RDWR | O_CREAT))
    }
    let descriptor = try opened(file, O_RDWR)
    do throws(Failure) {
      guard try holdAlone(descriptor, file), try hold(directory, LOCK_SH, path),
        Self.is(descriptor, file)
      else { return abandon(descriptor) }
    } catch {
      close(descriptor)
      throw error
    }
    return descriptor
  }

  /// Holds a file alone, unless another server does: who can share it finds nobody there but those that look
  /// (``hasServer()``), and they let go at once.
  private func holdAlone(_ descriptor: Int32, _ file: String) throws(Failure) -> Bool {
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

  /// Whether a name still is that of an open file.
  private static func `is`(_ descriptor: Int32, _ path: String) -> Bool {
    var (opened, named) = (stat(), stat())
    return fstat(descriptor, &opened) == 0 && stat(path, &named) == 0 && opened.st_ino == named.st_ino
      && opened.st_dev == named.st_dev
  }
}
