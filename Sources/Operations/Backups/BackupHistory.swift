import Foundation
import Identity
import IdentityWire

/// The last copies of an installation's SQLite database, recorded beside it in `last-backup.json`.
public struct BackupHistory: Sendable, Equatable {
  /// A copy that was checked.
  public struct Copy: Sendable, Equatable {
    /// The time of the copy.
    public var at: Instant
    /// Its absolute path.
    public var file: String
    /// The size of the copy. Nil if an earlier version made it, which did not record the size.
    public var bytes: Int64?
    /// The duration of the copy in milliseconds.
    public var milliseconds: Int64?

    public init(at moment: Instant, file: String, bytes: Int64? = nil, milliseconds: Int64? = nil) {
      at = moment
      self.file = URL(fileURLWithPath: file).path
      self.bytes = bytes
      self.milliseconds = milliseconds
    }
  }

  /// A copy that failed, or was not usable.
  public struct Failure: Sendable, Equatable {
    public var at: Instant
    /// A reason for the operator.
    public var reason: String

    public init(at moment: Instant, reason: String) {
      at = moment
      self.reason = reason
    }
  }

  /// The last good copy, scheduled or by `latchkey backup`; nil if none is known.
  public var lastGood: Copy?
  /// The failure of the last attempt; nil if it succeeded.
  public var lastFailure: Failure?

  public init(lastGood: Copy? = nil, lastFailure: Failure? = nil) {
    self.lastGood = lastGood
    self.lastFailure = lastFailure
  }

  /// Reads the history in a data directory. It is empty if the file cannot be read.
  public init(of directory: DataDirectory) {
    self.init()
    guard let handle = FileHandle(forReadingAtPath: Self.path(in: directory)) else { return }
    defer { try? handle.close() }
    guard let data = try? handle.read(upToCount: Self.maximumBytes),
      let note = try? JSONDecoder().decode(Note.self, from: data)
    else { return }
    if let at = note.at, let file = note.file {
      lastGood = Copy(
        at: Instant(seconds: at), file: file, bytes: note.bytes, milliseconds: note.milliseconds)
    }
    if let at = note.failedAt, let reason = note.failure {
      lastFailure = Failure(at: Instant(seconds: at), reason: reason)
    }
  }

  /// Records a good copy, and deletes the record of an earlier failure. Ignores errors, because the copy is good even
  /// if it cannot be recorded.
  public static func note(_ copy: Copy, in directory: DataDirectory) {
    BackupHistory(lastGood: copy).write(in: directory)
  }

  /// Records a failure beside the last good copy.
  public static func note(_ failure: Failure, in directory: DataDirectory) {
    BackupHistory(lastGood: BackupHistory(of: directory).lastGood, lastFailure: failure).write(in: directory)
  }

  /// The file's members. Times are seconds since 1970.
  private struct Note: Codable {
    var at: Int64?
    var file: String?
    var bytes: Int64?
    var milliseconds: Int64?
    var failedAt: Int64?
    var failure: String?
  }

  /// The maximum size of the file. A path and a reason need less, even if JSON escapes each of their bytes.
  private static let maximumBytes = 65_536

  private static func path(in directory: DataDirectory) -> String { directory.path + "/last-backup.json" }

  private func write(in directory: DataDirectory) {
    let note = Note(
      at: lastGood?.at.seconds, file: lastGood?.file, bytes: lastGood?.bytes,
      milliseconds: lastGood?.milliseconds, failedAt: lastFailure?.at.seconds,
      failure: lastFailure.map { String($0.reason.prefix(utf8Bytes: 1_000)) })
    guard let data = try? JSONEncoder().encode(note) else { return }
    let path = Self.path(in: directory)
    try? data.write(to: URL(fileURLWithPath: path), options: .atomic)
    chmod(path, 0o600)
  }
}
