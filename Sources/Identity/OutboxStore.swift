/// Where messages wait until they are delivered.
///
/// They are put there by ``StoreWrite/insertMessage(_:limit:)``, in the transaction that makes what they are
/// about, and leave by ``StoreWrite/deleteMessage(id:)``.
public protocol OutboxStore: Sendable {
  /// Takes messages that are due, those that are due longest first, and hides them from everybody else until
  /// `leaseEnd`. Check and claim are one statement: of any number of processes that ask at once, one is given
  /// a message. Whoever dies with it loses nothing: it is due again at the end of the lease.
  ///
  /// - Parameters:
  ///   - lease: names this claim for ``StoreWrite/postponeMessage(id:lease:until:isAttempt:)``.
  ///   - limit: how many at most.
  func claimMessages(
    of channel: OutboxEntry.Channel, lease: String, until leaseEnd: Instant, now: Instant, limit: Int
  ) async throws(StoreError) -> [OutboxEntry]

  /// When the next message of a channel is due; nil when none waits.
  func nextMessageDue(of channel: OutboxEntry.Channel) async throws(StoreError) -> Instant?

  /// Waiting messages whose id is greater than `after`, in the order of their ids, whoever has them: as they are
  /// sealed.
  func sealedMessages(after id: String?, limit: Int) async throws(StoreError) -> [SealedMessage]

  /// Calls a closure with every loss from now on, once it is durable; also from several threads at once. It takes the
  /// place of a closure before.
  func observeLosses(_ observe: @escaping @Sendable (OutboxLoss) -> Void)

  /// Counts what waits. It looks at every message of the channel.
  func outboxDepth(of channel: OutboxEntry.Channel) async throws(StoreError) -> OutboxDepth
}
