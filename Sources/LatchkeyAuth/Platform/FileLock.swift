import Foundation
import Synchronization

/// Keeps others out by a lock on a file: other threads, and other processes. The thread that has it may take
/// it again.
final class FileLock: @unchecked Sendable {
  private struct Place: Hashable {
    var device: UInt64
    var directory: UInt64
    var name: String
  }

  /// One for each place, however many storages use it: only so is it known which thread has the lock.
  private static let all = Mutex<[Place: FileLock]>([:])

  private let threads = NSRecursiveLock()
  // What follows belongs to the thread that has the lock.
  private var depth = 0
  private var file: Int32 = -1

  private init() {}

  /// - Parameters:
  ///   - name: of the file, which is made when it is missing and stays.
  ///   - seconds: how long to wait for others.
  /// - Throws: what the body throws; `keychainError` when the others took longer.
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
      // Closing gives the lock back.
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
      // The system's own wait has no end, and the other process may have been stopped.
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
      // If the file was removed meanwhile, others may have locked a new one of its name.
      var current = stat()
      let mine = try directory.status(of: file, path)
      if fstatat(directory.descriptor, name, &current, AT_SYMLINK_NOFOLLOW) == 0,
        current.st_ino == mine.st_ino, current.st_dev == mine.st_dev
      {
        return file
      }
      close(file)
      guard ProcessInfo.processInfo.systemUptime < end else {
        throw FileFailure.error("The file of the session's lock does not stay what it is.", at: path)
      }
      usleep(pause)
    }
  }
}
