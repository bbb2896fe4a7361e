/// The outbox, where messages wait until they are delivered.
///
/// ``StoreWrite/insertMessage(_:limit:)`` adds a message in the transaction of the change that the message reports.
/// ``StoreWrite/deleteMessage(id:)`` removes it.
public protocol OutboxStore: StoreWriter {
  /// Claims due messages, the longest due first, and hides them from other processes until `leaseEnd`. One statement
  /// checks and claims: if several processes ask at once, only one gets a message. If that process dies, nothing is
  /// lost: the message is due again at the end of the lease.
  ///
  /// - Parameters:
  ///   - lease: a name for this claim, for ``StoreWrite/postponeMessage(id:lease:until:isAttempt:)``.
  ///   - limit: the maximum number of messages.
  func claimMessages(
    of channel: OutboxEntry.Channel, lease: String, until leaseEnd: Instant, now: Instant, limit: Int
  ) async throws(StoreError) -> [OutboxEntry]

  /// The time when the next message of a channel is due. Nil if no message waits.
  func nextMessageDue(of channel: OutboxEntry.Channel) async throws(StoreError) -> Instant?

  /// Waiting messages with an id greater than `after`, in the order of their ids, in sealed form. Includes claimed
  /// messages.
  func sealedMessages(after id: String?, limit: Int) async throws(StoreError) -> [SealedMessage]

  /// Calls a closure for each loss after this call, once the loss is stored. Several threads may call the closure at
  /// once. Replaces an earlier closure.
  func observeLosses(_ observe: @escaping @Sendable (OutboxLoss) -> Void)

  /// Counts the waiting messages. The query reads every message of the channel.
  func outboxDepth(of channel: OutboxEntry.Channel) async throws(StoreError) -> OutboxDepth
}
