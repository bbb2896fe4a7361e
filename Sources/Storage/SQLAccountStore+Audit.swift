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

  package func pruneAudit(before moment: Timestamp, limit: Int) async throws(StoreError) -> Int {
    let limit = StoreLimits.bounded(limit)
    return try await write { transaction in try transaction.pruneAudit(before: moment, limit: limit) }
  }

  package func auditCursor(of consumer: String, chain: ProjectID?) async throws(StoreError) -> Int64 {
    try await read { connection in
      try AuditTable(connection: connection).cursor(of: consumer, chain: chain)
    }
  }

  package func moveAuditCursor(
    of consumer: String, chain: ProjectID?, to sequence: Int64
  ) async throws(StoreError) {
    try await write { transaction in
      try transaction.moveAuditCursor(of: consumer, chain: chain, to: sequence)
    }
  }
}
