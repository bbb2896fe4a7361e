import Foundation
import Synchronization

/// A file lock that excludes other threads and other processes. A thread that holds the lock may lock it again.
final class FileLock: @unchecked Sendable {
  private struct Place: Hashable {
    var device: UInt64
    var directory: UInt64
    var name: String
  }

  /// Each place has one lock, which all storages share. Otherwise a storage could not know which thread holds
  /// the lock.
  private static let all = Mutex<[Place: FileLock]>([:])

  private let threads = NSRecursiveLock()
  // Only the thread that holds the lock accesses the following members.
  private var depth = 0
  private var file: Int32 = -1

  private init() {}

  /// - Parameters:
  ///   - name: the file's name. If the file is missing, it is created. The file is not removed afterwards.
  ///   - seconds: the time limit for the wait for other threads and processes.
  /// - Throws: the errors of the body; `keychainError` if the time limit is reached.
  static func withLock<Result>(
    _ name: String, in directory: PrivateDirectory, seconds: Double, _ body: () throws -> Result
  ) throws -> Result {
    let status = try directory.status(of: directory.descriptor, directory.path)
    let place = Place(
      device: UInt64(truncatingIfNeeded: status.st_dev), directory: UInt64(status.st_ino), name: name)
    let seconds = min(seconds, 86_400)
    let lock = all.withLock { all in
      if let lock = all[place] { return lock }
      let lock = FileLock()
      all[place] = lock
      return lock
    }
    let end = ProcessInfo.processInfo.systemUptime + seconds
    guard lock.threads.lock(before: Date(timeIntervalSinceNow: seconds)) else {
      throw FileFailure.error("Another thread kept the session's lock for too long.", at: directory.path)
    }
    defer { lock.threads.unlock() }
    if lock.depth == 0 { lock.file = try acquire(name, in: directory, until: end) }
    lock.depth += 1
    defer {
      lock.depth -= 1
      // Closing the file releases the lock.
      if lock.depth == 0 { close(lock.file) }
    }
    return try body()
  }

  private static func acquire(
    _ name: String, in directory: PrivateDirectory, until end: Double
  ) throws -> Int32 {
    let path = directory.path + "/" + name
    var pause: UInt32 = 1_000
    while true {
      guard let file = try directory.openFile(name, O_RDWR, isMade: true) else { continue }
      // `flock` has no timeout of its own, and the other process may be suspended.
      while flock(file, LOCK_EX | LOCK_NB) != 0 {
        let code = errno
        guard code == EWOULDBLOCK || code == EINTR else {
          close(file)
          throw FileFailure.error("The session's lock cannot be taken.", at: path, code: code)
        }
        guard ProcessInfo.processInfo.systemUptime < end else {
          close(file)
          throw FileFailure.error("Another process kept the session's lock for too long.", at: path)
        }
        usleep(pause)
        pause = min(pause * 2, 16_000)
      }
      // If another process removed the file in the meantime, a third process may have locked a new file with
      // the same name.
      var current = stat()
      let mine = try directory.status(of: file, path)
      if fstatat(directory.descriptor, name, &current, AT_SYMLINK_NOFOLLOW) == 0,
        current.st_ino == mine.st_ino, current.st_dev == mine.st_dev
      {
        return file
      }
      close(file)
      guard ProcessInfo.processInfo.systemUptime < end else {
        throw FileFailure.error("The file of the session's lock keeps being replaced.", at: path)
      }
      usleep(pause)
    }
  }
}
