import CPQ
import Foundation

/// A libpq connection, used by one thread at a time. Every call blocks, but for no longer than ``patience``: if the
/// server has not answered by then, the connection is given up.
///
/// Values are sent and received in the binary format, and statements with parameters are prepared at their first use.
/// Statements are collected and sent together when a result is needed (the protocol's pipeline): most of a
/// transaction's time is the round trip to the database.
package final class PostgreSQLConnection: SQLConnection {
  package static let hasWritersBeside = true
  package static let dialect = SQLDialect.postgreSQL

  /// `PGconn`.
  let handle: OpaquePointer
  /// The connected server. If the address names several hosts, it is the host that libpq chose.
  let server: String
  /// The names of prepared statements by their texts.
  private var prepared: [String: String] = [:]
  private var statementsPrepared = 0
  /// The statements given to libpq whose answers have not been read.
  private var unanswered: [Unanswered] = []
  /// True if a reading transaction has requested its last answers, but has not waited for these answers.
  private var isOwedAnswers = false
  /// True if the connection must not be used any more.
  private var isGivenUp = false
  /// The longest wait for an answer. It is somewhat longer than the server's statement timeout.
  var patience = PostgreSQLConnection.defaultPatience
  static let defaultPatience = Duration.seconds(35)
  /// Called about once a second during a wait for an answer, with the time waited so far. Returns true to stop the
  /// wait.
  var isWaitFutile: (@Sendable (Duration) -> Bool)?
  /// True if the server has sent a warning since this was last reset.
  private var hasWarned = false

  /// The connection parameters, mostly timeouts: `tcp_user_timeout` in milliseconds, the others in seconds.
  private static let parameters = [
    ("application_name", "latchkey"), ("client_encoding", "UTF8"), ("connect_timeout", "4"),
    // Detects a server that no longer acknowledges data or answers.
    ("tcp_user_timeout", "15000"), ("keepalives_idle", "5"), ("keepalives_interval", "5"),
    ("keepalives_count", "3"),
    // Of several hosts, chooses the one that accepts writes.
    ("target_session_attrs", "read-write"),
  ]

  /// The session settings. A statement that exceeds the timeout fails; the timeout is long enough to sort a large
  /// project.
  ///
  /// A prepared statement is planned once: planning a lookup takes ten times as long as running it, and the plan does
  /// not depend on the arguments. The plan is kept when a table grows, so no plan may scan a table that has an index.
  private static let settings = """
    SET statement_timeout = '30s'; SET lock_timeout = '10s'; SET idle_in_transaction_session_timeout = '60s'; \
    SET plan_cache_mode = 'force_generic_plan'; SET enable_seqscan = off; SET TIME ZONE 'UTC'
    """

  /// - Throws: ``SQLFailure/connectionLost(_:)`` if a retry may succeed, else ``SQLFailure/failed(_:)``. The error's
  ///   text contains no part of the address.
  init(_ login: PostgreSQLLogin) throws(SQLFailure) {
    // If a key occurs twice, libpq uses the later value. So the address, which comes last, overrides our defaults.
    let keys = Self.parameters.map(\.0) + ["dbname"] + (login.password == nil ? [] : ["password"])
    let values =
      Self.parameters.map(\.1) + [login.address] + (login.password.map { [$0.reveal()] } ?? [])
    let opened = Self.withCStrings(keys) { keys in
      Self.withCStrings(values) { values in PQconnectdbParams(keys, values, 1) }
    }
    guard let opened else { throw .failed("libpq is out of memory") }
    handle = opened
    server = [PQhost(opened), PQport(opened)].map { $0.map { String(cString: $0) } ?? "" }.joined(
      separator: ":")
    guard PQstatus(handle) == CONNECTION_OK else { throw Self.refusal(of: handle) }
    // Receives notices, which libpq would otherwise print to standard error in its own format.
    PQsetNoticeReceiver(
      handle,
      { connection, notice in
        guard let connection, PostgreSQLResult.isWarning(notice) else { return }
        Unmanaged<PostgreSQLConnection>.fromOpaque(connection).takeUnretainedValue().hasWarned = true
      }, Unmanaged.passUnretained(self).toOpaque())
    guard PQsetnonblocking(handle, 1) == 0 else {
      throw .failed("libpq cannot be switched to non-blocking mode")
    }
    do {
      try run(Self.settings)
    } catch let failure as SQLFailure {
      throw failure
    } catch {
      throw .failed("PostgreSQL accepts no settings")
    }
  }

  deinit { PQfinish(handle) }

  /// True if the connection can still be used, as far as is known without asking the server.
  var isOpen: Bool { !isGivenUp && PQstatus(handle) == CONNECTION_OK }
  var isInsideTransaction: Bool { !isOwedAnswers && PQtransactionStatus(handle) != PQTRANS_IDLE }

  /// The server's version; `150004` is 15.4.
  var serverVersion: Int { Int(PQserverVersion(handle)) }

  // MARK: Statements

  @discardableResult
  package func execute(_ statement: SQLStatement, _ arguments: [SQLValue]) throws -> Int {
    try give(statement.text, arguments)
    return try settle()?.changedRows ?? 0
  }

  package func query(
    _ statement: SQLStatement, _ arguments: [SQLValue], _ body: (PostgreSQLRow) throws -> Bool
  ) throws {
    try give(statement.text, arguments)
    guard let result = try settle() else { return }
    for index in 0..<result.rowCount {
      guard try body(PostgreSQLRow(result: result, index: CInt(index))) else { return }
    }
  }

  package func send(
    _ statement: SQLStatement, _ arguments: [SQLValue], _ check: ((Int) throws -> Void)?
  ) throws {
    try give(statement.text, arguments, check)
    // Limits the number of unanswered statements: with full buffers, both sides would write and neither would read.
    if unanswered.count >= Self.maximumUnanswered { try settle() }
  }

  /// Runs a text of one or more statements without parameters, and returns the command tag of the last.
  @discardableResult
  func run(_ text: String) throws -> String {
    try settle()
    guard PQpipelineStatus(handle) == PQ_PIPELINE_OFF || PQexitPipelineMode(handle) == 1 else {
      throw failure("libpq cannot leave its pipeline")
    }
    guard PQsendQuery(handle, text) == 1 else { throw failure("libpq took no request") }
    let end = ContinuousClock.now + patience
    try flush(until: end)
    var last: PostgreSQLResult?
    while let result = try next(until: end) { last = result }
    guard let last else {
      isGivenUp = true
      throw failure("there is no answer")
    }
    try check(last)
    return last.command
  }

  // MARK: Transactions

  /// Begins a transaction. The statement is sent with the next statement.
  func begin(_ text: String) throws { try give(text, []) }

  /// Commits the transaction.
  ///
  /// - Throws: ``SQLFailure/transactionAborted`` if nothing was committed. If the connection is lost, the transaction
  ///   may have been committed. ``SQLFailure/failed(_:)`` if the transaction is stored on this server but perhaps on no
  ///   other: PostgreSQL only warns when it stops waiting for a synchronous standby.
  func commit() throws {
    // All checks must pass before the commit.
    if unanswered.contains(where: { $0.check != nil }) { try settle() }
    hasWarned = false
    try give("COMMIT", [])
    let command = try settle()?.command
    guard !hasWarned else { throw SQLFailure.failed("PostgreSQL did not wait for its standbys") }
    guard command == "COMMIT" else { throw SQLFailure.transactionAborted }
  }

  /// Ends a transaction that changed nothing. It does not wait; the next transaction on the connection reads the
  /// answer.
  func commitReading() throws {
    try give("COMMIT", [])
    guard PQpipelineSync(handle) == 1 else { throw failure("libpq took no request") }
    isOwedAnswers = true
    try flush(until: ContinuousClock.now + patience)
  }

  /// Rolls back. The results of statements that have no answer yet are ignored.
  func rollBack() throws {
    _ = try? settle()
    try give("ROLLBACK", [])
    try settle()
  }

  // MARK: The pipeline

  private struct Unanswered {
    /// The text of a statement that is being prepared.
    var preparedText: String?
    var check: ((Int) throws -> Void)?
  }

  private static let maximumUnanswered = 32

  private func give(
    _ text: String, _ arguments: [SQLValue], _ check: ((Int) throws -> Void)? = nil
  ) throws {
    if isOwedAnswers { try settle() }
    if PQpipelineStatus(handle) == PQ_PIPELINE_OFF {
      guard PQenterPipelineMode(handle) == 1 else { throw failure("libpq cannot enter its pipeline") }
    }
    guard !arguments.isEmpty else {
      try require(PQsendQueryParams(handle, text, 0, nil, nil, nil, nil, 1))
      return unanswered.append(Unanswered(check: check))
    }
    let encoded = try EncodedArguments(arguments)
    let name: String
    if let known = prepared[text] {
      name = known
    } else {
      statementsPrepared += 1
      name = "s\(statementsPrepared)"
      let types = arguments.map(\.postgreSQLType)
      try require(PQsendPrepare(handle, name, text, CInt(types.count), types))
      unanswered.append(Unanswered(preparedText: text))
      prepared[text] = name
    }
    try require(
      encoded.withPointers { values, lengths, formats in
        PQsendQueryPrepared(handle, name, CInt(arguments.count), values, lengths, formats, 1)
      })
    unanswered.append(Unanswered(check: check))
  }

  private func require(_ wasTaken: CInt) throws {
    guard wasTaken == 1 else { throw failure("libpq took no request") }
  }

  /// Waits for the answers to all statements given to libpq, and checks them in order.
  ///
  /// - Returns: the result of the last statement; nil if there was none.
  /// - Throws: the error of the first statement or check that failed. Later ones are ignored.
  @discardableResult
  func settle() throws -> PostgreSQLResult? {
    guard !unanswered.isEmpty else { return nil }
    let statements = unanswered
    unanswered = []
    if !isOwedAnswers { try require(PQpipelineSync(handle)) }
    isOwedAnswers = false
    let end = ContinuousClock.now + patience
    try flush(until: end)
    var results: [PostgreSQLResult] = []
    for _ in statements {
      guard let result = try next(until: end) else {
        isGivenUp = true
        throw failure("there is no answer")
      }
      results.append(result)
      while try next(until: end) != nil {}
    }
    guard let sync = try next(until: end), sync.status == PGRES_PIPELINE_SYNC else {
      // The next statement would receive the answer to another statement.
      isGivenUp = true
      throw failure("the answers do not end")
    }
    for (statement, result) in zip(statements, results) {
      if let text = statement.preparedText, result.status != PGRES_COMMAND_OK { prepared[text] = nil }
    }
    for (statement, result) in zip(statements, results) {
      try check(result)
      try statement.check?(result.changedRows)
    }
    return results.last
  }

  // MARK: Waiting

  private func flush(until end: ContinuousClock.Instant) throws(SQLFailure) {
    while true {
      let left = PQflush(handle)
      if left == 0 { return }
      guard left > 0 else { throw failure("a request could not be sent") }
      try wait(for: POLLIN | POLLOUT, until: end)
      guard PQconsumeInput(handle) == 1 else { throw lost }
    }
  }

  /// The next answer; nil at the end of a statement's answers.
  private func next(until end: ContinuousClock.Instant) throws(SQLFailure) -> PostgreSQLResult? {
    while PQisBusy(handle) == 1 {
      try wait(for: POLLIN, until: end)
      guard PQconsumeInput(handle) == 1 else { throw lost }
    }
    return PQgetResult(handle).map { PostgreSQLResult($0) }
  }

  private func wait(for events: Int32, until end: ContinuousClock.Instant) throws(SQLFailure) {
    var descriptor = pollfd(fd: PQsocket(handle), events: Int16(events), revents: 0)
    let begin = ContinuousClock.now
    while true {
      guard descriptor.fd >= 0 else { throw lost }
      let left = (end - ContinuousClock.now) / .milliseconds(1)
      let found = left > 0 ? poll(&descriptor, 1, CInt(min(left + 1, 1_000))) : 0
      if found > 0 { return }
      guard left > 0, found == 0 || errno == EINTR else { break }
      if isWaitFutile?(ContinuousClock.now - begin) == true {
        isGivenUp = true
        throw .connectionLost("another PostgreSQL has taken over")
      }
    }
    isGivenUp = true
    throw .connectionLost("PostgreSQL did not answer in time")
  }

  private var lost: SQLFailure { .connectionLost("the connection to PostgreSQL was lost") }

  // MARK: Failures

  private func check(_ result: PostgreSQLResult) throws(SQLFailure) {
    switch result.status {
    case PGRES_COMMAND_OK, PGRES_TUPLES_OK: return
    default: throw failure(of: result)
    }
  }

  private func failure(_ text: String) -> SQLFailure { isOpen ? .failed(text) : .connectionLost(text) }

  /// Converts an error. The server's text may contain stored values, so only the code is used.
  private func failure(of result: PostgreSQLResult) -> SQLFailure {
    let code = result.code
    switch code {
    case "23505":
      let constraint = UniqueConstraint(rawValue: result.constraint)
      return constraint.map { .uniqueViolation($0) } ?? .failed("PostgreSQL \(code)")
    case "23503": return .foreignKeyViolation
    // Serialization failure or deadlock: the transaction may be run again.
    case "40001", "40P01": return .transactionAborted
    case "55P03": return .lockTimeout
    case "": return lost
    // The server does not know a prepared statement, or a table has changed: the connection's cache is invalid.
    case "26000", "42P05", "0A000":
      isGivenUp = true
      return .connectionLost("PostgreSQL \(code)")
    case "53100": return failure("PostgreSQL's disk is full")
    // The server is stopping or starting, or is a standby now.
    case "57P01", "57P02", "57P03", "25006": return .connectionLost("PostgreSQL \(code)")
    default: return failure("PostgreSQL \(code)")
    }
  }

  /// Describes why connecting failed, without libpq's text, which contains the address. An unknown failure may be
  /// temporary.
  private static func refusal(of handle: OpaquePointer) -> SQLFailure {
    let text = PQerrorMessage(handle).map { String(cString: $0) } ?? ""
    let reasons: [(text: String, reason: String, mayPass: Bool)] = [
      ("password", "it refuses the password, or needs one", false),
      ("certificate", "the address does not allow its certificate", false),
      ("SSL SYSCALL", "it ends the connection", true),
      ("SSL", "it does not speak TLS as the address requires", false),
      ("could not translate host name", "no host has its name", true),
      ("Connection refused", "nothing listens there", true),
      ("No such file or directory", "nothing listens there", true),
      ("timeout", "it does not answer", true), ("too many", "it has no connection left", true),
      ("read-only", "it accepts no writes", true), ("in hot standby", "it accepts no writes", true),
      ("does not exist", "it has no such database or user", false),
      ("pg_hba", "it accepts no connections from this machine", false),
      ("invalid", "libpq does not understand its address", false),
      ("starting up", "it is starting", true), ("recovery mode", "it is starting", true),
      ("shutting down", "it is stopping", true),
    ]
    let known = reasons.first { text.contains($0.text) }
    let reason = "PostgreSQL cannot be reached: \(known?.reason ?? "it refuses the connection")"
    return known.map(\.mayPass) ?? true ? .connectionLost(reason) : .failed(reason)
  }

  private static func withCStrings<Value>(
    _ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Value
  ) -> Value {
    let copies = texts.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return (copies.map { UnsafePointer($0) } + [nil]).withUnsafeBufferPointer { pointers in
      // The array is never empty: it ends with nil.
      pointers.baseAddress.map(body) ?? body([nil])
    }
  }
}
