import Identity
import Messaging
import Operations

/// How the server is, for the console's page of it.
public struct ServerHealth: Sendable {
  /// What waits for a thread.
  public struct Queues: Sendable {
    public var passwords: Int
    public var maximumPasswords: Int
    public var signatures: Int

    public init(passwords: Int, maximumPasswords: Int, signatures: Int) {
      self.passwords = passwords
      self.maximumPasswords = maximumPasswords
      self.signatures = signatures
    }
  }

  public let version: String
  /// By its name.
  public let database: String
  /// How RS256 signatures are made.
  public let signer: String
  public let startedAt: Instant
  /// What `/readyz` looks at, and whether it works.
  let checks: @Sendable () async -> [String: Bool]
  let queues: @Sendable () -> Queues
  /// Nil where messages do not leave.
  let outbox: Outbox?
  let revocations: Outbox?
  let tally: OutboxTally
  /// How the copies of the database are; nil where others make them, or nobody needs any.
  public let backups: @Sendable () -> BackupStatus?

  public init(
    version: String, database: String, signer: String, startedAt: Instant, outbox: Outbox?,
    revocations: Outbox? = nil, tally: OutboxTally,
    backups: @escaping @Sendable () -> BackupStatus? = { nil },
    queues: @escaping @Sendable () -> Queues,
    checks: @escaping @Sendable () async -> [String: Bool]
  ) {
    self.version = version
    self.database = database
    self.signer = signer
    self.startedAt = startedAt
    self.outbox = outbox
    self.revocations = revocations
    self.tally = tally
    self.backups = backups
    self.queues = queues
    self.checks = checks
  }
}
