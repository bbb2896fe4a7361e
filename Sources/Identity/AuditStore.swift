/// The audit log, as it is read. It is written by ``StoreWrite/appendAudit(_:)``, with what it tells of.
public protocol AuditStore: Sendable {
  /// The ends of all chains, the installation's first.
  func auditHeads() async throws(StoreError) -> [AuditHead]

  /// Records of a chain whose place is after `sequence`, in their order.
  func auditRecords(of chain: ProjectID?, after sequence: Int64, limit: Int) async throws(StoreError)
    -> [AuditRecord]

  /// Deletes the oldest records of every chain that are from before a moment, at most `limit` of each, and notes
  /// where what is left begins. The last record of a chain stays. Atomic.
  ///
  /// - Returns: how many went.
  func pruneAudit(before moment: Timestamp, limit: Int) async throws(StoreError) -> Int

  /// How far somebody to whom the log is sent has received a chain; 0 for not at all.
  func auditCursor(of consumer: String, chain: ProjectID?) async throws(StoreError) -> Int64

  /// Moves a cursor on. It never goes back.
  func moveAuditCursor(of consumer: String, chain: ProjectID?, to sequence: Int64) async throws(StoreError)
}
