import Foundation
import Identity
import Secrets
import Storage

/// The file of the master key, and those beside it: `master.key.next`, which becomes the master key;
/// `master.key.previous`, which was it; and `master.key.previous-2` and so on, which were it before, the
/// greatest number last. None of them is ever overwritten: backups need the key of their time. All are opened.
public struct MasterKeyFiles: Sendable {
  public enum Failure: Error, CustomStringConvertible {
    case unreadable(path: String)
    case cannotWrite(path: String, reason: String)

    public var description: String {
      switch self {
      case .unreadable(let path) where access(path, F_OK) == 0 && access(path, R_OK) != 0:
        "\(path) belongs to another user, who alone may read it. Run this as that user, or give the file to the user of the "
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

  /// - Parameter read: the text of a file, by its path; nil when there is none.
  init(path: String, read: @escaping @Sendable (String) -> String?) {
    self.path = path
    self.read = read
  }

  public var exists: Bool { FileManager.default.fileExists(atPath: path) }
  public var hasNext: Bool { FileManager.default.fileExists(atPath: nextPath) }
  public var hasPrevious: Bool { FileManager.default.fileExists(atPath: previousPath) }

  /// How many keys before the previous one are looked for.
  private static let maximumOlder = 100

  /// Those before the previous one that are there.
  public var olderPaths: [String] {
    (2...Self.maximumOlder).map { "\(previousPath)-\($0)" }
      .filter(FileManager.default.fileExists(atPath:))
  }

  /// What opens and seals under these files, and notices when they change.
  public func box() throws(Failure) -> SecretBox {
    guard let snapshot = snapshot() else { throw .unreadable(path: path) }
    return SecretBox(keys: MasterKeys(snapshot) { [self] in self.snapshot() })
  }

  /// What seals under the next key already.
  public func boxOfNext() throws(Failure) -> SecretBox {
    guard let next = key(nextPath), let current = key(path) else { throw .unreadable(path: nextPath) }
    return SecretBox(
      keys: MasterKeys(fixed: next, others: [current] + ([previousPath] + olderPaths).compactMap(key)))
  }

  /// In the order in which a key moves: one that becomes the master key meanwhile is seen under one of its names.
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

  /// Makes the master key.
  public func create(random: any RandomSource) throws(Failure) { try make(path, random) }

  /// Makes the key that is to become the master key.
  public func createNext(random: any RandomSource) throws(Failure) { try make(nextPath, random) }

  /// The next key becomes the master key, and that the previous one; the one before goes on under a number. At
  /// every moment there is a master key.
  public func promoteNext() throws(Failure) {
    // The same key already has both names when this was interrupted.
    if hasPrevious, key(previousPath) != key(path) { try number(previousPath) }
    guard link(path, previousPath) == 0 || errno == EEXIST else {
      throw .cannotWrite(path: previousPath, reason: String(cString: strerror(errno)))
    }
    guard rename(nextPath, path) == 0 else {
      throw .cannotWrite(path: path, reason: String(cString: strerror(errno)))
    }
    syncDirectory()
  }

  /// Gives the file the first name that is free.
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
      path: file, reason: "there are \(Self.maximumOlder) keys before it. Delete those that no backup needs")
  }

  /// The key appears whole or not at all, whoever else makes one at the same time: the first link wins.
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

  /// So that the name survives the loss of power, too.
  private func syncDirectory() {
    let descriptor = open((path as NSString).deletingLastPathComponent, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}
