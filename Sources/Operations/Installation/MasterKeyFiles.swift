import Foundation
import Identity
import Secrets
import Storage

/// The file of the master key, and the files of the next and former keys. `master.key.next` will become the master
/// key. `master.key.previous` was the master key before. `master.key.previous-2` and so on are older; the greatest
/// number is the most recent of them. No file is ever overwritten, because a backup needs the key from the time when
/// it was made. Each of the keys can open secrets.
public struct MasterKeyFiles: Sendable {
  public enum Failure: Error, CustomStringConvertible {
    case unreadable(path: String)
    case cannotWrite(path: String, reason: String)

    public var description: String {
      switch self {
      case .unreadable(let path) where access(path, F_OK) == 0 && access(path, R_OK) != 0:
        "\(path) belongs to another user, and only that user may read it. Run this as that user, or give the file to "
          + "the user of the "
          + "server (chown)."
      case .unreadable(let path):
        "\(path) does not hold a master key: 32 bytes in base64. Restore it from your backup; without it the "
          + "signing keys and provider secrets in the database cannot be read."
      case .cannotWrite(let path, let reason): "\(path) cannot be written: \(reason)"
      }
    }
  }

  public let path: String
  public var nextPath: String { path + ".next" }
  public var previousPath: String { path + ".previous" }

  private let read: @Sendable (String) -> String?

  public init(path: String) {
    self.init(path: path) { try? String(contentsOfFile: $0, encoding: .utf8) }
  }

  /// - Parameter read: returns the text of a file by its path; nil if there is none.
  init(path: String, read: @escaping @Sendable (String) -> String?) {
    self.path = path
    self.read = read
  }

  public var exists: Bool { FileManager.default.fileExists(atPath: path) }
  public var hasNext: Bool { FileManager.default.fileExists(atPath: nextPath) }
  public var hasPrevious: Bool { FileManager.default.fileExists(atPath: previousPath) }

  /// The maximum number of keys before the previous one.
  private static let maximumOlder = 100

  /// The existing files of keys before the previous one.
  public var olderPaths: [String] {
    (2...Self.maximumOlder).map { "\(previousPath)-\($0)" }
      .filter(FileManager.default.fileExists(atPath:))
  }

  /// Returns a box that seals and opens secrets with these files, and notices their changes.
  public func box() throws(Failure) -> SecretBox {
    guard let snapshot = snapshot() else { throw .unreadable(path: path) }
    return SecretBox(keys: MasterKeys(snapshot) { [self] in self.snapshot() })
  }

  /// Returns a box that already seals under the next key.
  public func secretBoxOfNextKey() throws(Failure) -> SecretBox {
    guard let next = key(nextPath), let current = key(path) else { throw .unreadable(path: nextPath) }
    return SecretBox(
      keys: MasterKeys(fixed: next, others: [current] + ([previousPath] + olderPaths).compactMap(key)))
  }

  /// Reads the files in the order in which a key changes its names. So a key that is renamed meanwhile is found under
  /// one of its names.
  func snapshot() -> MasterKeys.Snapshot? {
    let next = key(nextPath)
    guard let current = key(path) else { return nil }
    let others = [next] + ([previousPath] + olderPaths).map(key)
    return MasterKeys.Snapshot(
      current: current, others: others.compactMap(\.self).filter { $0 != current })
  }

  private func key(_ path: String) -> MasterKey? {
    guard let text = read(path) else { return nil }
    return try? MasterKey(base64: text)
  }

  /// Creates the master key.
  public func create(random: any RandomSource) throws(Failure) { try make(path, random) }

  /// Creates the key that will become the master key.
  public func createNext(random: any RandomSource) throws(Failure) { try make(nextPath, random) }

  /// Makes the next key the master key, and the master key the previous key. The former previous key gets a number. A
  /// master key exists at every moment.
  public func promoteNext() throws(Failure) {
    // After an interruption, the same key already has both names.
    if hasPrevious, key(previousPath) != key(path) { try number(previousPath) }
    guard link(path, previousPath) == 0 || errno == EEXIST else {
      throw .cannotWrite(path: previousPath, reason: String(cString: strerror(errno)))
    }
    guard rename(nextPath, path) == 0 else {
      throw .cannotWrite(path: path, reason: String(cString: strerror(errno)))
    }
    syncDirectory()
  }

  /// Gives the file the first free number.
  private func number(_ file: String) throws(Failure) {
    for number in 2...Self.maximumOlder {
      if link(file, "\(file)-\(number)") == 0 {
        unlink(file)
        return
      }
      guard errno == EEXIST else {
        throw .cannotWrite(path: "\(file)-\(number)", reason: String(cString: strerror(errno)))
      }
    }
    throw .cannotWrite(
      path: file, reason: "it has \(Self.maximumOlder) former keys. Delete those that no backup needs")
  }

  /// Creates a file with a new key, completely or not at all. If two processes create the file at the same time, the
  /// key of the first one stays.
  private func make(_ path: String, _ random: any RandomSource) throws(Failure) {
    let draft = "\(path).\(random.alphanumeric(8))"
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw .cannotWrite(path: draft, reason: DiskFault.reason(errno))
    }
    defer {
      close(descriptor)
      unlink(draft)
    }
    let text = Array((Data(random.bytes(32)).base64EncodedString() + "\n").utf8)
    guard write(descriptor, text, text.count) == text.count, fsync(descriptor) == 0 else {
      throw .cannotWrite(path: draft, reason: DiskFault.reason(errno))
    }
    if link(draft, path) != 0, errno != EEXIST {
      throw .cannotWrite(path: path, reason: DiskFault.reason(errno))
    }
    syncDirectory()
  }

  /// Makes the new name survive a loss of power.
  private func syncDirectory() {
    let descriptor = open((path as NSString).deletingLastPathComponent, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}
