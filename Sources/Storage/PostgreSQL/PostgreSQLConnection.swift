import CPQ
import Foundation

/// One connection of libpq, used by one thread at a time. Every call blocks.
///
/// Values go both ways in the binary format, and statements with parameters are prepared at their first use.
package final class PostgreSQLConnection: SQLConnection {
  /// `PGconn`.
  let handle: OpaquePointer
  /// The names of prepared statements by their texts.
  private var prepared: [String: String] = [:]

  /// What a server may take for anything before it is given up: in milliseconds where PostgreSQL has no unit.
  private static let parameters = [
    ("application_name", "latchkey"), ("client_encoding", "UTF8"), ("connect_timeout", "10"),
    // A server that does not acknowledge what is sent to it is gone.
    ("tcp_user_timeout", "15000"),
    // Of several hosts, the one that may be written to.
    ("target_session_attrs", "read-write"),
  ]

  /// Statements that would run for longer have failed. Long enough for the sorting of a large project.
  private static let settings = """
    SET statement_timeout = '30s'; SET lock_timeout = '10s'; SET idle_in_transaction_session_timeout = '60s'; \
    SET TIME ZONE 'UTC'
    """

  /// - Throws: ``SQLFailure/connectionLost``, with nothing of the address in it.
  init(_ login: PostgreSQLLogin) throws(SQLFailure) {
    // The later of two values counts: what the address says comes after what we say.
    let keys = Self.parameters.map(\.0) + ["dbname"] + (login.password == nil ? [] : ["password"])
    let values =
      Self.parameters.map(\.1) + [login.address] + (login.password.map { [$0.reveal()] } ?? [])
    let opened = Self.withCStrings(keys) { keys in
      Self.withCStrings(values) { values in PQconnectdbParams(keys, values, 1) }
    }
    guard let opened else { throw .failed("libpq is out of memory") }
    handle = opened
    guard PQstatus(handle) == CONNECTION_OK else {
      throw .connectionLost("PostgreSQL cannot be reached, or refuses the connection")
    }
    try run(Self.settings)
  }

  deinit { PQfinish(handle) }

  /// Whether it can still be used, as far as is known without asking the server.
  var isOpen: Bool { PQstatus(handle) == CONNECTION_OK }
  var isInsideTransaction: Bool { PQtransactionStatus(handle) != PQTRANS_IDLE }

  /// `150004` is 15.4.
  var serverVersion: Int { Int(PQserverVersion(handle)) }

  // MARK: Statements

  @discardableResult
  package func execute(_ statement: SQLStatement, _ arguments: [SQLValue]) throws -> Int {
    try result(of: statement, arguments).changedRows
  }

  package func query(
    _ statement: SQLStatement, _ arguments: [SQLValue], _ body: (PostgreSQLRow) throws -> Bool
  ) throws {
    let result = try result(of: statement, arguments)
    for index in 0..<result.rowCount {
      guard try body(PostgreSQLRow(result: result, index: CInt(index))) else { return }
    }
  }

  /// Runs a text of one or more statements without parameters, and answers what the last of them did.
  @discardableResult
  func run(_ text: String) throws(SQLFailure) -> String {
    try check(PQexec(handle, text)).command
  }

  private func result(of statement: SQLStatement, _ arguments: [SQLValue]) throws(SQLFailure)
    -> PostgreSQLResult
  {
    guard !arguments.isEmpty else {
      return try check(PQexecParams(handle, statement.text, 0, nil, nil, nil, nil, 1))
    }
    let name = try name(of: statement, arguments)
    let encoded = try EncodedArguments(arguments)
    return try check(
      encoded.withPointers { values, lengths, formats in
        PQexecPrepared(handle, name, CInt(arguments.count), values, lengths, formats, 1)
      })
  }

  private func name(of statement: SQLStatement, _ arguments: [SQLValue]) throws(SQLFailure) -> String {
    if let name = prepared[statement.text] { return name }
    let name = "s\(prepared.count)"
    let types = arguments.map(\.postgreSQLType)
    _ = try check(PQprepare(handle, name, statement.text, CInt(types.count), types))
    prepared[statement.text] = name
    return name
  }

  // MARK: Failures

  private func check(_ pointer: OpaquePointer?) throws(SQLFailure) -> PostgreSQLResult {
    guard let pointer else { throw failure("libpq is out of memory") }
    let result = PostgreSQLResult(pointer)
    switch result.status {
    case PGRES_COMMAND_OK, PGRES_TUPLES_OK: return result
    default: throw failure(of: result)
    }
  }

  private func failure(_ text: String) -> SQLFailure { isOpen ? .failed(text) : .connectionLost(text) }

  /// What the server says beside the code may hold stored values, and is left out.
  private func failure(of result: PostgreSQLResult) -> SQLFailure {
    let code = result.code
    switch code {
    case "23505":
      let constraint = UniqueConstraint(rawValue: result.constraint)
      return constraint.map { .uniqueViolation($0) } ?? .failed("PostgreSQL \(code)")
    case "23503": return .foreignKeyViolation
    // Serialization failure, deadlock: the transaction may be run again.
    case "40001", "40P01": return .transactionAborted
    case "": return .connectionLost("the connection to PostgreSQL was lost")
    // The server stops or starts, or sees itself as a standby by now.
    case "57P01", "57P02", "57P03", "25006": return .connectionLost("PostgreSQL \(code)")
    default: return failure("PostgreSQL \(code)")
    }
  }

  private static func withCStrings<Value>(
    _ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Value
  ) -> Value {
    let copies = texts.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return (copies.map { UnsafePointer($0) } + [nil]).withUnsafeBufferPointer { pointers in
      // Never empty: it ends with nil.
      pointers.baseAddress.map(body) ?? body([nil])
    }
  }
}
