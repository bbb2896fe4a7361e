import Identity

extension SQLAccountStore {
  package func auditHeads() async throws(StoreError) -> [AuditHead] {
    try await read { connection in try AuditTable(connection: connection).heads() }
  }

  package func auditRecords(
    of chain: ProjectID?, after sequence: Int64, limit: Int
  ) async throws(StoreError) -> [AuditRecord] {
    let limit = StoreLimits.bounded(limit)
    return try await read { connection in
      try AuditTable(connection: connection).records(of: chain, after: sequence, limit: limit)
    }
  }

  package func auditRecords(
    about account: AccountID, in scope: Scope, before sequence: Int64?, limit: Int
  ) async throws(StoreError) -> [AuditRecord] {
    let limit = StoreLimits.bounded(limit)
    return try await read { connection in
      try AuditTable(connection: connection)
        .records(about: account, in: scope, before: sequence ?? .max, limit: limit)
    }
  }

  package func oldestUnsealedAuditRecord() async throws(StoreError) -> Instant? {
    try await lookUpOnce { connection in try AuditTable(connection: connection).oldestEntry() }
  }

  package func unsealedAuditRecordCount() async throws(StoreError) -> Int {
    try await lookUpOnce { connection in try AuditTable(connection: connection).entryCount() }
  }

  package func sealAudit(limit: Int, waiting waits: Bool) async throws(StoreError) -> AuditSealing.Outcome? {
    let limit = StoreLimits.bounded(limit)
    do throws(StoreError) {
      let count = try await write { transaction in try transaction.audit.seal(limit: limit, waiting: waits) }
      return count.map { AuditSealing.Outcome(count: $0) }
    } catch {
      if case .overloaded = error { throw error }
      // Savepoints for each chain cost more, so they are used only after a failure that one chain may have caused.
      return try await write { transaction in
        try transaction.audit.sealChainByChain(limit: limit, waiting: waits)
      }
    }
  }

  package func pruneAudit(
    before moment: Instant, reserving reservation: AuditReservation?, limit: Int
  ) async throws(StoreError) -> AuditPruning {
    let limit = StoreLimits.bounded(limit)
    return try await write { transaction in
      try transaction.audit.prune(before: moment, reserving: reservation, limit: limit)
    }
  }

  package func auditCursor(of consumer: String, chain: ProjectID?) async throws(StoreError) -> AuditCursor {
    try await read { connection in
      try AuditTable(connection: connection).cursor(of: consumer, chain: chain)
    }
  }

  package func leaseAuditCursor(
    of consumer: String, chain: ProjectID?, lease: String, until end: Instant, now: Instant,
    beginning begins: Bool
  ) async throws(StoreError) -> AuditCursor? {
    try await write { transaction in
      try transaction.audit.leaseCursor(
        of: consumer, chain: chain, lease: lease, until: end, now: now, beginning: begins)
    }
  }

  package func moveAuditCursor(
    of consumer: String, chain: ProjectID?, lease: String, to sequence: Int64
  ) async throws(StoreError) -> Bool {
    try await write { transaction in
      try transaction.audit.moveCursor(of: consumer, chain: chain, lease: lease, to: sequence)
    }
  }

  package func postponeAuditCursor(
    of consumer: String, chain: ProjectID?, lease: String, at sequence: Int64, until moment: Instant,
    now: Instant
  ) async throws(StoreError) {
    try await write { transaction in
      try transaction.audit.postponeCursor(
        of: consumer, chain: chain, lease: lease, at: sequence, until: moment, now: now)
    }
  }

  package func beginAuditCursor(of consumer: String, chain: ProjectID?, at sequence: Int64)
    async throws(StoreError)
  {
    try await write { transaction in
      try transaction.audit.beginCursor(of: consumer, chain: chain, at: sequence)
    }
  }

  package func retryAuditCursor(of consumer: String, chain: ProjectID?) async throws(StoreError) {
    try await write { transaction in try transaction.audit.retryCursor(of: consumer, chain: chain) }
  }

  package func forgetAuditCursor(of consumer: String, chain: ProjectID?) async throws(StoreError) {
    try await write { transaction in try transaction.audit.deleteCursor(of: consumer, chain: chain) }
  }
}
