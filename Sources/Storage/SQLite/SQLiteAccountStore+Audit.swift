import Identity
import Synchronization

extension SQLiteAccountStore: AuditStore {
  public func auditHeads() async throws(StoreError) -> [AuditHead] {
    try await read { connection in try AuditTable(connection: connection).heads() }
  }

  public func auditRecords(
    of chain: ProjectID?, after sequence: Int64, limit: Int
  ) async throws(StoreError) -> [AuditRecord] {
    let limit = Self.bounded(limit)
    return try await read { connection in
      try AuditTable(connection: connection).records(of: chain, after: sequence, limit: limit)
    }
  }

  public func pruneAudit(
    before moment: Timestamp, reserving reservation: AuditReservation?, limit: Int
  ) async throws(StoreError) -> AuditPruning {
    let limit = Self.bounded(limit)
    let pruning = Answer(AuditPruning())
    _ = try await write { transaction in
      let found = try transaction.audit.prune(before: moment, reserving: reservation, limit: limit)
      pruning.value.withLock { $0 = found }
      return found.count
    }
    return pruning.value.withLock { $0 }
  }

  public func auditCursor(of consumer: String, chain: ProjectID?) async throws(StoreError) -> AuditCursor {
    try await read { connection in
      try AuditTable(connection: connection).cursor(of: consumer, chain: chain)
    }
  }

  public func leaseAuditCursor(
    of consumer: String, chain: ProjectID?, lease: String, until end: Timestamp, now: Timestamp
  ) async throws(StoreError) -> AuditCursor? {
    let cursor = Answer(AuditCursor?.none)
    _ = try await write { transaction in
      let found = try transaction.audit.leaseCursor(
        of: consumer, chain: chain, lease: lease, until: end, now: now)
      cursor.value.withLock { $0 = found }
      return found == nil ? 0 : 1
    }
    return cursor.value.withLock { $0 }
  }

  public func moveAuditCursor(
    of consumer: String, chain: ProjectID?, lease: String, to sequence: Int64
  ) async throws(StoreError) -> Bool {
    try await write { transaction in
      try transaction.audit.moveCursor(of: consumer, chain: chain, lease: lease, to: sequence) ? 1 : 0
    } == 1
  }

  public func postponeAuditCursor(
    of consumer: String, chain: ProjectID?, lease: String, until moment: Timestamp
  ) async throws(StoreError) {
    _ = try await write { transaction in
      try transaction.audit.postponeCursor(of: consumer, chain: chain, lease: lease, until: moment)
      return 0
    }
  }

  /// Carries what a transaction found out of it; it counts once that is durable.
  private final class Answer<Value: Sendable>: Sendable {
    let value: Mutex<Value>

    init(_ value: Value) { self.value = Mutex(value) }
  }
}
