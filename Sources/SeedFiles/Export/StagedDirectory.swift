import CFileExchange
import Foundation

/// A new version of a directory, written beside the old directory. It replaces the old directory when it is complete.
/// Until then, the old directory is unchanged, even if the program is killed.
final class StagedDirectory {
  private let target: String
  /// The path to write to.
  let path: String
  private var isPlaced = false

  private static let marker = ".latchkey-export-"
  private static let formerMarker = ".latchkey-former-"

  /// - Parameter target: the directory to replace. It may be missing, but its parent must exist.
  init(beside target: String) throws {
    self.target = target
    path = Self.sibling(of: target, Self.marker) + String(getpid())
    Self.removeAbandoned(beside: target)
    guard mkdir(path, 0o755) == 0 else { throw Self.failure("created", path) }
  }

  deinit { if !isPlaced { try? FileManager.default.removeItem(atPath: path) } }

  /// Replaces the old directory. When the method returns, everything is on the disk.
  func place() throws {
    try Self.synchronize(path)
    var status = stat()
    if lstat(target, &status) != 0 {
      guard rename(path, target) == 0 else { throw Self.failure("written", target) }
    } else if latchkey_exchange(path, target) != 0 {
      guard [ENOSYS, EINVAL, ENOTSUP].contains(errno) else { throw Self.failure("replaced", target) }
      try replaceInTwoSteps()
    }
    isPlaced = true
    try? Self.synchronize((target as NSString).deletingLastPathComponent)
    // After the exchange, this path contains the old directory.
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Replaces the directory on file systems that cannot exchange two directories in one step.
  private func replaceInTwoSteps() throws {
    let former = Self.sibling(of: target, Self.formerMarker) + String(getpid())
    guard rename(target, former) == 0 else { throw Self.failure("replaced", target) }
    guard rename(path, target) == 0 else {
      let failure = Self.failure("replaced", target)
      rename(former, target)
      throw failure
    }
    try? FileManager.default.removeItem(atPath: former)
  }

  /// The path of the old directory, if a program ended between the two steps; otherwise nil.
  static func former(of target: String) -> String? {
    siblings(of: target, formerMarker).first
  }

  // MARK: Files

  /// Writes a file that only the user can read, because it contains passwords.
  static func write(_ path: String, _ body: ((_ bytes: [UInt8]) throws -> Void) async throws -> Void)
    async throws
  {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure("written", path) }
    defer { close(descriptor) }
    try await body { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
        guard count >= 0 || errno == EINTR else { throw failure("written", path) }
        rest = rest.dropFirst(max(count, 0))
      }
    }
    guard fsync(descriptor) == 0 else { throw failure("written", path) }
  }

  static func synchronize(_ directory: String) throws {
    let descriptor = open(directory.isEmpty ? "." : directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure("written", directory) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw failure("written", directory) }
  }

  // MARK: Leftovers

  private static func sibling(of target: String, _ marker: String) -> String {
    let name = (target as NSString).lastPathComponent
    let parent = (target as NSString).deletingLastPathComponent
    return (parent.isEmpty ? "" : parent == "/" ? "/" : parent + "/") + "." + name + marker
  }

  private static func siblings(of target: String, _ marker: String) -> [String] {
    let prefix = sibling(of: target, marker)
    let parent = (prefix as NSString).deletingLastPathComponent
    let start = (prefix as NSString).lastPathComponent
    let names = (try? FileManager.default.contentsOfDirectory(atPath: parent.isEmpty ? "." : parent)) ?? []
    return names.filter { $0.hasPrefix(start) && Int32($0.dropFirst(start.count)) != nil }.sorted()
      .map { prefix + $0.dropFirst(start.count) }
  }

  /// Removes the staged directories of programs that were killed. Running programs still use their staged
  /// directories.
  private static func removeAbandoned(beside target: String) {
    let prefix = sibling(of: target, marker)
    for path in siblings(of: target, marker) {
      guard let process = Int32(path.dropFirst(prefix.count)) else { continue }
      // Process IDs repeat: in a container, every program may have the ID 1.
      guard process == getpid() || (kill(process, 0) != 0 && errno == ESRCH) else { continue }
      try? FileManager.default.removeItem(atPath: path)
    }
  }

  /// - Parameter done: the failed operation, as words in the message.
  private static func failure(_ done: String, _ path: String) -> SeedFileFailure {
    SeedFileFailure("\(path) could not be \(done): \(String(cString: strerror(errno))).")
  }
}
