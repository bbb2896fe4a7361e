import GRDBSQLite

/// A connection to SQLite that uses its C API directly.
final class RawSQLite {
  enum Value {
    case integer(Int64)
    case text(String)
    case blob([UInt8])
  }

  final class Statement {
    private let statement: OpaquePointer
    /// Keeps the connection open, because statements must be finalized before it is closed.
    private let connection: RawSQLite

    fileprivate init(_ statement: OpaquePointer, _ connection: RawSQLite) {
      self.statement = statement
      self.connection = connection
    }

    deinit { sqlite3_finalize(statement) }

    func run(_ values: Value...) throws {
      let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
      for (index, value) in values.enumerated() {
        let position = CInt(index + 1)
        let code =
          switch value {
          case .integer(let value): sqlite3_bind_int64(statement, position, value)
          case .text(let text):
            sqlite3_bind_text(statement, position, text, CInt(text.utf8.count), transient)
          case .blob(let bytes): sqlite3_bind_blob(statement, position, bytes, CInt(bytes.count), transient)
          }
        guard code == SQLITE_OK else { throw connection.failure() }
      }
      defer { sqlite3_reset(statement) }
      guard sqlite3_step(statement) == SQLITE_DONE else { throw connection.failure() }
    }
  }

  static var version: String { String(cString: sqlite3_libversion()) }

  private let handle: OpaquePointer

  init(path: String) throws {
    var opened: OpaquePointer?
    let code = sqlite3_open(path, &opened)
    guard code == SQLITE_OK, let opened else {
      sqlite3_close(opened)
      throw CommandFailure(description: "SQLite cannot open \(path)")
    }
    handle = opened
  }

  deinit { sqlite3_close(handle) }

  func prepare(_ text: String) throws -> Statement {
    var prepared: OpaquePointer?
    guard sqlite3_prepare_v2(handle, text, -1, &prepared, nil) == SQLITE_OK, let prepared else {
      throw failure()
    }
    return Statement(prepared, self)
  }

  func execute(_ text: String) throws {
    guard sqlite3_exec(handle, text, nil, nil, nil) == SQLITE_OK else { throw failure() }
  }

  fileprivate func failure() -> CommandFailure {
    CommandFailure(description: "SQLite: \(String(cString: sqlite3_errmsg(handle)))")
  }
}
