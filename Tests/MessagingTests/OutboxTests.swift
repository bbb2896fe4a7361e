import Foundation
import Identity
import Logging
import Secrets
import ServiceLifecycle
import Storage
import Synchronization
import Testing

@testable import Messaging

@Suite("The outbox", .timeLimit(.minutes(15)))
struct OutboxTests {
  @Test("what is delivered is gone, and nothing of it stands readable in the database")
  func sealed() async throws {
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent(
      "latchkey-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let store = try SQLiteAccountStore(path: directory.appendingPathComponent("db").path)
    let transport = ScriptedTransport()
    let bench = try OutboxBench([.mail: transport], store: store)
    try await bench.queue(try bench.mail(text: "https://example.com/?oobCode=SECRETCODE"))
    #expect(try await bench.waiting() == 1)
    for name in try FileManager.default.contentsOfDirectory(atPath: directory.path) {
      let bytes = try Data(contentsOf: directory.appendingPathComponent(name))
      #expect(bytes.range(of: Data("SECRETCODE".utf8)) == nil, "\(name)")
      #expect(bytes.range(of: Data("ada@example.org".utf8)) == nil, "\(name)")
    }
    await bench.outbox.deliverDue()
    #expect(transport.sent.count == 1 && bench.outcomes == [.delivered])
    #expect(try await bench.waiting() == 0)
    await bench.close()
  }

  @Test("a message under another key waits, and is not thrown away before its time")
  func wrongKey() async throws {
    let transport = ScriptedTransport()
    let bench = try OutboxBench([.mail: transport])
    try await bench.queue(try bench.mail())
    let other = try OutboxBench([.mail: transport], store: bench.store)
    await other.outbox.deliverDue()
    #expect(transport.sent.isEmpty && other.outcomes == [.troubled])
    #expect(try await bench.waiting() == 1)
    bench.clock.advance(seconds: 10)
    await bench.outbox.deliverDue()
    #expect(bench.outcomes == [.delivered])
    await bench.close()
  }

  @Test("a temporary failure is tried again after a pause that grows, a permanent one is not")
  func retries() async throws {
    let later = DeliveryOutcome.temporary(reason: "later")
    let transport = ScriptedTransport([later, later, later, .permanent(reason: "no")])
    let bench = try OutboxBench([.mail: transport])
    try await bench.queue(try bench.mail())
    await bench.outbox.deliverDue()
    #expect(bench.outcomes == [.deferred])
    // The pauses are 5, 10 and 20 seconds, each cut by half at most.
    for (round, pause) in [5, 10, 20].enumerated() {
      bench.clock.advance(seconds: Int64(pause) / 2 - 1)
      await bench.outbox.deliverDue()
      #expect(transport.sent.count == round + 1)
      bench.clock.advance(seconds: Int64(pause) / 2 + 2)
      await bench.outbox.deliverDue()
      #expect(transport.sent.count == round + 2)
    }
    #expect(bench.outcomes == [.deferred, .deferred, .deferred, .failed])
    #expect(Set(transport.sent).count == 1)
    #expect(bench.events.last?.attempts == 4 && bench.events.last?.reason == "no")
    #expect(try await bench.waiting() == 0)
    await bench.close()
  }

  @Test("a message is given up when its code expires")
  func expiry() async throws {
    let transport = ScriptedTransport(Array(repeating: .temporary(reason: "later"), count: 50))
    let bench = try OutboxBench([.mail: transport])
    try await bench.queue(try bench.mail(validFor: 60))
    for _ in 0..<30 {
      await bench.outbox.deliverDue()
      bench.clock.advance(seconds: 5)
    }
    #expect(bench.outcomes.last == .expired && bench.outcomes.dropLast().allSatisfy { $0 == .deferred })
    #expect((2...8).contains(transport.sent.count))
    #expect(try await bench.waiting() == 0)
    await bench.close()
  }

  @Test("while the other side is down, one message in a while finds out, and all leave once it is back")
  func down() async throws {
    let down = DeliveryOutcome.temporary(reason: "down", blocksChannel: true)
    let transport = ScriptedTransport([down, down, down], concurrency: 1)
    let bench = try OutboxBench([.mail: transport])
    for _ in 0..<20 { try await bench.queue(try bench.mail()) }
    await bench.outbox.deliverDue()
    #expect(transport.sent.count == 1)
    await bench.outbox.deliverDue()
    #expect(transport.sent.count == 1, "the channel is paused")
    for _ in 0..<40 where try await bench.waiting() > 0 {
      bench.clock.advance(seconds: 3)
      await bench.outbox.deliverDue()
    }
    #expect(transport.sent.count == 23 && Set(transport.sent).count == 20)
    #expect(bench.outcomes.count { $0 == .delivered } == 20 && bench.outcomes.count { $0 == .deferred } == 3)
    await bench.close()
  }

  @Test("two outboxes on one database deliver each message once")
  func shared() async throws {
    let transports = [ScriptedTransport(holds: true), ScriptedTransport(holds: true)]
    let first = try OutboxBench([.mail: transports[0]])
    let second = try OutboxBench(
      [.mail: transports[1]], store: first.store, box: first.box, clock: first.clock)
    for _ in 0..<200 { try await first.queue(try first.mail()) }
    async let one: Void = first.outbox.deliverDue()
    async let two: Void = second.outbox.deliverDue()
    for transport in transports {
      await transport.gate.arrival()
      transport.gate.open()
    }
    _ = await (one, two)
    let sent = transports.flatMap(\.sent)
    #expect(sent.count == 200 && Set(sent).count == 200)
    #expect(transports.allSatisfy { !$0.sent.isEmpty && $0.most <= 4 })
    await first.close()
  }

  @Test("who dies with a message leaves it to the others, at the end of its lease")
  func lease() async throws {
    let transport = ScriptedTransport()
    let bench = try OutboxBench([.mail: transport])
    try await bench.queue(try bench.mail())
    let now = bench.clock.now()
    let dead = try await bench.store.claimMessages(
      of: .mail, lease: "dead", until: now.adding(seconds: 150), now: now, limit: 10)
    #expect(dead.count == 1)
    await bench.outbox.deliverDue()
    bench.clock.advance(seconds: 149)
    await bench.outbox.deliverDue()
    #expect(transport.sent.isEmpty)
    bench.clock.advance(seconds: 1)
    await bench.outbox.deliverDue()
    #expect(transport.sent == dead.map(\.id))
    // The dead one wakes up and gives the message back that it no longer has.
    try await bench.store.apply([.postponeMessage(id: dead[0].id, lease: "dead", until: now)])
    #expect(try await bench.waiting() == 0)
    await bench.close()
  }

  @Test("a project's outbox is bounded, another's is not touched, and notices have room left")
  func bounded() async throws {
    var policy = OutboxPolicy()
    policy.maximumWaiting = 3
    let bench = try OutboxBench([.mail: ScriptedTransport()], policy: policy)
    for _ in 0..<3 { try await bench.queue(try bench.mail()) }
    await #expect(throws: StoreError.self) { try await bench.queue(try bench.mail()) }
    await #expect(throws: StoreError.self) { try await bench.queue(try bench.mail(isDecoy: true)) }
    guard case .mail(var notice) = try bench.mail() else { return }
    notice.isNotice = true
    for _ in 0..<3 { try await bench.queue(.mail(notice)) }
    await #expect(throws: StoreError.self) { try await bench.queue(.mail(notice)) }
    notice.scope = Scope(project: try #require(ProjectID(rawValue: "other")))
    notice.isNotice = false
    try await bench.queue(.mail(notice))
    #expect(try await bench.waiting() == 7)
    await bench.close()
  }

  @Test("a decoy is written, rehearsed and thrown away, and nothing is told of it")
  func decoy() async throws {
    let transport = ScriptedTransport([.delivered, .permanent(reason: "no")])
    let bench = try OutboxBench([.mail: transport])
    for count in 1...2 {
      try await bench.queue(try bench.mail(isDecoy: true))
      #expect(try await bench.waiting() == 1)
      await bench.outbox.deliverDue()
      #expect(transport.sent.isEmpty && transport.rehearsed.count == count && bench.events.isEmpty)
      #expect(try await bench.waiting() == 0)
    }
    await bench.close()
  }

  // Fails when decoys are thrown away without asking the receiver.
  @Test("while the other side is down, a decoy waits as a message does, until its code expires")
  func decoyDown() async throws {
    for isDecoy in [false, true] {
      let down = DeliveryOutcome.temporary(reason: "down", blocksChannel: true)
      let transport = ScriptedTransport(Array(repeating: down, count: 50), concurrency: 1)
      let bench = try OutboxBench([.mail: transport])
      try await bench.queue(try bench.mail(validFor: 60, isDecoy: isDecoy))
      await bench.outbox.deliverDue()
      #expect(bench.outcomes == [.deferred])
      #expect(try await bench.waiting() == 1)
      bench.clock.advance(seconds: 60)
      await bench.outbox.deliverDue()
      #expect(bench.outcomes == (isDecoy ? [.deferred] : [.deferred, .expired]))
      #expect(try await bench.waiting() == 0)
      await bench.close()
    }
  }

  // Fails when a transport that knows no decoys is given them.
  @Test("a transport that cannot rehearse is given no decoy")
  func unrehearsed() async throws {
    let transport = UnawareTransport()
    let bench = try OutboxBench([.mail: transport])
    try await bench.queue(try bench.mail(isDecoy: true))
    await bench.outbox.deliverDue()
    #expect(transport.given.withLock { $0 } == 0)
    #expect(try await bench.waiting() == 0)
    await bench.close()
  }

  @Test("a channel that is not configured refuses, before anything is written")
  func unconfigured() async throws {
    let bench = try OutboxBench([.mail: ScriptedTransport()])
    #expect(throws: DeliveryFailure.self) { try bench.outbox.writes(for: bench.sms()) }
    await bench.close()
  }

  @Test("a slow channel does not keep the other one waiting")
  func channels() async throws {
    let mail = ScriptedTransport([.temporary(reason: "down", blocksChannel: true)])
    let sms = ScriptedTransport()
    let bench = try OutboxBench([.mail: mail, .sms: sms])
    try await bench.queue(try bench.mail())
    try await bench.queue(bench.sms())
    await bench.outbox.deliverDue()
    #expect(sms.sent.count == 1)
    #expect(try await bench.waiting() == 1)
    await bench.close()
  }

  @Test("as a service it delivers what comes, and finishes what is under way when it stops")
  func service() async throws {
    let transport = ScriptedTransport(holds: true)
    let bench = try OutboxBench([.mail: transport], clock: SettableClock())
    let group = ServiceGroup(
      configuration: .init(
        services: [bench.outbox], logger: Logger(label: "t", factory: { _ in SwiftLogNoOpLogHandler() })))
    try await withThrowingTaskGroup(of: Void.self) { tasks in
      tasks.addTask { try await group.run() }
      try await bench.queue(try bench.mail())
      await transport.gate.arrival()
      await group.triggerGracefulShutdown()
      transport.gate.open()
      try await tasks.waitForAll()
    }
    #expect(bench.outcomes == [.delivered])
    #expect(try await bench.waiting() == 0)
    await bench.close()
  }

  @Test("a database that fails is asked after pauses that grow, and each time once told of")
  func failingDatabase() async throws {
    var policy = OutboxPolicy()
    #expect(
      (1...8).map { policy.pause(afterFailures: $0) } == [1, 2, 4, 8, 16, 30, 30, 30].map { .seconds($0) })
    #expect(policy.pause(afterFailures: .max) == .seconds(30))
    policy.pollInterval = .milliseconds(20)
    let bench = try OutboxBench([.mail: ScriptedTransport()], policy: policy)
    await bench.store.close()
    let begin = ContinuousClock.now
    let running = Task { try await bench.outbox.run() }
    while bench.events.count < 5 { await Task.yield() }
    #expect(ContinuousClock.now - begin >= .milliseconds(20 + 40 + 80 + 160))
    #expect(bench.outcomes.allSatisfy { $0 == .troubled })
    running.cancel()
    try await running.value
    await bench.outbox.close()
  }

  @Test("who asked to be left alone is, also when another message is taken over meanwhile")
  func hold() {
    let gate = ChannelGate(concurrency: 4)
    let now = OutboxBench.start
    for _ in 0..<2 { gate.begin() }
    gate.end(isDown: true, retryAfter: 60, now: now, pauses: .init(first: 2, longest: 60), SystemRandom())
    gate.open()
    gate.end(isDown: false, now: now, pauses: .init(first: 2, longest: 60), SystemRandom())
    #expect(gate.room(now: now.adding(seconds: 59)) == 0)
    #expect(gate.closedUntil(now: now) == now.adding(seconds: 60))
    #expect(gate.room(now: now.adding(seconds: 60)) == 4)
    // Nobody can ask for longer than an hour.
    gate.begin()
    gate.end(
      isDown: true, retryAfter: .max, now: now, pauses: .init(first: 2, longest: 60), SystemRandom())
    #expect(gate.room(now: now.adding(seconds: 3_600)) == 1)
  }
}

/// Delivers everything that it is given, and knows nothing of decoys.
private final class UnawareTransport: DeliveryTransport {
  let timeLimit: Int64 = 60
  let concurrency = 1
  let given = Mutex(0)

  func deliver(_ message: QueuedMessage, id: String, createdAt: Instant) async -> DeliveryOutcome {
    given.withLock { $0 += 1 }
    return .delivered
  }

  func close() async {}
}
