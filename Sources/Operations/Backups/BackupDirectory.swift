import Foundation
import Identity
import Storage

/// The directory for the server's scheduled copies. Other files in it are left alone.
public struct BackupDirectory: Sendable {
  public let path: String

  /// Returns the free bytes at a path; nil if unknown.
  private let free: @Sendable (String) -> Int64?

  public init(path: String) { self.init(path: path) { DiskSpace.free(at: $0) } }

  init(path: String, free: @escaping @Sendable (String) -> Int64?) {
    self.path = path
    self.free = free
  }

  func path(of name: BackupName) -> String { "\(path)/\(name.text)" }

  /// Creates the directory, readable by its owner only, unless it exists.
  ///
  /// - Throws: if the directory cannot be created, or every user of the machine could replace copies with other
  ///   files.
  func prepare() throws(BackupFault) {
    do throws(DataDirectory.Failure) { try DataDirectory(path: path).create() } catch {
      throw BackupFault(error.description)
    }
    if let fault { throw BackupFault(fault) }
  }

  /// Locks the directory until the lock is released, so that no other installation's server makes a copy in
  /// it or deletes the draft. Does nothing on file systems without locks of directories.
  ///
  /// - Throws: if another server is making a copy.
  func lock() throws(BackupFault) -> Lock {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw BackupFault("\(path) cannot be read: \(DiskFault.reason(errno))") }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else {
      close(descriptor)
      throw BackupFault("another server makes a copy in \(path)")
    }
    return Lock(descriptor: descriptor)
  }

  struct Lock {
    fileprivate let descriptor: Int32

    func release() { close(descriptor) }
  }

  /// Bytes that a copy leaves free, because the database may be on the same disk, and must not run out of
  /// space.
  private static let reserve: Int64 = 64 << 20

  /// - Throws: if there is too little space for the bytes and for the running server.
  func requireSpace(_ bytes: Int64) throws(BackupFault) {
    guard let free = free(path), free < bytes + Self.reserve else { return }
    throw BackupFault(
      "a copy needs \(bytes >> 20) MiB and has to leave \(Self.reserve >> 20) MiB, and \(path) has \(free >> 20) MiB free",
      isShortage: true)
  }

  /// The reason why the directory cannot hold copies; nil if it can, or has yet to be created.
  public var fault: String? {
    var status = stat()
    guard stat(path, &status) == 0 else {
      return errno == ENOENT ? nil : "\(path) cannot be used: \(DiskFault.reason(errno))"
    }
    guard status.st_mode & S_IFMT == S_IFDIR else { return "\(path) is no directory" }
    guard status.st_mode & 0o002 == 0 else { return "every user of the machine can write into \(path)" }
    guard access(path, R_OK | W_OK | X_OK) == 0 else {
      return "\(path) cannot be written: \(DiskFault.reason(errno))"
    }
    return nil
  }

  /// Returns the copies, the oldest first: regular files of this user with a copy's name. Links do not count.
  public func copies() throws(BackupFault) -> [BackupName] {
    try names().compactMap { BackupName($0) }.filter { isOwn("\(path)/\($0.text)") }
      .sorted { $0.moment < $1.moment }
  }

  /// Deletes unfinished copies of a server that was killed.
  func deleteDrafts() throws(BackupFault) {
    for name in try names() where BackupName(draft: name) != nil && isOwn("\(path)/\(name)") {
      unlink("\(path)/\(name)")
    }
  }

  /// Renames a draft to its final name, unless a file with this name exists, and syncs the disk.
  func publish(_ draft: String, as name: BackupName) throws(BackupFault) {
    defer { unlink(draft) }
    guard link(draft, path(of: name)) == 0 else {
      let number = errno
      throw BackupFault(
        "\(path(of: name)) cannot be made: \(DiskFault.reason(number))",
        isShortage: DiskFault.isShortage(number))
    }
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw BackupFault("\(path) cannot be read: \(DiskFault.reason(errno))") }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else {
      throw BackupFault("\(path) cannot be written to disk: \(DiskFault.reason(errno))")
    }
  }

  /// - Returns: false if the copy still exists.
  func delete(_ name: BackupName) -> Bool {
    isOwn(path(of: name)) && unlink(path(of: name)) == 0
  }

  /// Returns the size of a copy in bytes.
  func size(of name: BackupName) -> Int64 {
    var status = stat()
    return lstat(path(of: name), &status) == 0 ? Int64(status.st_size) : 0
  }

  private func isOwn(_ file: String) -> Bool {
    var status = stat()
    return lstat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_uid == geteuid()
  }

  private func names() throws(BackupFault) -> [String] {
    do { return try FileManager.default.contentsOfDirectory(atPath: path) } catch {
      if !FileManager.default.fileExists(atPath: path) { return [] }
      throw BackupFault("\(path) cannot be read")
    }
  }
}
