/// The interface of a driver: statements run one at a time, blocking, on one connection.
///
/// Statements that belong together see one state of the database: the caller runs them in a transaction, or in a
/// snapshot if they only read.
package protocol SQLConnection {
  associatedtype Row: SQLRow

  /// True if other transactions may write concurrently.
  static var hasWritersBeside: Bool { get }
  static var dialect: SQLDialect { get }

  /// Runs a statement that returns no rows.
  ///
  /// - Returns: the number of rows that it inserted, changed or deleted.
  @discardableResult
  func execute(_ statement: SQLStatement, _ arguments: [SQLValue]) throws -> Int

  /// Runs a statement whose result may be checked later: at the latest with the next statement that returns
  /// something, or before the commit. So statements can be sent to a remote database together.
  ///
  /// - Parameter check: called with the number of rows that the statement changed; throws if the number is wrong. Nil
  ///   accepts any number.
  func send(_ statement: SQLStatement, _ arguments: [SQLValue], _ check: ((Int) throws -> Void)?) throws

  /// Runs a query and passes each row to `body`, valid only during the call. Stops early if `body` returns false.
  func query(_ statement: SQLStatement, _ arguments: [SQLValue], _ body: (Row) throws -> Bool) throws
}

extension SQLConnection {
  package func send(_ statement: SQLStatement, _ arguments: [SQLValue]) throws {
    try send(statement, arguments, nil)
  }

  @discardableResult
  package func execute(_ statement: SQLStatement) throws -> Int { try execute(statement, []) }

  package func first<Value>(
    _ statement: SQLStatement, _ arguments: [SQLValue], _ read: (Row) throws -> Value
  ) throws -> Value? {
    var value: Value?
    try query(statement, arguments) { row in
      value = try read(row)
      return false
    }
    return value
  }

  package func all<Value>(
    _ statement: SQLStatement, _ arguments: [SQLValue], _ read: (Row) throws -> Value
  ) throws -> [Value] {
    var values: [Value] = []
    try query(statement, arguments) { row in
      values.append(try read(row))
      return true
    }
    return values
  }
}
