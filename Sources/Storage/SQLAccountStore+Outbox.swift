import Identity

extension SQLAccountStore {
  package func observeLosses(_ observe: @escaping @Sendable (OutboxLoss) -> Void) {
    outboxLosses.set(observe)
  }

  package func claimMessages(
    of channel: OutboxEntry.Channel, lease: String, until leaseEnd: Instant, now: Instant, limit: Int
  ) async throws(StoreError) -> [OutboxEntry] {
    let limit = StoreLimits.bounded(limit)
    return try await write { transaction in
      try OutboxTable(connection: transaction.connection)
        .claim(channel, lease: lease, until: leaseEnd, now: now, limit: limit)
    }
  }

  package func sealedMessages(after id: String?, limit: Int) async throws(StoreError) -> [SealedMessage] {
    let limit = StoreLimits.bounded(limit)
    return try await read { connection in
      try OutboxTable(connection: connection).sealed(after: id, limit: limit)
    }
  }

  package func nextMessageDue(of channel: OutboxEntry.Channel) async throws(StoreError) -> Instant? {
    try await read { connection in try OutboxTable(connection: connection).nextDue(channel) }
  }

  package func outboxDepth(of channel: OutboxEntry.Channel) async throws(StoreError) -> OutboxDepth {
    try await read { connection in try OutboxTable(connection: connection).depth(channel) }
  }
}
