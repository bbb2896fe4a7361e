/// Reads the audit log. ``StoreWrite/appendAudit(_:)`` writes an event in the same transaction as the change that the
/// event describes. A moment later, sealing gives the event its place in its chain. Only sealed records are read.
public protocol AuditStore: Sendable {
  /// The ends of all chains, the installation's first.
  func auditHeads() async throws(StoreError) -> [AuditHead]

  /// Records of a chain after `sequence`, in order.
  func auditRecords(of chain: ProjectID?, after sequence: Int64, limit: Int) async throws(StoreError)
    -> [AuditRecord]

  /// Records about an account before a given place, the newest first. The search reads the content of the records.
  ///
  /// - Parameter sequence: records before this place are read. Nil begins with the newest record.
  func auditRecords(
    about account: AccountID, in scope: Scope, before sequence: Int64?, limit: Int
  ) async throws(StoreError) -> [AuditRecord]

  /// The time of the oldest record that waits to be sealed; nil if none waits.
  func oldestUnsealedAuditRecord() async throws(StoreError) -> Instant?

  /// The number of records that have no place in their chain yet.
  func unsealedAuditRecordCount() async throws(StoreError) -> Int

  /// Seals the oldest unsealed records, at most `limit`: gives each its place in its chain. Atomic. Only one caller
  /// seals at a time, on any number of nodes. If a chain accepts no records, its records wait and other chains
  /// continue.
  ///
  /// - Parameter waits: true to wait while another caller is sealing.
  /// - Returns: nil if another caller is sealing and `waits` is false.
  func sealAudit(limit: Int, waiting waits: Bool) async throws(StoreError) -> AuditSealing.Outcome?

  /// Deletes the oldest records of every chain from before a moment, at most `limit` over all chains. Stores the place
  /// where the remaining records begin. The last record of a chain stays. Atomic.
  ///
  /// - Parameter reservation: the consumer for which records are kept longer.
  func pruneAudit(
    before moment: Instant, reserving reservation: AuditReservation?, limit: Int
  ) async throws(StoreError) -> AuditPruning

  /// Returns the position up to which a consumer of the log has received a chain.
  func auditCursor(of consumer: String, chain: ProjectID?) async throws(StoreError) -> AuditCursor

  /// Leases a cursor: for a limited time, only the caller may send the chain's next records. If several nodes request
  /// the lease at once, one node gets it. One statement checks and leases.
  ///
  /// - Parameters:
  ///   - lease: a unique name for this lease.
  ///   - begins: true to create a missing cursor at the chain's beginning.
  /// - Returns: the place to send from. Nil if another node holds the lease, if the cursor is not due yet, or if there
  ///   is no cursor.
  func leaseAuditCursor(
    of consumer: String, chain: ProjectID?, lease: String, until end: Instant, now: Instant,
    beginning begins: Bool
  ) async throws(StoreError) -> AuditCursor?

  /// Moves a cursor forward and ends the lease. The cursor never moves back.
  ///
  /// - Returns: false if nothing happened because the lease was no longer held.
  func moveAuditCursor(
    of consumer: String, chain: ProjectID?, lease: String, to sequence: Int64
  ) async throws(StoreError) -> Bool

  /// Counts a failure and ends the lease. No node gets another lease before `moment`. Moving the cursor forward resets
  /// the count. Does nothing if the lease is no longer held.
  ///
  /// - Parameter sequence: the place of the last record that was delivered before the failure. The cursor never moves
  ///   back.
  func postponeAuditCursor(
    of consumer: String, chain: ProjectID?, lease: String, at sequence: Int64, until moment: Instant,
    now: Instant
  ) async throws(StoreError)

  /// Creates a cursor at a place, unless the cursor exists.
  func beginAuditCursor(of consumer: String, chain: ProjectID?, at sequence: Int64) async throws(StoreError)

  /// Resets the count of failures and the wait that they caused. A node that is sending continues.
  func retryAuditCursor(of consumer: String, chain: ProjectID?) async throws(StoreError)

  /// Deletes a cursor.
  func forgetAuditCursor(of consumer: String, chain: ProjectID?) async throws(StoreError)
}

extension AuditStore {
  /// Does the same as ``leaseAuditCursor(of:chain:lease:until:now:beginning:)``, and creates a missing cursor.
  public func leaseAuditCursor(
    of consumer: String, chain: ProjectID?, lease: String, until end: Instant, now: Instant
  ) async throws(StoreError) -> AuditCursor? {
    try await leaseAuditCursor(
      of: consumer, chain: chain, lease: lease, until: end, now: now, beginning: true)
  }

  /// Seals all records that were written before this call, so that a reader finds them.
  public func sealAudit() async throws(StoreError) {
    guard try await oldestUnsealedAuditRecord() != nil else { return }
    // The loop has a limit: other callers may write records faster than this call seals them.
    for _ in 0..<500 {
      let outcome = try await sealAudit(limit: AuditSealing.step, waiting: true)
      if outcome?.count ?? 0 < AuditSealing.step { return }
    }
  }
}

/// The sealing of audit records: each gets its place in its chain.
public enum AuditSealing {
  /// The number of records sealed in one transaction. On SQLite, writers wait during it.
  public static let step = 200

  /// The result of one sealing step.
  public struct Outcome: Sendable, Equatable {
    /// Records that were sealed.
    public var count: Int
    /// Chains that accepted no record.
    public var stuck: [StuckChain]

    public init(count: Int, stuck: [StuckChain] = []) {
      self.count = count
      self.stuck = stuck
    }
  }

  /// A chain that accepts no records, for example because its end was changed in the database.
  public struct StuckChain: Sendable, Equatable {
    /// The project's id; empty for the installation's chain.
    public var name: String
    /// The reason, for an operator.
    public var cause: String

    public init(name: String, cause: String) {
      self.name = name
      self.cause = cause
    }
  }
}

/// A consumer's position in a chain of the log.
public struct AuditCursor: Sendable, Equatable {
  /// The longest lease or wait in seconds. A later time was written by a clock that ran ahead.
  public static let longestWait: Int64 = 86_400

  /// The place of the last record that was delivered; 0 for none.
  public var sequence: Int64
  /// The number of failures since the last delivery.
  public var failures: Int
  /// The end of the current lease or wait.
  public var leasedUntil: Instant
  /// The time of the first failure since the last delivery; nil if there was none.
  public var failingSince: Instant?

  public init(
    sequence: Int64 = 0, failures: Int = 0, leasedUntil: Instant = Instant(milliseconds: 0),
    failingSince: Instant? = nil
  ) {
    self.sequence = sequence
    self.failures = failures
    self.leasedUntil = leasedUntil
    self.failingSince = failingSince
  }

  public func isDue(at now: Instant) -> Bool {
    leasedUntil <= now || leasedUntil > now.adding(seconds: Self.longestWait)
  }
}

/// Records that are kept for a consumer of the log that has not received them yet.
public struct AuditReservation: Sendable {
  public var consumer: String
  /// Nil for all chains, the installation's included.
  public var chains: Set<ProjectID>?
  /// Records from before this moment are deleted even if they were not delivered.
  public var end: Instant

  public init(consumer: String, chains: Set<ProjectID>?, end: Instant) {
    self.consumer = consumer
    self.chains = chains
    self.end = end
  }

  public func covers(_ chain: ProjectID?) -> Bool {
    guard let chains else { return true }
    return chain.map(chains.contains) ?? false
  }
}

/// The result of a pruning.
public struct AuditPruning: Sendable, Equatable {
  /// The number of deleted records.
  public var count: Int
  /// The number of deleted records that were reserved for a consumer that did not receive them in time.
  public var lost: Int

  public init(count: Int = 0, lost: Int = 0) {
    self.count = count
    self.lost = lost
  }
}
