import Identity

/// The one-time evidence that was redeemed and must not be redeemed again.
struct RedemptionTable<Connection: SQLConnection> {
  let connection: Connection

  func redeem(key: String, scope: Scope, expiresAt: Instant, now: Instant) throws {
    let arguments = scope.sqlValues + [.text(key), SQLValue(expiresAt), SQLValue(now)]
    try connection.send(RedemptionStatements.redeem, arguments) { count in
      guard count == 1 else { throw StoreError.alreadyRedeemed }
    }
  }

  func requireUnredeemed(key: String, scope: Scope, now: Instant) throws {
    let arguments = scope.sqlValues + [.text(key), SQLValue(now)]
    guard try connection.first(RedemptionStatements.find, arguments, { _ in true }) == nil else {
      throw StoreError.alreadyRedeemed
    }
  }

  func deleteAll(in scope: Scope) throws {
    try connection.execute(RedemptionStatements.deleteAll, scope.sqlValues)
  }

  func sweep(now: Instant, limit: Int) throws -> Int {
    try connection.execute(RedemptionStatements.sweep, [SQLValue(now), .integer(Int64(limit))])
  }
}
