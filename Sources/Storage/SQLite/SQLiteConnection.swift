import GRDB
import GRDBSQLite

/// A GRDB connection, used through its cached prepared statements.
///
/// Values are bound and read directly with SQLite's API: texts have an explicit length, and a column of an unexpected
/// type is an error instead of a trap.
package struct SQLiteConnection: SQLConnection {
  package static let hasWritersBeside = false
  package static let dialect = SQLDialect.sqlite
  let database: Database

  var isInsideTransaction: Bool { database.isInsideTransaction }

  @discardableResult
  package func execute(_ statement: SQLStatement, _ arguments: [SQLValue]) throws -> Int {
    try withPrepared(statement, arguments) { prepared, handle in
      guard sqlite3_step(prepared) == SQLITE_DONE else { throw Self.failure(of: handle) }
      return Int(sqlite3_changes(handle))
    }
  }

  package func send(
    _ statement: SQLStatement, _ arguments: [SQLValue], _ check: ((Int) throws -> Void)?
  ) throws {
    let count = try execute(statement, arguments)
    try check?(count)
  }

  package func query(_ statement: SQLStatement, _ arguments: [SQLValue], _ body: (SQLiteRow) throws -> Bool)
    throws
  {
    try withPrepared(statement, arguments) { prepared, handle in
      let row = SQLiteRow(statement: prepared)
      while true {
        switch sqlite3_step(prepared) {
        case SQLITE_ROW: guard try body(row) else { return }
        case SQLITE_DONE: return
        default: throw Self.failure(of: handle)
        }
      }
    }
  }

  private func withPrepared<Result>(
    _ statement: SQLStatement, _ arguments: [SQLValue],
    _ body: (_ prepared: OpaquePointer, _ handle: OpaquePointer) throws -> Result
  ) throws -> Result {
    guard let handle = database.sqliteConnection else {
      throw SQLFailure.failed("the database connection is closed")
    }
    let prepared = try database.cachedStatement(sql: statement.text).sqliteStatement
    defer {
      sqlite3_reset(prepared)
      sqlite3_clear_bindings(prepared)
    }
    guard sqlite3_bind_parameter_count(prepared) == arguments.count else {
      throw SQLFailure.failed("a statement was given the wrong number of arguments: \(arguments.count)")
    }
    for (index, argument) in arguments.enumerated() {
      guard try Self.bind(argument, to: prepared, at: CInt(index + 1)) == SQLITE_OK else {
        throw Self.failure(of: handle)
      }
    }
    return try body(prepared, handle)
  }

  private static func bind(_ value: SQLValue, to prepared: OpaquePointer, at index: CInt) throws -> CInt {
    // SQLite copies the bytes before the call returns.
    let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    switch value {
    case .null: return sqlite3_bind_null(prepared, index)
    case .integer(let value): return sqlite3_bind_int64(prepared, index, value)
    case .text(var text):
      return try text.withUTF8 { bytes in
        // PostgreSQL cannot store a null character. A text cut at the null character could be mistaken for
        // another text.
        guard !bytes.contains(0) else { throw SQLFailure.unfitArgument("a text with a null character") }
        guard let start = bytes.baseAddress else {
          return sqlite3_bind_text(prepared, index, "", 0, transient)
        }
        return start.withMemoryRebound(to: CChar.self, capacity: bytes.count) { characters in
          sqlite3_bind_text64(
            prepared, index, characters, sqlite3_uint64(bytes.count), transient, UInt8(SQLITE_UTF8))
        }
      }
    case .blob(let bytes):
      guard !bytes.isEmpty else { return sqlite3_bind_zeroblob(prepared, index, 0) }
      return sqlite3_bind_blob64(prepared, index, bytes, sqlite3_uint64(bytes.count), transient)
    }
  }

  private static func failure(of handle: OpaquePointer) -> SQLFailure {
    let code = sqlite3_extended_errcode(handle)
    let message = String(cString: sqlite3_errmsg(handle))
    switch code {
    case SQLiteCode.constraintUnique, SQLiteCode.constraintPrimaryKey:
      let constraint = UniqueConstraint.allCases.first { message.hasSuffix(": \($0.columns)") }
      return constraint.map { .uniqueViolation($0) } ?? .failed("SQLite \(code): \(message)")
    case SQLiteCode.constraintForeignKey: return .foreignKeyViolation
    default: return .failed("SQLite \(code): \(message)")
    }
  }
}

/// Extended result codes. C defines them by expressions that Swift does not import.
/// <https://www.sqlite.org/rescode.html>
private enum SQLiteCode {
  static let constraintForeignKey = SQLITE_CONSTRAINT | (3 << 8)
  static let constraintPrimaryKey = SQLITE_CONSTRAINT | (6 << 8)
  static let constraintUnique = SQLITE_CONSTRAINT | (8 << 8)
}
