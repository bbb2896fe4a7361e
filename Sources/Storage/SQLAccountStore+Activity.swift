import Identity

extension SQLAccountStore {
  package func activity(
    in scope: Scope, by step: Activity.Step, from start: Instant, until end: Instant
  ) async throws(StoreError) -> [ActivityCount] {
    try await read { connection in
      try ActivityTable(connection: connection).counts(in: scope, by: step, from: start, until: end)
    }
  }

  package func pruneActivity(
    by step: Activity.Step, before moment: Instant, limit: Int
  ) async throws(StoreError) -> Int {
    let limit = StoreLimits.bounded(limit)
    return try await write { transaction in
      try ActivityTable(connection: transaction.connection).prune(step, before: moment, limit: limit)
    }
  }
}
