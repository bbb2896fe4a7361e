import Foundation

/// Standard output, or a file that only its owner can read. The file gets its name when it is complete.
final class OutputFile {
  private let path: String
  private let handle: FileHandle
  private let temporaryPath: String?

  /// True if further files can be created next to it.
  var isRegular: Bool { temporaryPath != nil }

  init(_ path: String) throws(CommandFailure) {
    self.path = path
    if path == "-" {
      handle = .standardOutput
      temporaryPath = nil
      return
    }
    let files = FileManager.default
    let type = (try? files.attributesOfItem(atPath: path))?[.type] as? FileAttributeType
    // A pipe or a device is written to directly.
    if let type, type != .typeRegular {
      guard let handle = FileHandle(forWritingAtPath: path) else { throw Self.failure(path) }
      self.handle = handle
      temporaryPath = nil
      return
    }
    let temporary = path + ".part"
    try? files.removeItem(atPath: temporary)
    guard
      files.createFile(atPath: temporary, contents: nil, attributes: [.posixPermissions: 0o600]),
      let handle = FileHandle(forWritingAtPath: temporary)
    else { throw Self.failure(path) }
    self.handle = handle
    temporaryPath = temporary
  }

  func write(_ bytes: [UInt8]) throws(CommandFailure) {
    do { try handle.write(contentsOf: Data(bytes)) } catch { throw Self.failure(path) }
  }

  /// Completes the file. Until then, an existing file of the same name is unchanged.
  func finish() throws(CommandFailure) {
    guard let temporaryPath else { return }
    do {
      try handle.synchronize()
      try handle.close()
    } catch {
      throw Self.failure(path)
    }
    guard rename(temporaryPath, path) == 0 else { throw Self.failure(path) }
  }

  deinit {
    if let temporaryPath { unlink(temporaryPath) }
  }

  private static func failure(_ path: String) -> CommandFailure {
    CommandFailure(.refused, "The file \(path) cannot be written.")
  }
}
