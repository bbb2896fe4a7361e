import Foundation

extension PrivateDirectory {
  /// Returns the file's contents; nil if there is no such file.
  func read(_ name: String, maximumBytes: Int) throws -> Data? {
    guard let file = try openFile(name, O_RDONLY) else { return nil }
    defer { close(file) }
    var data = Data()
    var chunk = [UInt8](repeating: 0, count: 16 << 10)
    while true {
      let count = Foundation.read(file, &chunk, chunk.count)
      if count == 0 { return data }
      if count < 0 {
        if errno == EINTR { continue }
        throw FileFailure.error("The session's file cannot be read.", at: path + "/" + name, code: errno)
      }
      data.append(contentsOf: chunk[..<count])
      guard data.count <= maximumBytes else {
        throw FileFailure.error("The session's file is too large to be one.", at: path + "/" + name)
      }
    }
  }

  /// Replaces a file atomically and durably.
  func replace(_ name: String, with data: Data) throws {
    removeRemains()
    let beside = name + "." + String(UInt64.random(in: .min ... .max), radix: 36) + Self.remainsSuffix
    let file = openat(descriptor, beside, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else {
      throw FileFailure.error("The session's file cannot be made.", at: path + "/" + beside, code: errno)
    }
    defer { close(file) }
    // The process's umask may have removed permissions.
    guard fchmod(file, 0o600) == 0, Self.write(data, to: file), fsync(file) == 0,
      renameat(descriptor, beside, descriptor, name) == 0
    else {
      let code = errno
      unlinkat(descriptor, beside, 0)
      throw FileFailure.error("The session's file cannot be written.", at: path + "/" + name, code: code)
    }
    try sync()
  }

  func remove(_ name: String) throws {
    removeRemains()
    if unlinkat(descriptor, name, 0) == 0 { return try sync() }
    guard errno == ENOENT else {
      throw FileFailure.error("The session's file cannot be removed.", at: path + "/" + name, code: errno)
    }
  }

  private func sync() throws {
    guard fsync(descriptor) == 0 else {
      throw FileFailure.error("The directory of sessions cannot be written.", at: path, code: errno)
    }
  }

  private static func write(_ data: Data, to file: Int32) -> Bool {
    data.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = Foundation.write(file, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count >= 0 {
          rest = rest.dropFirst(count)
        } else if errno != EINTR {
          return false
        }
      }
      return true
    }
  }

  /// The suffix of incomplete files.
  static var remainsSuffix: String { ".new" }
  /// The age after which an incomplete file counts as abandoned.
  private static var remainsSeconds: Int { 3_600 }

  /// Removes the incomplete files of processes that ended during a write. These files may contain a session.
  private func removeRemains() {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    for name in names where name.hasSuffix(Self.remainsSuffix) {
      var status = stat()
      guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { continue }
      #if canImport(Darwin)
        let changed = status.st_mtimespec.tv_sec
      #else
        let changed = status.st_mtim.tv_sec
      #endif
      if changed < time(nil) - Self.remainsSeconds { unlinkat(descriptor, name, 0) }
    }
  }
}
