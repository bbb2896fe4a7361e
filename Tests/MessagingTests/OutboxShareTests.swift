import Identity
import TestSupport
import Testing

@testable import Messaging

@Suite("Shares of an outbox", .timeLimit(.minutes(15)))
struct OutboxShareTests {
  // Fails when entries are begun in the order of the queue alone.
  @Test("an other side that hangs leaves the rest of the channel to others")
  func hanging() async throws {
    let transport = ScriptedTransport(holds: true, sharesByRecipient: true)
    let bench = try OutboxBench([.mail: transport])
    for _ in 0..<10 { try await bench.queue(try bench.mail(to: "hangs@example.org")) }
    bench.clock.advance(seconds: 1)
    try await bench.queue(try bench.mail(to: "well@example.org"))
    async let delivered: Void = bench.outbox.deliverDue()
    while transport.sent.count < 3 { await Task.yield() }
    #expect(transport.most == 3, "two of the side that hangs, and the other's")
    transport.gate.open()
    await delivered
    #expect(transport.sent.count == 3 && bench.outcomes == [.delivered, .delivered, .delivered])
    // The others were not tried: they come with their turns, at their first attempt.
    bench.clock.advance(seconds: 10)
    for _ in 0..<10 where try await bench.waiting() > 0 {
      await bench.outbox.deliverDue()
      bench.clock.advance(seconds: 10)
    }
    #expect(try await bench.waiting() == 0 && transport.sent.count == 11)
    #expect(bench.events.allSatisfy { $0.attempts == 1 })
    await bench.close()
  }

  @Test("behind a failure that others would share, nothing is tried until its pause is over")
  func down() async throws {
    let down = DeliveryOutcome.temporary(reason: "down", blocksChannel: true)
    let transport = ScriptedTransport([down], concurrency: 1, sharesByRecipient: true)
    let bench = try OutboxBench([.mail: transport])
    for _ in 0..<5 { try await bench.queue(try bench.mail(to: "down@example.org")) }
    bench.clock.advance(seconds: 1)
    try await bench.queue(try bench.mail(to: "well@example.org"))
    await bench.outbox.deliverDue()
    #expect(transport.sent.count == 2 && bench.outcomes == [.deferred, .delivered])
    for _ in 0..<20 where try await bench.waiting() > 0 {
      bench.clock.advance(seconds: 5)
      await bench.outbox.deliverDue()
    }
    #expect(transport.sent.count == 7 && Set(transport.sent).count == 6)
    await bench.close()
  }

  // Fails when the receiver of entries without a share stops the claims of all.
  @Test("where receivers are separate, a common one that is down leaves the shares to be delivered")
  func separate() async throws {
    let down = DeliveryOutcome.temporary(reason: "down", blocksChannel: true)
    let transport = ScriptedTransport(
      [down], concurrency: 1, sharesByRecipient: true, separatesReceivers: true)
    let bench = try OutboxBench([.mail: transport])
    for _ in 0..<3 { try await bench.queue(try bench.mail(to: "common@example.org")) }
    bench.clock.advance(seconds: 1)
    try await bench.queue(try bench.mail(to: "own@example.org"))
    await bench.outbox.deliverDue()
    #expect(transport.sent.count == 2 && bench.outcomes == [.deferred, .delivered])
    for _ in 0..<20 where try await bench.waiting() > 0 {
      bench.clock.advance(seconds: 5)
      await bench.outbox.deliverDue()
    }
    #expect(try await bench.waiting() == 0 && Set(transport.sent).count == 4)
    await bench.close()
  }

  // Fails when shares may take every delivery.
  @Test("where receivers are separate, shares that hang leave half of the deliveries to the common one")
  func half() async throws {
    let transport = ScriptedTransport(
      concurrency: 4, holds: true, sharesByRecipient: true, separatesReceivers: true)
    let bench = try OutboxBench([.mail: transport])
    for index in 0..<10 { try await bench.queue(try bench.mail(to: "own\(index)@example.org")) }
    bench.clock.advance(seconds: 1)
    for _ in 0..<2 { try await bench.queue(try bench.mail(to: "common@example.org")) }
    async let delivered: Void = bench.outbox.deliverDue()
    while transport.sent.count < 4 { await Task.yield() }
    #expect(transport.most == 4, "two of the shares, and two of the common one")
    transport.gate.open()
    await delivered
    for _ in 0..<20 where try await bench.waiting() > 0 {
      bench.clock.advance(seconds: 10)
      await bench.outbox.deliverDue()
    }
    #expect(try await bench.waiting() == 0 && transport.sent.count == 12)
    await bench.close()
  }

  @Test("entries that find no room come one after the other, within an hour")
  func turns() throws {
    let gate = ChannelGate(concurrency: 1)
    let now = OutboxBench.start
    #expect(gate.beginOrPostpone(now: now) == nil)
    let turns = (0..<50_000).compactMap { _ in gate.beginOrPostpone(now: now) }
    #expect(turns.count == 50_000 && turns[0] == now.adding(seconds: 2))
    #expect(turns[1].milliseconds - turns[0].milliseconds == ChannelGate.postponementSpacing)
    #expect(turns.last == now.adding(seconds: ChannelGate.longestHold))
    gate.end(isDown: false, now: now, pauses: .init(first: 2, longest: 60), SystemRandom())
    #expect(!gate.isIdle(now: now) && gate.isIdle(now: now.adding(seconds: ChannelGate.longestHold)))
    #expect(gate.beginOrPostpone(now: now) == nil, "who comes when there is room need not wait")
  }

  @Test("however many sides there are, the memory for them is bounded, and busy ones are kept")
  func bounded() {
    let gates = ShareGates()
    let now = OutboxBench.start
    let busy = gates.gate(of: "busy", now: now)
    busy.begin()
    for number in 0..<(3 * ShareGates.maximumCount) { _ = gates.gate(of: "\(number)", now: now) }
    #expect(gates.gate(of: "busy", now: now) === busy)
    let more = ShareGates()
    for number in 0..<ShareGates.maximumCount { more.gate(of: "\(number)", now: now).begin() }
    #expect(more.gate(of: "one more", now: now) === more.gate(of: "another", now: now))
  }

  // Fails when a gate is kept for the failures that it has seen.
  @Test("sides that were down make room for others once their pause is over")
  func afterFailures() {
    let gates = ShareGates()
    let now = OutboxBench.start
    for number in 0..<ShareGates.maximumCount {
      let gate = gates.gate(of: "\(number)", now: now)
      gate.begin()
      gate.end(isDown: true, now: now, pauses: .init(first: 2, longest: 60), SystemRandom())
    }
    let later = now.adding(seconds: 120)
    #expect(gates.gate(of: "one more", now: now) === gates.gate(of: "another", now: now))
    #expect(gates.gate(of: "one more", now: later) !== gates.gate(of: "another", now: later))
  }

  // Fails when room is looked at and taken in two steps.
  @Test("of 64 that begin at once as many as may do, and the others have turns of their own")
  func race() async {
    let gates = ShareGates()
    let now = OutboxBench.start
    let turns = await withTaskGroup(of: Instant?.self) { group in
      for _ in 0..<64 { group.addTask { gates.gate(of: "one", now: now).beginOrPostpone(now: now) } }
      return await group.reduce(into: [Instant?]()) { $0.append($1) }
    }
    #expect(turns.filter { $0 == nil }.count == ShareGates.concurrency)
    #expect(Set(turns.compactMap(\.?.milliseconds)).count == 64 - ShareGates.concurrency)
  }
}
