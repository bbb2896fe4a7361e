import Identity

/// The counted tries, and keys that are remembered until a moment.
struct ThrottleTable<Connection: SQLConnection> {
  let connection: Connection

  func count(_ key: ThrottleKey, _ throttle: Throttle, now: Instant) throws {
    guard case .counted(let first) = throttle.count(nil, now: now) else {
      throw SQLFailure.failed("a throttle refuses the first try")
    }
    let arguments =
      key.sqlValues + [
        SQLValue(first.opensAt), SQLValue(first.expiresAt), SQLValue(now),
        SQLValue(now.adding(milliseconds: throttle.reach)), .integer(throttle.firstWaited),
        .integer(throttle.doublings), .integer(throttle.longest), .integer(throttle.step),
        .integer(throttle.memory), SQLValue(now.adding(milliseconds: throttle.slack)),
      ]
    try connection.send(ThrottleStatements.count, arguments) { count in
      guard count == 0 else { return }
      // The try is already refused; this only computes the wait.
      let wait = (try? state(key)).flatMap { $0 }.map { throttle.remainingWait($0, now: now) }
      throw StoreError.attemptsExceeded(
        kind: key.kind, retryAfter: Int(clamping: ((wait ?? throttle.step) + 999) / 1_000))
    }
  }

  func returnTry(_ key: ThrottleKey, _ throttle: Throttle) throws {
    try connection.send(ThrottleStatements.returnTry, [.integer(throttle.returned)] + key.sqlValues)
  }

  func remember(_ key: ThrottleKey, until end: Instant, now: Instant) throws {
    try connection.send(ThrottleStatements.remember, key.sqlValues + [SQLValue(now), SQLValue(end)])
  }

  func remembers(_ key: ThrottleKey, now: Instant) throws -> Bool {
    try state(key).map { now < $0.expiresAt } ?? false
  }

  func clear(_ key: ThrottleKey) throws {
    try connection.send(ThrottleStatements.clear, key.sqlValues)
  }

  func deleteAll(in scope: Scope) throws {
    try connection.execute(ThrottleStatements.deleteAll, scope.sqlValues)
  }

  func sweep(now: Instant, limit: Int) throws -> Int {
    try connection.execute(ThrottleStatements.sweep, [SQLValue(now), .integer(Int64(limit))])
  }

  func state(_ key: ThrottleKey) throws -> Throttle.State? {
    try connection.first(ThrottleStatements.select, key.sqlValues) { row in
      var reader = SQLRowReader(row)
      return Throttle.State(
        tries: try reader.integer(), opensAt: try reader.moment(), expiresAt: try reader.moment())
    }
  }
}

extension ThrottleKey {
  /// The values of the primary key's columns.
  fileprivate var sqlValues: [SQLValue] { scope.sqlValues + [.text(kind), .blob(subject)] }
}
