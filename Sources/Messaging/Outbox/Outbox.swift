import Identity
import Secrets
import ServiceLifecycle

/// Delivers messages through the database. Each message is sealed under the master key and written in the transaction
/// that creates its code. So no message is lost if a mail server is down for hours or a process dies.
///
/// Any number of processes may deliver from one database. Each message is leased to one process at a time. If a process
/// dies after the receiver accepted a message and before the process recorded this, the message is delivered again,
/// with the same `Message-ID`.
public final class Outbox: MessageSender, Service {
  public let templates: MessageTemplates
  private let channels: [OutboxEntry.Channel: OutboxChannel]
  /// The channels that the server delivers for every project.
  private let serverWide: Set<OutboxEntry.Channel>
  private let store: any OutboxStore
  private let box: SecretBox
  private let policy: OutboxPolicy
  private let random: any RandomSource
  private let report: @Sendable (OutboxEvent) -> Void

  /// - Parameters:
  ///   - receivers: the projects' own mail servers and gateways. Nil if projects have no own servers and
  ///     gateways.
  ///   - report: called with every event, possibly from several tasks at once.
  public convenience init(
    _ delivery: MessageDelivery, receivers: (any ProjectReceivers)? = nil,
    store: any OutboxStore, box: SecretBox, clock: any WallClock,
    random: any RandomSource, report: @escaping @Sendable (OutboxEvent) -> Void = { _ in }
  ) {
    self.init(
      transports: delivery.transports(clock: clock, receivers: receivers), templates: delivery.templates,
      policy: delivery.policy, serverWide: delivery.serverWideChannels,
      store: store, box: box, clock: clock, random: random, report: report)
  }

  /// - Parameters:
  ///   - transports: the transports of the channels that this outbox delivers.
  ///   - serverWide: the channels that the server delivers for every project. Nil for all channels.
  ///   - sleep: waits for a duration. Throws if the task is cancelled.
  ///   - report: called with every event, possibly from several tasks at once.
  public init(
    transports: [OutboxEntry.Channel: any DeliveryTransport], templates: MessageTemplates = .builtIn,
    policy: OutboxPolicy = OutboxPolicy(), serverWide: Set<OutboxEntry.Channel>? = nil,
    store: any OutboxStore, box: SecretBox,
    clock: any WallClock, random: any RandomSource,
    sleep: @Sendable @escaping (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
    report: @escaping @Sendable (OutboxEvent) -> Void
  ) {
    self.templates = templates
    self.store = store
    self.box = box
    self.policy = policy
    self.random = random
    self.report = report
    var channels: [OutboxEntry.Channel: OutboxChannel] = [:]
    for (channel, transport) in transports {
      channels[channel] = OutboxChannel(
        channel, transport, store: store, box: box, policy: policy, clock: clock, random: random,
        sleep: sleep, report: report)
    }
    self.channels = channels
    self.serverWide = serverWide ?? Set(transports.keys)
  }

  // MARK: MessageSender

  public func sends(_ channel: OutboxEntry.Channel) -> Bool { serverWide.contains(channel) }

  public func writes(for message: OutgoingMessage) throws(DeliveryFailure) -> [StoreWrite] {
    let queued: QueuedMessage
    let scope: Scope
    let createdAt: Instant
    let expiresAt: Instant
    var limit = policy.maximumWaiting
    var isDispensable = false
    switch message {
    case .mail(let mail):
      scope = mail.scope
      createdAt = mail.sentAt
      expiresAt = min(mail.expiresAt, createdAt.adding(seconds: policy.mailLifetime))
      if mail.isNotice { limit *= 2 }
      isDispensable = mail.isDispensable
      queued = QueuedMessage(
        content: .mail(
          .init(
            to: mail.to.text, senderName: mail.senderName, chosenName: mail.sender.name,
            replyTo: mail.sender.replyTo, subject: mail.subject, text: mail.body, html: mail.html,
            language: mail.language)), isDecoy: mail.isDecoy, project: scope.project.rawValue)
    case .sms(let sms):
      scope = sms.scope
      createdAt = sms.sentAt
      expiresAt = createdAt.adding(seconds: policy.smsLifetime)
      queued = QueuedMessage(
        content: .sms(.init(to: sms.to, text: sms.body)), isDecoy: false, project: scope.project.rawValue)
    }
    guard channels[queued.channel] != nil else {
      throw DeliveryFailure(
        reason: queued.channel == .mail ? "no mail server is configured" : "no SMS gateway is configured")
    }
    let id = random.alphanumeric(22)
    do {
      let entry = OutboxEntry(
        id: id, scope: scope, channel: queued.channel, payload: try queued.sealed(as: id, by: box),
        createdAt: createdAt, expiresAt: expiresAt)
      return [
        isDispensable ? .insertMessageIfRoom(entry, limit: limit) : .insertMessage(entry, limit: limit)
      ]
    } catch {
      let reason = "a message could not be sealed"
      report(OutboxEvent(.unsealed, of: queued.channel, in: scope.project, reason: reason))
      throw DeliveryFailure(reason: reason)
    }
  }

  /// Wakes the message's channel. The message is already in the database: see ``writes(for:)``.
  public func send(_ message: OutgoingMessage) async throws(DeliveryFailure) {
    switch message {
    case .mail: wake(.mail)
    case .sms: wake(.sms)
    }
  }

  // MARK: Other entries

  /// Returns the write that adds a revocation to the outbox, unless too many revocations wait.
  ///
  /// - Throws: the loss, for ``note(_:)``, if the revocation cannot be sealed.
  public func write(
    revocation payload: some OutboxPayload, in scope: Scope, now: Instant
  ) throws(OutboxEvent) -> StoreWrite {
    let id = random.alphanumeric(22)
    do {
      let entry = OutboxEntry(
        id: id, scope: scope, channel: .revocation, payload: try payload.sealed(as: id, by: box),
        createdAt: now, expiresAt: now.adding(seconds: policy.revocationLifetime))
      return .insertMessageIfRoom(entry, limit: policy.maximumWaiting)
    } catch {
      throw OutboxEvent(
        .unsealed, of: .revocation, in: scope.project, reason: "a revocation could not be sealed")
    }
  }

  /// Reports a loss that happened before the message or revocation reached the outbox.
  public func note(_ loss: OutboxEvent) { report(loss) }

  /// Makes a channel look for due entries, unless it does so at its own ticks alone: see ``OutboxPolicy/mailTick``. Call
  /// it when the entries' writes are durable.
  public func wake(_ channel: OutboxEntry.Channel) { channels[channel]?.wake() }

  // MARK: Delivering

  /// Delivers until the service group stops. Deliveries in progress are finished, within their time limit.
  public func run() async throws {
    // If a service ends early, the service group treats that as a failure.
    guard !channels.isEmpty else { return try await gracefulShutdown() }
    await withGracefulShutdownHandler {
      await deliver(untilIdle: false)
    } onGracefulShutdown: {
      for channel in self.channels.values { channel.stop() }
    }
  }

  /// Delivers all due entries, and returns when no more can be delivered now.
  public func deliverDue() async { await deliver(untilIdle: true) }

  private func deliver(untilIdle: Bool) async {
    await withDiscardingTaskGroup { group in
      for channel in channels.values { group.addTask { await channel.run(untilIdle: untilIdle) } }
    }
  }

  /// The channels that this outbox delivers.
  public var configuredChannels: [OutboxEntry.Channel] { Array(channels.keys) }

  /// The number and age of waiting messages, for metrics.
  public func depth(of channel: OutboxEntry.Channel) async throws(StoreError) -> OutboxDepth {
    try await store.outboxDepth(of: channel)
  }

  /// Releases threads and connections. Call it after the last delivery.
  public func close() async {
    for channel in channels.values { await channel.close() }
  }
}
