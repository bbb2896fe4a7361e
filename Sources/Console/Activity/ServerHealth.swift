import Identity
import Messaging
import Operations

/// The server's state, for the console's health page.
public struct ServerHealth: Sendable {
  /// The work that waits for a thread.
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
  /// The database's name.
  public let database: String
  /// The implementation that makes RS256 signatures.
  public let signer: String
  public let startedAt: Instant
  /// The checks of `/readyz` by name; true if the check passed.
  let checks: @Sendable () async -> [String: Bool]
  let queues: @Sendable () -> Queues
  /// Nil if the server sends no messages.
  let outbox: Outbox?
  let revocations: Outbox?
  let tally: OutboxTally
  /// The state of the database copies; nil if the server makes none.
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
