/// What a driver offers to everything above it: statements run one at a time, blocking, on one connection.
///
/// The statements between two that belong together see one state of the database: the caller holds a
/// transaction, or a snapshot for reads.
package protocol SQLConnection {
  associatedtype Row: SQLRow

  /// Whether other transactions write while one of these does.
  static var hasWritersBeside: Bool { get }
  static var dialect: SQLDialect { get }

  /// Runs a statement that answers no rows.
  ///
  /// - Returns: How many rows it inserted, changed or deleted.
  @discardableResult
  func execute(_ statement: SQLStatement, _ arguments: [SQLValue]) throws -> Int

  /// Runs a statement whose outcome may be looked at later: at the latest by the next that answers anything, or before
  /// the transaction is committed. So statements can go to a database together that is some way off.
  ///
  /// - Parameter check: given how many rows the statement changed; throws when that will not do. Nil where any number
  ///   will.
  func send(_ statement: SQLStatement, _ arguments: [SQLValue], _ check: ((Int) throws -> Void)?) throws

  /// Runs a query and hands each row to `body` while it is valid. Stops early when `body` says false.
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
