import Foundation
import Identity
import Storage

/// The directory in which the server keeps the copies that it makes by schedule. Other files may be in it, and are left.
public struct BackupDirectory: Sendable {
  public let path: String

  public init(path: String) { self.path = path }

  func path(of name: BackupName) -> String { "\(path)/\(name.text)" }

  /// Makes the directory, readable by its owner alone, unless it exists.
  ///
  /// - Throws: also where every user of the machine could put other files into the place of copies.
  func prepare() throws(BackupFault) {
    do throws(DataDirectory.Failure) { try DataDirectory(path: path).create() } catch {
      throw BackupFault(error.description)
    }
    if let fault { throw BackupFault(fault) }
  }

  /// Keeps other installations' servers from making copies in the directory, and from clearing away the draft, until it is
  /// released. File systems that know no locks of directories are taken as they are.
  ///
  /// - Throws: while another server makes one.
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

  /// Bytes that a copy leaves free: the database may be on the same disk, and must not run out of it.
  private static let reserve: Int64 = 64 << 20

  /// - Throws: unless there is room for so many bytes, and for the server to go on beside them.
  func requireSpace(_ bytes: Int64) throws(BackupFault) {
    guard let free = DiskSpace.free(at: path), free < bytes + Self.reserve else { return }
    throw BackupFault(
      "a copy needs \(bytes >> 20) MiB and has to leave \(Self.reserve >> 20) MiB, and \(path) has \(free >> 20) MiB free"
    )
  }

  /// Why no copies can be kept in the directory; nil where they can, and where it has to be made first.
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

  /// The copies, the oldest first: regular files of this user that have the name of one. Links are none.
  public func copies() throws(BackupFault) -> [BackupName] {
    try names().compactMap { BackupName($0) }.filter { isOwn("\(path)/\($0.text)") }
      .sorted { $0.moment < $1.moment }
  }

  /// Deletes what a server that was killed left of copies that it was making.
  func deleteDrafts() throws(BackupFault) {
    for name in try names() where BackupName(draft: name) != nil && isOwn("\(path)/\(name)") {
      unlink("\(path)/\(name)")
    }
  }

  /// Gives a draft its name, unless the name is taken, and waits for the disk.
  func publish(_ draft: String, as name: BackupName) throws(BackupFault) {
    defer { unlink(draft) }
    guard link(draft, path(of: name)) == 0 else {
      throw BackupFault("\(path(of: name)) cannot be made: \(DiskFault.reason(errno))")
    }
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw BackupFault("\(path) cannot be read: \(DiskFault.reason(errno))") }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else {
      throw BackupFault("\(path) cannot be written to disk: \(DiskFault.reason(errno))")
    }
  }

  /// - Returns: false where it is there still.
  func delete(_ name: BackupName) -> Bool {
    isOwn(path(of: name)) && unlink(path(of: name)) == 0
  }

  /// Bytes of a copy.
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
