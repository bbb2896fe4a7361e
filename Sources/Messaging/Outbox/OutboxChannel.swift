import Identity
import Secrets
import Synchronization
import WorkPool

/// Delivers the waiting messages of one channel, several at once.
final class OutboxChannel: Sendable {
  private struct Progress {
    /// The number of claimed entries whose receiver is not known yet.
    var undecided = 0
    /// The moment since which the operator's receiver has no room.
    var fullSince: ContinuousClock.Instant?
  }

  /// The time after which a full operator's receiver no longer delays entries of other receivers. Until then, entries wait
  /// in the order of the queue, because claimed entries without room are postponed (``ChannelGate/turnDelay``).
  private static let fullTime = Duration.milliseconds(ChannelGate.turnDelay)

  private let channel: OutboxEntry.Channel
  private let transport: any DeliveryTransport
  private let store: any OutboxStore
  private let box: SecretBox
  private let policy: OutboxPolicy
  private let clock: any WallClock
  private let random: any RandomSource
  private let report: @Sendable (OutboxEvent) -> Void
  /// Limits the claims of entries.
  private let gate: ChannelGate
  /// The gate of the operator's receiver. It equals ``gate`` if there are no others.
  private let main: ChannelGate
  /// The gates of the receivers that projects chose. Nil if there are none.
  private let shares: ShareGates?
  private let progress = Mutex(Progress())
  private let bell: Doorbell
  private let isStopping = Mutex(false)

  init(
    _ channel: OutboxEntry.Channel, _ transport: any DeliveryTransport,
    store: any OutboxStore, box: SecretBox, policy: OutboxPolicy, clock: any WallClock,
    random: any RandomSource, sleep: @Sendable @escaping (Duration) async throws -> Void,
    report: @escaping @Sendable (OutboxEvent) -> Void
  ) {
    self.channel = channel
    self.transport = transport
    self.store = store
    self.box = box
    self.policy = policy
    self.clock = clock
    self.random = random
    self.report = report
    bell = Doorbell(sleep: sleep)
    gate = ChannelGate(concurrency: transport.concurrency + (transport.pool?.size ?? 0))
    main = transport.pool == nil ? gate : ChannelGate(concurrency: transport.concurrency)
    shares = transport.pool.map { ShareGates(SharedPlaces($0)) }
  }

  /// Makes the channel look for due entries, unless it has ticks.
  func wake() {
    guard policy.tick(of: channel) == nil else { return }
    bell.ring()
  }

  /// Begins no more deliveries. Running deliveries are finished.
  func stop() {
    isStopping.withLock { $0 = true }
    bell.ring()
  }

  func close() async { await transport.close() }

  /// - Parameter untilIdle: true to return when nothing can be delivered now.
  func run(untilIdle: Bool = false) async {
    await withDiscardingTaskGroup { group in
      var failures = 0
      var ticks = policy.tick(of: channel).map { DeliveryTicks(every: $0, at: clock.now(), random) }
      while !Task.isCancelled, !isStopping.withLock({ $0 }) {
        // A delivery that ends during the claim may make room for more.
        let wasIdle = gate.running == 0
        guard let claimed = await claim(dueBy: ticks?.latest) else {
          if untilIdle, gate.running == 0 { return }
          failures += 1
          await bell.wait(atMost: policy.pause(afterFailures: failures))
          continue
        }
        failures = 0
        progress.withLock { $0.undecided += claimed.count }
        for (entry, lease) in claimed {
          gate.begin()
          // A running delivery is finished: if it stopped in the middle, the message could be sent twice.
          group.addTask { await self.process(entry, lease) }
        }
        guard claimed.isEmpty else { continue }
        if untilIdle, wasIdle { return }
        guard let time = ticks?.pause(at: clock.now()) else {
          await bell.wait(atMost: await pause())
          continue
        }
        // A ring is about a delivery that ended. It makes room for others of the same tick.
        let isRung = await bell.wait(atMost: time)
        let now = clock.now()
        if !isRung || ticks?.isDue(at: now) == true { ticks?.pass(at: now, random) }
      }
    }
  }

  /// - Parameter tick: the moment by which an entry must have been due. Nil for now.
  /// - Returns: nil if the database failed.
  private func claim(dueBy tick: Instant?) async -> [(OutboxEntry, String)]? {
    let now = clock.now()
    // After the clock was set back, the tick is in the future, and entries that were just claimed seem to be due.
    let moment = tick.map { min($0, now) } ?? now
    let room = room(now: now)
    guard room > 0 else { return [] }
    do {
      // Usually, no entry is due. This read is cheap and blocks no other process.
      guard let due = try await store.nextMessageDue(of: channel), due <= moment else { return [] }
      let lease = random.alphanumeric(22)
      let claimed = try await store.claimMessages(
        of: channel, lease: lease, until: now.adding(seconds: leaseTime), now: moment, limit: room)
      return claimed.map { ($0, lease) }
    } catch {
      // The server is stopping, so this is not a failure of the database.
      if Task.isCancelled { return nil }
      report(OutboxEvent(outcome: .troubled, channel: channel, reason: "the database: \(error)"))
      return nil
    }
  }

  /// The number of entries to claim. Their receivers are not known before they are opened, so there is room for all of them
  /// at the operator's receiver. While this has no room, only entries of other receivers can begin.
  private func room(now: Instant) -> Int {
    let room = gate.room(now: now)
    guard let shares else { return room }
    return progress.withLock { progress in
      let roomOfMain = main.room(now: now)
      guard roomOfMain == 0 else {
        progress.fullSince = nil
        return max(0, min(room, roomOfMain - progress.undecided))
      }
      let moment = ContinuousClock.now
      let since = progress.fullSince ?? moment
      progress.fullSince = since
      let isFull = transport.concurrency > 0 && main.closedUntil(now: now) == nil
      guard !isFull || moment - since >= Self.fullTime else { return 0 }
      // Without room, an entry gets its turn.
      return max(0, min(room, max(1, shares.room) - progress.undecided))
    }
  }

  /// Notes that a claimed entry has begun at its receiver, or was postponed, or needs no receiver.
  private func decided() {
    progress.withLock { $0.undecided -= 1 }
    if shares != nil { bell.ring() }
  }

  /// The lease is long enough for an attempt that begins late and uses its complete time limit.
  private var leaseTime: Int64 { 2 * transport.timeLimit + 30 }

  private func pause() async -> Duration {
    let now = clock.now()
    var pause = policy.pollInterval(of: channel)
    let next: Instant?
    if let end = gate.closedUntil(now: now) {
      next = end
    } else if room(now: now) == 0 {
      next = nil
      if progress.withLock({ $0.fullSince != nil }) { pause = min(pause, Self.fullTime) }
    } else {
      next = (try? await store.nextMessageDue(of: channel)) ?? nil
    }
    if let next { pause = min(pause, .milliseconds(max(10, next.milliseconds - now.milliseconds))) }
    return pause
  }

  // MARK: One message

  private func process(_ entry: OutboxEntry, _ lease: String) async {
    let state = await attempt(entry, lease, by: transport)
    gate.end(
      isDown: state.isDown, retryAfter: state.retryAfter, now: clock.now(), pauses: policy.channelPauses,
      random)
    bell.ring()
  }

  /// The state of the receiver.
  private enum ReceiverState {
    case up
    /// - Parameter retryAfter: the wait, in seconds, that the receiver requested.
    case down(retryAfter: Int64?)

    var isDown: Bool { if case .down = self { true } else { false } }
    var retryAfter: Int64? { if case .down(let seconds) = self { seconds } else { nil } }
  }

  private func attempt<Transport: DeliveryTransport>(
    _ entry: OutboxEntry, _ lease: String, by transport: Transport
  ) async -> ReceiverState {
    guard let payload = await open(entry, lease, for: transport) else {
      decided()
      return .up
    }
    let share = await transport.share(of: payload)
    let now = clock.now()
    guard let shares else {
      decided()
      return await deliver(payload, entry, lease, by: transport, through: gate)
    }
    guard let share else {
      let turn = main.beginOrPostpone(now: now)
      decided()
      if let turn { return await wait(entry, lease, until: turn) }
      let state = await deliver(payload, entry, lease, by: transport, through: main)
      end(state, at: main, pauses: policy.channelPauses)
      return .up
    }
    let beginning = shares.begin(share, of: entry.scope.project.rawValue, now: now)
    decided()
    switch beginning {
    case .postponed(let turn): return await wait(entry, lease, until: turn)
    case .begun(let receiver, let place):
      let state = await deliver(payload, entry, lease, by: transport, through: receiver)
      end(state, at: receiver, pauses: policy.pauses(of: channel))
      place.leave()
      return .up
    }
  }

  /// Opens an entry that can be delivered.
  ///
  /// - Returns: nil if there is nothing to deliver now.
  private func open<Transport: DeliveryTransport>(
    _ entry: OutboxEntry, _ lease: String, for transport: Transport
  ) async -> Transport.Payload? {
    let opened = try? Transport.Payload(opening: entry, with: box)
    guard clock.now() < entry.expiresAt else {
      await remove(entry, opened?.isDecoy == true ? nil : .expired, reason: "it was not delivered in time")
      return nil
    }
    guard let payload = opened else {
      await postpone(entry, lease, .troubled, reason: "it cannot be opened under the master key")
      return nil
    }
    guard !payload.isDecoy || transport.rehearsesDecoys else {
      await remove(entry, nil)
      return nil
    }
    // The lease is almost over, for example because the machine was suspended. Another process may have claimed the
    // message.
    guard clock.now().adding(seconds: transport.timeLimit) <= entry.dueAt else { return nil }
    return payload
  }

  private func wait(_ entry: OutboxEntry, _ lease: String, until turn: Instant) async -> ReceiverState {
    let next = min(turn, entry.expiresAt)
    await settle(.postponeMessage(id: entry.id, lease: lease, until: next, isAttempt: false))
    return .up
  }

  private func end(_ state: ReceiverState, at receiver: ChannelGate, pauses: OutboxPolicy.Pauses) {
    receiver.end(
      isDown: state.isDown, retryAfter: state.retryAfter, now: clock.now(), pauses: pauses, random)
  }

  /// - Parameter gate: the gate of the entry's receiver.
  private func deliver<Transport: DeliveryTransport>(
    _ payload: Transport.Payload, _ entry: OutboxEntry, _ lease: String, by transport: Transport,
    through gate: ChannelGate
  ) async -> ReceiverState {
    switch await transport.deliver(payload, id: entry.id, createdAt: entry.createdAt) {
    case .delivered:
      // A decoy sends nothing, so it does not prove that the receiver accepts messages.
      if !payload.isDecoy { gate.open() }
      await remove(entry, payload.isDecoy ? nil : .delivered)
      return .up
    case .permanent(let reason):
      gate.open()
      await remove(entry, payload.isDecoy ? nil : .failed, reason: reason)
      return .up
    case .temporary(let reason, let blocksChannel, let retryAfter):
      if !blocksChannel { gate.open() }
      await postpone(
        entry, lease, .deferred, reason: reason, retryAfter: retryAfter,
        longest: blocksChannel && gate === main ? policy.channelPauses.longest : nil)
      return blocksChannel ? .down(retryAfter: retryAfter) : .up
    }
  }

  /// - Parameter longest: the maximum wait in seconds. It is limited because the message did not cause the failure.
  private func postpone(
    _ entry: OutboxEntry, _ lease: String, _ outcome: OutboxEvent.Outcome, reason: String,
    retryAfter: Int64? = nil, longest: Int64? = nil
  ) async {
    var wait = policy.pauses(of: channel).milliseconds(after: entry.attempts, random)
    if let longest { wait = min(wait, longest * 1000) }
    if let retryAfter { wait = max(wait, min(max(retryAfter, 0), ChannelGate.longestHold) * 1000) }
    let moment = Instant(milliseconds: clock.now().milliseconds + wait)
    let next = min(moment, entry.expiresAt)
    await settle(.postponeMessage(id: entry.id, lease: lease, until: next))
    var event = event(outcome, entry, reason: reason)
    event.nextAttempt = next
    report(event)
  }

  /// - Parameter outcome: nil for a decoy, of which nothing is reported.
  private func remove(_ entry: OutboxEntry, _ outcome: OutboxEvent.Outcome?, reason: String? = nil) async {
    await settle(.deleteMessage(id: entry.id))
    if let outcome { report(event(outcome, entry, reason: reason)) }
  }

  /// Writes the result. If the write fails, it is tried again: a message that could not be removed is sent again after
  /// its lease.
  private func settle(_ write: StoreWrite) async {
    for round in 1...5 {
      do {
        return try await store.apply([write])
      } catch {
        report(
          OutboxEvent(
            outcome: .troubled, channel: channel, reason: "the database, at attempt \(round): \(error)"))
        if case .overloaded = error { try? await Task.sleep(for: .milliseconds(100 * round)) }
      }
    }
  }

  private func event(_ outcome: OutboxEvent.Outcome, _ entry: OutboxEntry, reason: String?) -> OutboxEvent {
    OutboxEvent(
      outcome: outcome, channel: channel, messageID: entry.id, project: entry.scope.project,
      attempts: entry.attempts, age: max(0, clock.now().milliseconds - entry.createdAt.milliseconds),
      reason: reason)
  }
}
