import GRDBSQLite

/// The current row of a statement, valid until its next step.
package struct SQLiteRow: SQLRow {
  let statement: OpaquePointer

  package func isNull(_ column: Int) -> Bool { sqlite3_column_type(statement, CInt(column)) == SQLITE_NULL }

  package func integer(_ column: Int) throws(SQLFailure) -> Int64 {
    try check(column, is: SQLITE_INTEGER)
    return sqlite3_column_int64(statement, CInt(column))
  }

  package func text(_ column: Int) throws(SQLFailure) -> String {
    try check(column, is: SQLITE_TEXT)
    guard let start = sqlite3_column_text(statement, CInt(column)) else {
      throw .failed("SQLite is out of memory")
    }
    let count = Int(sqlite3_column_bytes(statement, CInt(column)))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  package func blob(_ column: Int) throws(SQLFailure) -> [UInt8] {
    try check(column, is: SQLITE_BLOB)
    let start = sqlite3_column_blob(statement, CInt(column))
    let count = Int(sqlite3_column_bytes(statement, CInt(column)))
    return Array(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
  }

  private func check(_ column: Int, is type: CInt) throws(SQLFailure) {
    guard sqlite3_column_type(statement, CInt(column)) == type else {
      throw .corrupt("a value of an unexpected type")
    }
  }
}
