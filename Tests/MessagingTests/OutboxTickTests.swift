import Identity
import Storage
import Synchronization
import TestSupport
import Testing

@testable import Messaging

@Suite("The moments of an outbox", .timeLimit(.minutes(2)))
struct OutboxTickTests {
  // Fails when only a real message wakes the worker, and when a decoy is thrown away without the transport (each alone).
  @Test("a mail and a decoy cause the same steps at the same moments")
  func steps() async throws {
    let mail = try await Self.steps(isDecoy: false)
    let decoy = try await Self.steps(isDecoy: true)
    #expect(mail == decoy)
    #expect(
      mail.map(\.name) == [
        "look", "sleep", "apply insertMessage", "look", "claim", "look", "sleep", "apply deleteMessage",
        "look",
        "sleep",
      ])
    // The end of a delivery does not move the next tick.
    #expect(mail.last == mail.dropLast(3).last)
  }

  /// What an outbox does with one mail, from its start until it has nothing to do.
  private static func steps(isDecoy: Bool) async throws -> [Step] {
    let steps = Watched<[Step]>([])
    let sleeps = HeldSleeps(steps: steps)
    let transport = ScriptedTransport(holds: true)
    let bench = try OutboxBench(
      [.mail: transport], random: SeededRandom(seed: 1), sleep: { try await sleeps.sleep($0) },
      recording: { RecordingStore(store: $0, steps: steps) })
    let running = Task { try await bench.outbox.run() }
    #expect(await steps.reaches { $0.count(where: \.isSleep) >= 1 })
    try await bench.queue(try bench.mail(isDecoy: isDecoy))
    // Long enough for a worker that the message would wake.
    for _ in 0..<1_000 { await Task.yield() }
    sleeps.end()
    #expect(await steps.reaches { $0.count(where: \.isSleep) >= 2 })
    transport.gate.open()
    #expect(await steps.reaches { $0.count(where: \.isSleep) >= 3 })
    let seen = steps.value
    running.cancel()
    try await running.value
    await bench.close()
    return seen
  }

  // Fails when a tick is claimed by the time at which its claim happens.
  @Test("what comes after a tick waits for the next one, even if there is room")
  func late() async throws {
    let steps = Watched<[Step]>([])
    let sleeps = HeldSleeps(steps: steps)
    let transport = ScriptedTransport()
    let bench = try OutboxBench(
      [.mail: transport], sleep: { try await sleeps.sleep($0) },
      recording: { RecordingStore(store: $0, steps: steps) })
    try await bench.queue(try bench.mail())
    let running = Task { try await bench.outbox.run() }
    #expect(await steps.reaches { $0.contains(.apply(["deleteMessage"])) && $0.last?.isSleep == true })
    bench.clock.advance(seconds: 1)
    try await bench.queue(try bench.mail())
    for _ in 0..<1_000 { await Task.yield() }
    #expect(transport.sent.count == 1)
    while transport.sent.count < 2, !Task.isCancelled {
      sleeps.end()
      await Task.yield()
    }
    #expect(await steps.reaches { $0.count { $0 == .apply(["deleteMessage"]) } == 2 })
    running.cancel()
    try await running.value
    await bench.close()
  }

  // Fails when ticks have no random part, and when a clock that was set back is waited for (each alone).
  @Test("ticks come once in an interval, at moments that nobody can predict")
  func ticks() {
    let random = SeededRandom(seed: 7)
    var now = OutboxBench.start
    var ticks = DeliveryTicks(every: 500, at: now, random)
    var parts: Set<Int64> = []
    for _ in 0..<200 {
      let pause = ticks.pause(at: now)
      #expect(pause > .zero && pause <= .milliseconds(1_000))
      let before = now.milliseconds / 500
      now = Instant(
        milliseconds: now.milliseconds + pause.components.seconds * 1_000 + pause.wholeMilliseconds)
      #expect(now.milliseconds / 500 == before + 1)
      parts.insert(now.milliseconds % 500)
      ticks.pass(at: now, random)
      #expect(ticks.latest == now)
    }
    #expect(parts.count > 100)
    // A clock that is set back does not stop the ticks.
    #expect(ticks.pause(at: now.adding(seconds: -3_600)) == .milliseconds(1_000))
  }
}

extension Duration {
  /// The part below a second.
  fileprivate var wholeMilliseconds: Int64 { components.attoseconds / 1_000_000_000_000_000 }
}

/// A step of an outbox.
private enum Step: Sendable, Equatable {
  case look, claim
  case apply([String])
  case sleep(Duration)

  var isSleep: Bool { if case .sleep = self { true } else { false } }

  var name: String {
    switch self {
    case .look: "look"
    case .claim: "claim"
    case .apply(let writes): "apply \(writes.joined(separator: " "))"
    case .sleep: "sleep"
    }
  }
}

/// Sleeps that a test ends.
private final class HeldSleeps: Sendable {
  private let steps: Watched<[Step]>
  private let begun = Mutex(0)
  private let ended = Watched(0)

  init(steps: Watched<[Step]>) { self.steps = steps }

  func sleep(_ time: Duration) async throws {
    let number = begun.withLock { begun in
      begun += 1
      return begun
    }
    steps.change { $0.append(.sleep(time)) }
    guard await ended.reaches({ $0 >= number }) else { throw CancellationError() }
  }

  /// Ends the sleeps that have begun.
  func end() {
    let number = begun.withLock { $0 }
    ended.change { $0 = number }
  }
}

/// Writes down what an outbox asks of its store.
private struct RecordingStore: OutboxStore {
  let store: SQLiteAccountStore
  let steps: Watched<[Step]>

  func apply(_ writes: [StoreWrite]) async throws(StoreError) {
    let names = writes.map { write in String("\(write)".prefix { $0 != "(" }) }
    steps.change { $0.append(.apply(names)) }
    try await store.apply(writes)
  }

  func claimMessages(
    of channel: OutboxEntry.Channel, lease: String, until leaseEnd: Instant, now: Instant, limit: Int
  ) async throws(StoreError) -> [OutboxEntry] {
    steps.change { $0.append(.claim) }
    return try await store.claimMessages(of: channel, lease: lease, until: leaseEnd, now: now, limit: limit)
  }

  func nextMessageDue(of channel: OutboxEntry.Channel) async throws(StoreError) -> Instant? {
    steps.change { $0.append(.look) }
    return try await store.nextMessageDue(of: channel)
  }

  func sealedMessages(after id: String?, limit: Int) async throws(StoreError) -> [SealedMessage] {
    try await store.sealedMessages(after: id, limit: limit)
  }

  func observeLosses(_ observe: @escaping @Sendable (OutboxLoss) -> Void) { store.observeLosses(observe) }

  func outboxDepth(of channel: OutboxEntry.Channel) async throws(StoreError) -> OutboxDepth {
    try await store.outboxDepth(of: channel)
  }
}
