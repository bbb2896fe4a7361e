import Foundation

/// An open directory that belongs to the effective user and that no other user can read.
///
/// All access uses the directory's descriptor, so that no other process can replace the directory in the
/// meantime.
final class PrivateDirectory {
  let path: String
  let descriptor: Int32

  private init(path: String, descriptor: Int32) {
    self.path = path
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Nil if there is no such directory.
  static func open(_ url: URL) throws -> PrivateDirectory? {
    let path = url.withUnsafeFileSystemRepresentation { $0.map { String(cString: $0) } } ?? ""
    let descriptor = Foundation.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else {
      let code = errno
      if code == ENOENT { return nil }
      throw FileFailure.error("The directory of sessions cannot be opened.", at: path, code: code)
    }
    let directory = PrivateDirectory(path: path, descriptor: descriptor)
    let status = try directory.status(of: descriptor, path)
    guard status.st_uid == geteuid() else {
      throw FileFailure.error("The directory of sessions belongs to another user.", at: path)
    }
    guard status.st_mode & 0o077 == 0 else {
      throw FileFailure.error("The directory of sessions is open to others: its mode is not 0700.", at: path)
    }
    return directory
  }

  static func openOrMake(_ url: URL) throws -> PrivateDirectory {
    if let directory = try open(url) { return directory }
    try make(url.standardizedFileURL.path)
    guard let directory = try open(url) else {
      throw FileFailure.error("The directory of sessions was removed.", at: url.path)
    }
    return directory
  }

  private static func make(_ path: String) throws {
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    let code = errno
    let parent = (path as NSString).deletingLastPathComponent
    guard code == ENOENT, !parent.isEmpty, parent != path else {
      throw FileFailure.error("The directory of sessions cannot be made.", at: path, code: code)
    }
    try make(parent)
    if mkdir(path, 0o700) != 0 && errno != EEXIST {
      throw FileFailure.error("The directory of sessions cannot be made.", at: path, code: errno)
    }
  }

  /// Opens one of the user's own files of mode 0600.
  ///
  /// - Parameter isMade: true to create a missing file.
  /// - Returns: its descriptor, which the caller closes; nil if the file is missing and `isMade` is false.
  func openFile(_ name: String, _ flags: Int32, isMade: Bool = false) throws -> Int32? {
    let path = path + "/" + name
    // Without `O_NONBLOCK` opening a pipe would wait for a writer.
    let flags = flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | (isMade ? O_CREAT : 0)
    let file = openat(descriptor, name, flags, 0o600)
    guard file >= 0 else {
      switch errno {
      case ENOENT where !isMade: return nil
      case ELOOP: throw FileFailure.error("A session is not kept behind a symbolic link.", at: path)
      case let code: throw FileFailure.error("The session's file cannot be opened.", at: path, code: code)
      }
    }
    do {
      let status = try status(of: file, path)
      guard status.st_mode & S_IFMT == S_IFREG else {
        throw FileFailure.error(
          "Something that is not a file is in the place of the session's file.", at: path)
      }
      guard status.st_uid == geteuid() else {
        throw FileFailure.error("The session's file belongs to another user.", at: path)
      }
      guard status.st_mode & 0o7777 == 0o600 else {
        throw FileFailure.error("The session's file is open to others: its mode is not 0600.", at: path)
      }
    } catch {
      close(file)
      throw error
    }
    return file
  }

  func status(of file: Int32, _ path: String) throws -> stat {
    var status = stat()
    guard fstat(file, &status) == 0 else {
      throw FileFailure.error("The system does not say who the owner is.", at: path, code: errno)
    }
    return status
  }
}
