import Identity
import IdentityWire
import Synchronization
import WorkPool

/// Sends the events of projects to their webhooks: each at least once, the events of one account in order. It
/// reads them from the audit log, which records each event in the transaction that causes it.
///
/// A webhook that fails waits for increasing times and does not delay others. A webhook that fails for
/// ``Webhook/patience``, or responds with 410, is turned off. If an administrator turns it on, it continues
/// where it stopped.
public final class WebhookDeliverer: Sendable {
  /// A webhook that has messages to send, or a replay of a webhook.
  public struct Stream: Sendable {
    public let project: ProjectID
    public fileprivate(set) var webhook: Webhook
    /// A unique name.
    public let consumer: String
    let replay: Webhook.Replay?
    /// The place of the last record to send.
    let end: Int64
  }

  /// The result of one turn.
  public struct Turn: Sendable {
    /// The number of accepted messages.
    public var delivered = 0
    /// True if more messages may be ready.
    public var hasMore = false
    public var refusal: Refusal?
  }

  /// A turn that ended with a message that was not accepted.
  public struct Refusal: Sendable {
    public var project: ProjectID
    public var webhook: String
    public var cause: String
    /// The number of consecutive failures.
    public var failures: Int
    /// Seconds until the next attempt.
    public var wait: Int64
    /// The reason why the webhook was turned off; nil if it was not.
    public var ending: Webhook.Ending?
  }

  /// The maximum number of messages in flight.
  public static let maximumMessages = SharedPool.webhooks.size * concurrency
  /// The maximum number of messages in flight for one stream.
  private static let concurrency = 8
  /// No message is started after this time, so that the last one ends before the lease.
  private static let turnTime = Duration.seconds(AuditDelivery.leaseTime - 20)
  private static let firstBackOff: Int64 = 5
  private static let maximumBackOff: Int64 = 7_200

  private let projects: ProjectDirectory
  private let audit: any AuditStore & WebhookLog
  private let sender: WebhookSender
  private let clock: any WallClock
  private let random: any RandomSource
  /// For each consumer, the place in the chain up to which this process knows that there is nothing to send.
  private let passed = Mutex<[String: Int64]>([:])

  public init(
    projects: ProjectDirectory, audit: any AuditStore & WebhookLog, sender: WebhookSender,
    clock: any WallClock, random: any RandomSource
  ) {
    self.projects = projects
    self.audit = audit
    self.sender = sender
    self.clock = clock
    self.random = random
  }

  /// Lists the webhooks and replays that may have something to send.
  public func due() async throws(IdentityError) -> [Stream] {
    let projects = try await projects.cachedProjects().filter { $0.webhooks.contains(where: \.isEnabled) }
    guard !projects.isEmpty else { return [] }
    let heads: [AuditHead]
    do throws(StoreError) { heads = try await audit.auditHeads() } catch { throw IdentityError(error) }
    var ends: [ProjectID: Int64] = [:]
    for head in heads { if let chain = head.chain { ends[chain] = head.sequence } }
    var streams: [Stream] = []
    for project in projects {
      let end = ends[project.id] ?? 0
      for webhook in project.webhooks where webhook.isEnabled {
        streams.append(
          Stream(
            project: project.id, webhook: webhook, consumer: webhook.consumer, replay: nil, end: end))
        guard let replay = webhook.replay else { continue }
        streams.append(
          Stream(
            project: project.id, webhook: webhook, consumer: webhook.consumer(of: replay), replay: replay,
            end: min(end, replay.through)))
      }
    }
    let consumers = Set(streams.map(\.consumer))
    return passed.withLock { passed in
      // Replays that ended and deleted webhooks do not return.
      if passed.count > consumers.count { passed = passed.filter { consumers.contains($0.key) } }
      return streams.filter { passed[$0.consumer] ?? 0 < $0.end }
    }
  }

  /// Sends everything that is due now. A server does this in a loop.
  public func deliverDue() async throws(IdentityError) -> [Turn] {
    var turns: [Turn] = []
    for stream in try await due() {
      var turn = Turn(hasMore: true)
      while turn.hasMore {
        do throws(StoreError) { turn = try await deliver(stream) } catch { throw IdentityError(error) }
        turns.append(turn)
      }
    }
    return turns
  }

  /// Sends the next messages, if they are due and no other node sends them.
  public func deliver(_ stream: Stream) async throws(StoreError) -> Turn {
    let known = try await audit.auditCursor(of: stream.consumer, chain: stream.project)
    guard known.isDue(at: clock.now()), let stream = try await current(stream) else { return Turn() }
    let place = max(known.sequence, passed.withLock { $0[stream.consumer] ?? 0 })
    let next = try await page(of: stream, after: place)
    if next.messages.isEmpty, !next.isFull {
      // Avoids a write if there is nothing to do, which is the usual case.
      note(next.through, of: stream)
      return Turn()
    }
    var turn = Turn()
    var attempts: [WebhookAttempt] = []
    let outcome = try await AuditDelivery(audit: audit, clock: clock, random: random).deliver(
      to: stream.consumer, chain: stream.project, beginning: false, backOff: backOff
    ) { cursor throws(StoreError) in
      // Another node may have sent some of the messages since then.
      var page = next
      if cursor.sequence > place { page = try await self.page(of: stream, after: cursor.sequence) }
      if cursor.failures > 0 { page.probe() }
      let sent = await send(page, stream)
      turn.hasMore = page.isFull && sent.failure == nil
      turn.delivered = sent.taken.count
      attempts = sent.attempts
      return .init(through: page.through(taking: sent.taken), failure: sent.failure)
    }
    guard let outcome else { return Turn() }
    note(outcome.through, of: stream)
    try await audit.note(attempts, of: stream.webhook.id)
    if let refusal = outcome.refusal { turn.refusal = await ended(stream, refusal) }
    return turn
  }

  /// Returns the stream with its webhook as it is stored now: a backlog takes many turns, and the webhook may
  /// have changed meanwhile.
  ///
  /// - Returns: nil if the webhook was turned off or deleted, or another replay replaced this replay.
  private func current(_ stream: Stream) async throws(StoreError) -> Stream? {
    let project = try await projects.store.project(stream.project)
    guard let webhook = project?.webhooks.first(where: { $0.id == stream.webhook.id }), webhook.isEnabled,
      stream.replay == nil || stream.replay == webhook.replay
    else { return nil }
    var current = stream
    current.webhook = webhook
    return current
  }

  private func page(of stream: Stream, after place: Int64) async throws(StoreError) -> WebhookPage {
    let records = try await audit.auditRecords(
      of: stream.project, after: place, limit: WebhookPage.recordLimit)
    return WebhookPage(records, after: place, end: stream.end) {
      $0.isSent(to: stream.webhook, in: stream.replay)
    }
  }

  private func note(_ place: Int64, of stream: Stream) {
    passed.withLock { $0[stream.consumer] = max($0[stream.consumer] ?? 0, place) }
  }

  /// Returns the seconds to wait. Half of them are random, so that webhooks that failed together do not retry
  /// together.
  private func backOff(after failures: Int) -> Int64 {
    let longest = min(Self.maximumBackOff, Self.firstBackOff << Int64(min(max(failures - 1, 0), 16)))
    let share = random.bytes(2).reduce(0) { $0 << 8 | Int64($1) }
    return longest - longest / 2 * share / 65_535
  }

  /// Turns off a webhook that has failed for too long.
  private func ended(_ stream: Stream, _ refusal: AuditDelivery.Refusal) async -> Refusal {
    var told = Refusal(
      project: stream.project, webhook: stream.webhook.id, cause: refusal.failure.cause,
      failures: refusal.failures, wait: refusal.wait)
    let isOver = refusal.since.adding(seconds: Webhook.patience) <= clock.now()
    guard refusal.failure.status == 410 || isOver else { return told }
    let ending: Webhook.Ending = refusal.failure.status == 410 ? .gone : .failing
    do throws(IdentityError) {
      try await projects.update(stream.project) { project in
        guard let index = project.webhooks.firstIndex(where: { $0.id == stream.webhook.id }),
          // The webhook's address may have changed meanwhile.
          project.webhooks[index].url == stream.webhook.url
        else { return }
        project.webhooks[index].isEnabled = false
        project.webhooks[index].ending = ending
      }
      told.ending = ending
    } catch {
      // After the next failure, the server tries again to turn the webhook off.
      told.cause += "; the webhook could not be turned off: \(error.name)"
    }
    return told
  }
}

// MARK: One turn

extension WebhookDeliverer {
  /// The progress of a page, shared by its tasks.
  private final class Sent: Sendable {
    struct State {
      /// Waiting messages by account, as indices in the page.
      var lanes: [[Int]]
      var taken: Set<Int> = []
      var attempts: [WebhookAttempt] = []
      var failure: AuditDelivery.Failure?
    }

    private let state: Mutex<State>

    init(_ lanes: [[Int]]) { state = Mutex(State(lanes: lanes)) }

    func withLock<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
      state.withLock { state in body(&state) }
    }
  }

  private func send(_ page: WebhookPage, _ stream: Stream) async -> (
    taken: Set<Int>, attempts: [WebhookAttempt], failure: AuditDelivery.Failure?
  ) {
    let sent = Sent(page.lanes.reversed())
    let end = ContinuousClock.now + Self.turnTime
    await withDiscardingTaskGroup { group in
      for _ in 0..<min(Self.concurrency, page.messages.count) {
        group.addTask {
          while let lane = sent.withLock({ $0.lanes.popLast() }) {
            for index in lane {
              guard ContinuousClock.now < end, !Task.isCancelled, sent.withLock({ $0.failure == nil })
              else { return }
              let (attempt, failure) = await self.sender.send(
                page.messages[index], to: stream.webhook, of: stream.project)
              // A message that a stopping server interrupted tells nothing about the receiver.
              if failure != nil, Task.isCancelled { return }
              sent.withLock { sent in
                sent.attempts.append(attempt)
                if let failure { sent.failure = failure } else { sent.taken.insert(index) }
              }
              if failure != nil { return }
            }
          }
        }
      }
    }
    return sent.withLock { ($0.taken, $0.attempts, $0.failure) }
  }
}
