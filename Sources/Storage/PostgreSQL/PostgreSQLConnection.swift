import CPQ
import Foundation

/// One connection of libpq, used by one thread at a time. Every call blocks, and for no longer than ``patience``: a
/// server that has not answered by then is given up, and the connection with it.
///
/// Values go both ways in the binary format, and statements with parameters are prepared at their first use.
package final class PostgreSQLConnection: SQLConnection {
  package static let hasWritersBeside = true

  /// `PGconn`.
  let handle: OpaquePointer
  /// The names of prepared statements by their texts.
  private var prepared: [String: String] = [:]
  /// Whether nothing is to be asked on it any more.
  private var isGivenUp = false
  /// For how long an answer is waited for. Somewhat more than what the server lets a statement take.
  var patience = PostgreSQLConnection.usualPatience
  static let usualPatience = Duration.seconds(35)

  /// What a server may take for anything before it is given up: in milliseconds where PostgreSQL has no unit.
  private static let parameters = [
    ("application_name", "latchkey"), ("client_encoding", "UTF8"), ("connect_timeout", "10"),
    // A server that does not acknowledge what is sent to it is gone, and so is one that is waited for in vain.
    ("tcp_user_timeout", "15000"), ("keepalives_idle", "5"), ("keepalives_interval", "5"),
    ("keepalives_count", "3"),
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
    guard PQstatus(handle) == CONNECTION_OK else { throw .connectionLost(Self.reason(of: handle)) }
    // What it would print on the error output is in nobody's format.
    PQsetNoticeReceiver(handle, { _, _ in }, nil)
    guard PQsetnonblocking(handle, 1) == 0 else { throw .failed("libpq cannot be told not to block") }
    try run(Self.settings)
  }

  deinit { PQfinish(handle) }

  /// Whether it can still be used, as far as is known without asking the server.
  var isOpen: Bool { !isGivenUp && PQstatus(handle) == CONNECTION_OK }
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
    try answer(PQsendQuery(handle, text)).command
  }

  private func result(of statement: SQLStatement, _ arguments: [SQLValue]) throws(SQLFailure)
    -> PostgreSQLResult
  {
    guard !arguments.isEmpty else {
      return try answer(PQsendQueryParams(handle, statement.text, 0, nil, nil, nil, nil, 1))
    }
    let name = try name(of: statement, arguments)
    let encoded = try EncodedArguments(arguments)
    return try answer(
      encoded.withPointers { values, lengths, formats in
        PQsendQueryPrepared(handle, name, CInt(arguments.count), values, lengths, formats, 1)
      })
  }

  private func name(of statement: SQLStatement, _ arguments: [SQLValue]) throws(SQLFailure) -> String {
    if let name = prepared[statement.text] { return name }
    let name = "s\(prepared.count)"
    let types = arguments.map(\.postgreSQLType)
    _ = try answer(PQsendPrepare(handle, name, statement.text, CInt(types.count), types))
    prepared[statement.text] = name
    return name
  }

  // MARK: Waiting

  /// What the last statement of a request did, or why the first that failed did.
  private func answer(_ wasSent: CInt) throws(SQLFailure) -> PostgreSQLResult {
    guard wasSent == 1 else { throw failure("libpq took no request") }
    let end = ContinuousClock.now + patience
    while true {
      let left = PQflush(handle)
      if left == 0 { break }
      guard left > 0 else { throw failure("a request could not be sent") }
      try wait(for: POLLIN | POLLOUT, until: end)
      guard PQconsumeInput(handle) == 1 else { throw lost }
    }
    var last: PostgreSQLResult?
    while true {
      while PQisBusy(handle) == 1 {
        try wait(for: POLLIN, until: end)
        guard PQconsumeInput(handle) == 1 else { throw lost }
      }
      guard let pointer = PQgetResult(handle) else { break }
      last = PostgreSQLResult(pointer)
    }
    guard let last else { throw failure("there is no answer") }
    return try check(last)
  }

  private func wait(for events: Int32, until end: ContinuousClock.Instant) throws(SQLFailure) {
    var descriptor = pollfd(fd: PQsocket(handle), events: Int16(events), revents: 0)
    while true {
      guard descriptor.fd >= 0 else { throw lost }
      let left = (end - ContinuousClock.now) / .milliseconds(1)
      let found = left > 0 ? poll(&descriptor, 1, CInt(min(left + 1, 1_000_000))) : 0
      if found > 0 { return }
      guard found < 0, errno == EINTR else { break }
    }
    isGivenUp = true
    throw .connectionLost("PostgreSQL did not answer in time")
  }

  private var lost: SQLFailure { .connectionLost("the connection to PostgreSQL was lost") }

  // MARK: Failures

  private func check(_ result: PostgreSQLResult) throws(SQLFailure) -> PostgreSQLResult {
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
    case "": return lost
    // It does not know what was prepared on it, or a table has changed since: the connection's memory is worth nothing.
    case "26000", "42P05", "0A000":
      isGivenUp = true
      return .connectionLost("PostgreSQL \(code)")
    // The server stops or starts, or sees itself as a standby by now.
    case "57P01", "57P02", "57P03", "25006": return .connectionLost("PostgreSQL \(code)")
    default: return failure("PostgreSQL \(code)")
    }
  }

  /// In words of our own: libpq's hold the address.
  private static func reason(of handle: OpaquePointer) -> String {
    let text = PQerrorMessage(handle).map { String(cString: $0) } ?? ""
    let reasons = [
      ("password", "it refuses the password, or wants one"),
      ("certificate", "its certificate is not one that the address lets pass"),
      ("SSL", "it does not speak TLS as the address wants it"),
      ("could not translate host name", "there is no host of its name"),
      ("Connection refused", "nothing listens there"), ("No such file or directory", "nothing listens there"),
      ("timeout", "it does not answer"), ("too many", "it has no connection left"),
      ("read-only", "it takes no writes"), ("in hot standby", "it takes no writes"),
      ("does not exist", "it has no such database or user"), ("pg_hba", "it lets nobody in from here"),
      ("invalid", "its address is not one that libpq understands"),
      ("starting up", "it is starting"), ("shutting down", "it is stopping"),
    ]
    let known = reasons.first { text.contains($0.0) }?.1
    return "PostgreSQL cannot be reached: \(known ?? "it refuses the connection")"
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
