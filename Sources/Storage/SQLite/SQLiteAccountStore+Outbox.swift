import Identity
import Synchronization

extension SQLiteAccountStore: OutboxStore {
  public func claimMessages(
    of channel: OutboxEntry.Channel, lease: String, until leaseEnd: Timestamp, now: Timestamp, limit: Int
  ) async throws(StoreError) -> [OutboxEntry] {
    let limit = max(0, min(limit, Self.maximumRows))
    let claimed = Claimed()
    _ = try await write { transaction in
      let entries = try OutboxTable(connection: transaction.connection)
        .claim(channel, lease: lease, until: leaseEnd, now: now, limit: limit)
      claimed.entries.withLock { $0 = entries }
      return entries.count
    }
    return claimed.entries.withLock { $0 }
  }

  /// Carries the rows out of the transaction; they count once it is durable.
  private final class Claimed: Sendable {
    let entries = Mutex<[OutboxEntry]>([])
  }

  public func sealedMessages(after id: String?, limit: Int) async throws(StoreError) -> [SealedMessage] {
    let limit = Self.bounded(limit)
    return try await read { connection in
      try OutboxTable(connection: connection).sealed(after: id, limit: limit)
    }
  }

  public func nextMessageDue(of channel: OutboxEntry.Channel) async throws(StoreError) -> Timestamp? {
    try await read { connection in try OutboxTable(connection: connection).nextDue(channel) }
  }

  public func outboxDepth(of channel: OutboxEntry.Channel) async throws(StoreError) -> OutboxDepth {
    try await read { connection in try OutboxTable(connection: connection).depth(channel) }
  }
}
