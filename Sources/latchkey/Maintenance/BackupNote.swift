import Foundation
import Operations

/// What "latchkey backup" notes beside the database, so that "latchkey status" can tell it.
struct BackupNote: Codable, Sendable, Equatable {
  /// Seconds since 1970.
  var at: Int64
  /// The copy, as an absolute path.
  var file: String

  private static let maximumBytes = 8_192

  private static func path(in directory: DataDirectory) -> String { directory.path + "/last-backup.json" }

  /// Nil where no backup is known.
  init?(of directory: DataDirectory) {
    guard let handle = FileHandle(forReadingAtPath: Self.path(in: directory)) else { return nil }
    defer { try? handle.close() }
    guard let data = try? handle.read(upToCount: Self.maximumBytes),
      let note = try? JSONDecoder().decode(BackupNote.self, from: data)
    else { return nil }
    self = note
  }

  init(file: String, at moment: Date) {
    at = Int64(moment.timeIntervalSince1970)
    self.file = URL(fileURLWithPath: file).path
  }

  /// A copy is as good where nothing can be noted.
  func write(in directory: DataDirectory) {
    guard let data = try? JSONEncoder().encode(self) else { return }
    let path = Self.path(in: directory)
    try? data.write(to: URL(fileURLWithPath: path), options: .atomic)
    chmod(path, 0o600)
  }
}
