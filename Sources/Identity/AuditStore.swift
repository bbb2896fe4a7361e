/// The audit log, as it is read. It is written by ``StoreWrite/appendAudit(_:)``, with what it tells of, and gets its
/// place in its chain when it is sealed, a moment later. What is read here was sealed.
public protocol AuditStore: Sendable {
  /// The ends of all chains, the installation's first.
  func auditHeads() async throws(StoreError) -> [AuditHead]

  /// Records of a chain whose place is after `sequence`, in their order.
  func auditRecords(of chain: ProjectID?, after sequence: Int64, limit: Int) async throws(StoreError)
    -> [AuditRecord]

  /// Records about an account, the newest first, from before a place. They are found by what stands in them.
  ///
  /// - Parameter sequence: nil for the newest.
  func auditRecords(
    about account: AccountID, in scope: Scope, before sequence: Int64?, limit: Int
  ) async throws(StoreError) -> [AuditRecord]

  /// When the record was written that waits longest for its place in its chain; nil when none does.
  func oldestUnsealedAuditRecord() async throws(StoreError) -> Instant?

  /// How many records have no place in their chain yet.
  func unsealedAuditRecordCount() async throws(StoreError) -> Int

  /// Gives the oldest records that have none yet their places in their chains, at most `limit`. Atomic; of any number
  /// of callers at once, on any number of nodes, one does it at a time. The records of a chain that takes none wait, and
  /// keep no other's waiting.
  ///
  /// - Parameter waits: for another who does it just now.
  /// - Returns: nil when another does it, and nobody waited.
  func sealAudit(limit: Int, waiting waits: Bool) async throws(StoreError) -> AuditSealing.Outcome?

  /// Deletes the oldest records of every chain that are from before a moment, at most `limit` of all chains together,
  /// and notes where what is left begins. The last record of a chain stays. Atomic.
  ///
  /// - Parameter reservation: for whom records are kept longer.
  func pruneAudit(
    before moment: Instant, reserving reservation: AuditReservation?, limit: Int
  ) async throws(StoreError) -> AuditPruning

  /// How far somebody to whom the log is sent has received a chain.
  func auditCursor(of consumer: String, chain: ProjectID?) async throws(StoreError) -> AuditCursor

  /// Takes the right to send a chain's next records, for a time: of any number of nodes at once, one gets it. Check
  /// and lease are one statement.
  ///
  /// - Parameters:
  ///   - lease: a name that nobody else gives theirs.
  ///   - begins: whether a cursor is made at the chain's beginning where there is none.
  /// - Returns: from where to send; nil when somebody else has it, when it is not due yet, and when there is none.
  func leaseAuditCursor(
    of consumer: String, chain: ProjectID?, lease: String, until end: Instant, now: Instant,
    beginning begins: Bool
  ) async throws(StoreError) -> AuditCursor?

  /// Moves a cursor on, and gives the lease back. It never goes back.
  ///
  /// - Returns: false where nothing happened, because the lease is not held any more.
  func moveAuditCursor(
    of consumer: String, chain: ProjectID?, lease: String, to sequence: Int64
  ) async throws(StoreError) -> Bool

  /// Counts a failure, and gives the lease back: nobody takes another one before a moment. A cursor that moves on
  /// begins to count anew. Nothing happens when the lease is not held any more.
  ///
  /// - Parameter sequence: of the last record that was taken before; the cursor never goes back.
  func postponeAuditCursor(
    of consumer: String, chain: ProjectID?, lease: String, at sequence: Int64, until moment: Instant,
    now: Instant
  ) async throws(StoreError)

  /// Makes a cursor at a place, unless there is one.
  func beginAuditCursor(of consumer: String, chain: ProjectID?, at sequence: Int64) async throws(StoreError)

  /// Forgets failures and the wait after them. Somebody who sends just now goes on.
  func retryAuditCursor(of consumer: String, chain: ProjectID?) async throws(StoreError)

  /// Deletes a cursor.
  func forgetAuditCursor(of consumer: String, chain: ProjectID?) async throws(StoreError)
}

extension AuditStore {
  /// As ``leaseAuditCursor(of:chain:lease:until:now:beginning:)``, where a cursor begins with its first lease.
  public func leaseAuditCursor(
    of consumer: String, chain: ProjectID?, lease: String, until end: Instant, now: Instant
  ) async throws(StoreError) -> AuditCursor? {
    try await leaseAuditCursor(
      of: consumer, chain: chain, lease: lease, until: end, now: now, beginning: true)
  }

  /// Seals what was written before, so that a reader finds it.
  public func sealAudit() async throws(StoreError) {
    guard try await oldestUnsealedAuditRecord() != nil else { return }
    // Not without end: others may write faster than anybody seals.
    for _ in 0..<500 {
      let outcome = try await sealAudit(limit: AuditSealing.step, waiting: true)
      if outcome?.count ?? 0 < AuditSealing.step { return }
    }
  }
}

/// How records of the audit log get their places in their chains.
public enum AuditSealing {
  /// Records that are sealed in one transaction. On SQLite writers wait for as long as it takes.
  public static let step = 200

  /// The result of one sealing step.
  public struct Outcome: Sendable, Equatable {
    /// Records that were sealed.
    public var count: Int
    /// Chains that took no record.
    public var stuck: [StuckChain]

    public init(count: Int, stuck: [StuckChain] = []) {
      self.count = count
      self.stuck = stuck
    }
  }

  /// A chain that takes no record, as one does whose end somebody changed in the database.
  public struct StuckChain: Sendable, Equatable {
    /// The project's id; empty for the installation's chain.
    public var name: String
    /// For an operator.
    public var cause: String

    public init(name: String, cause: String) {
      self.name = name
      self.cause = cause
    }
  }
}

/// How far somebody to whom the log is sent has received a chain.
public struct AuditCursor: Sendable, Equatable {
  /// Seconds that no lease and no wait exceeds. What stands beyond was written by a clock that ran ahead.
  public static let longestWait: Int64 = 86_400

  /// The place of the last record that was taken; 0 for none.
  public var sequence: Int64
  /// Since a delivery was taken.
  public var failures: Int
  /// Until then somebody sends, or everybody waits.
  public var leasedUntil: Instant
  /// When the first of the failures was; nil when there was none.
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

/// Records that somebody to whom the log is sent has yet to take, and that are kept for them.
public struct AuditReservation: Sendable {
  public var consumer: String
  /// Nil for all, the installation's included.
  public var chains: Set<ProjectID>?
  /// What is from before that goes, taken or not.
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

/// What a pruning did.
public struct AuditPruning: Sendable, Equatable {
  /// Records that went.
  public var count: Int
  /// Those of them that were reserved for somebody who did not take them in time.
  public var lost: Int

  public init(count: Int = 0, lost: Int = 0) {
    self.count = count
    self.lost = lost
  }
}
