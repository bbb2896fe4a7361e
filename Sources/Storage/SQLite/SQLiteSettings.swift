/// The settings with which SQLite keeps every acknowledged write. They are set on the writing connection after it is
/// opened, then read back.
struct SQLiteSettings: Sendable, Equatable {
  var journalMode: String
  /// 0 off, 1 normal, 2 full (<https://www.sqlite.org/pragma.html#pragma_synchronous>).
  var synchronous: Int64
  var foreignKeys: Bool

  /// The required settings. SQLite syncs the write-ahead log at every commit only with "full".
  static let required = SQLiteSettings(journalMode: "wal", synchronous: 2, foreignKeys: true)

  /// The settings of a ``ScratchDatabase``, whose writes do not wait for the disk.
  static let scratch = SQLiteSettings(journalMode: "wal", synchronous: 0, foreignKeys: true)

  static func read(from connection: some SQLConnection) throws -> SQLiteSettings {
    guard
      let journalMode = try connection.first("PRAGMA journal_mode", [], { row in try row.text(0) }),
      let synchronous = try connection.first("PRAGMA synchronous", [], { row in try row.integer(0) }),
      let foreignKeys = try connection.first("PRAGMA foreign_keys", [], { row in try row.integer(0) })
    else { throw SQLFailure.failed("SQLite does not report its settings") }
    return SQLiteSettings(
      journalMode: journalMode, synchronous: synchronous, foreignKeys: foreignKeys == 1)
  }

  /// - Throws: ``SQLFailure/failed(_:)`` unless these are the required settings: otherwise an acknowledged write
  ///   could be lost.
  func requireDurability() throws(SQLFailure) {
    guard self == .required else {
      throw .failed(
        "SQLite could lose acknowledged writes: journal_mode is \(journalMode), synchronous is \(synchronous), "
          + "foreign_keys is \(foreignKeys ? 1 : 0); needed are wal, 2 and 1")
    }
  }
}
