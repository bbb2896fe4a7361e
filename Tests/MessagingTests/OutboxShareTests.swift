import Identity
import TestSupport
import Testing
import WorkPool

@testable import Messaging

@Suite("Shares of an outbox", .timeLimit(.minutes(15)))
struct OutboxShareTests {
  // Fails when entries are begun in the order of the queue alone.
  @Test("an other side that hangs leaves the rest of the channel to others")
  func hanging() async throws {
    let transport = ScriptedTransport(holds: true, pool: .mails)
    let bench = try OutboxBench([.mail: transport])
    for _ in 0..<10 { try await bench.queue(try bench.mail(of: "hangs")) }
    bench.clock.advance(seconds: 1)
    try await bench.queue(try bench.mail(of: "well"))
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
    let transport = ScriptedTransport([down], pool: .mails)
    let bench = try OutboxBench([.mail: transport])
    try await bench.queue(try bench.mail(of: "down"))
    await bench.outbox.deliverDue()
    for _ in 0..<4 { try await bench.queue(try bench.mail(of: "down")) }
    try await bench.queue(try bench.mail(of: "well"))
    await bench.outbox.deliverDue()
    #expect(transport.sent.count == 2 && bench.outcomes == [.deferred, .delivered])
    for _ in 0..<20 where try await bench.waiting() > 0 {
      bench.clock.advance(seconds: 5)
      await bench.outbox.deliverDue()
    }
    #expect(transport.sent.count == 7 && Set(transport.sent).count == 6)
    await bench.close()
  }

  // Fails when the operator's receiver stops the claims of all.
  @Test("an operator's receiver that is down leaves the messages of projects with their own to be delivered")
  func separate() async throws {
    let down = DeliveryOutcome.temporary(reason: "down", blocksChannel: true)
    let transport = ScriptedTransport([down], concurrency: 1, pool: .mails)
    let bench = try OutboxBench([.mail: transport])
    for _ in 0..<3 { try await bench.queue(try bench.mail(of: ScriptedTransport.withoutReceiver)) }
    bench.clock.advance(seconds: 1)
    try await bench.queue(try bench.mail(of: "own"))
    await bench.outbox.deliverDue()
    #expect(transport.sent.count == 2 && bench.outcomes == [.deferred, .delivered])
    for _ in 0..<20 where try await bench.waiting() > 0 {
      bench.clock.advance(seconds: 5)
      await bench.outbox.deliverDue()
    }
    #expect(try await bench.waiting() == 0 && Set(transport.sent).count == 4)
    await bench.close()
  }

  // Fails when projects' deliveries count for the operator's receiver.
  @Test("projects whose receivers hang take places of their pool, and none of the operator's receiver")
  func operatorsReceiver() async throws {
    let transport = ScriptedTransport(concurrency: 4, holds: true, pool: .mails)
    let bench = try OutboxBench([.mail: transport])
    let size = SharedPool.mails.size
    for index in 0..<size + 4 { try await bench.queue(try bench.mail(of: "own\(index)")) }
    bench.clock.advance(seconds: 1)
    for _ in 0..<2 { try await bench.queue(try bench.mail(of: ScriptedTransport.withoutReceiver)) }
    async let delivered: Void = bench.outbox.deliverDue()
    while transport.sent.count < size + 2 { await Task.yield() }
    #expect(transport.most == size + 2)
    transport.gate.open()
    await delivered
    for _ in 0..<20 where try await bench.waiting() > 0 {
      bench.clock.advance(seconds: 10)
      await bench.outbox.deliverDue()
    }
    #expect(try await bench.waiting() == 0 && transport.sent.count == size + 6)
    await bench.close()
  }

  // Fails when a surplus of messages for the operator's receiver is claimed, and postponed for want of room.
  @Test("messages for the operator's receiver are sent one after the other, with no pause between them")
  func backlog() async throws {
    let transport = ScriptedTransport(concurrency: 2, pool: .mails)
    let bench = try OutboxBench([.mail: transport])
    for _ in 0..<30 { try await bench.queue(try bench.mail(of: ScriptedTransport.withoutReceiver)) }
    await bench.outbox.deliverDue()
    #expect(transport.sent.count == 30 && transport.most <= 2)
    await bench.close()
  }

  private static func place(_ beginning: ShareGates.Beginning) -> SharedPlaces.Place? {
    if case .begun(_, let place) = beginning { place } else { nil }
  }

  // Fails when a free place goes to whoever asks first, and when a turn is kept for ever (each alone).
  @Test("a project that found no room is let in before those that had a place, unless it comes no more")
  func turnsOfProjects() throws {
    let gates = ShareGates(SharedPlaces(size: 2, share: 1))
    let now = OutboxBench.start
    func begin(_ project: String, after seconds: Int64 = 0) -> SharedPlaces.Place? {
      Self.place(gates.begin(project, of: project, now: now.adding(seconds: seconds)))
    }
    let first = try #require(begin("first"))
    let second = try #require(begin("second"))
    #expect(begin("third") == nil)
    first.leave()
    #expect(begin("fourth", after: 2) == nil, "the place is the third one's")
    let third = try #require(begin("third", after: 2))
    third.leave()
    second.leave()
    let fourth = try #require(begin("fourth", after: 3))
    let fifth = try #require(begin("fifth", after: 3))
    #expect(begin("sixth", after: 3) == nil)
    fourth.leave()
    #expect(begin("seventh", after: 4) == nil)
    #expect(begin("seventh", after: 4 + ShareGates.patience) != nil, "the sixth comes no more")
    fifth.leave()
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
    let gates = ShareGates(SharedPlaces(.mails))
    let now = OutboxBench.start
    let busy = gates.gate(of: "busy", now: now)
    busy.begin()
    for number in 0..<(3 * ShareGates.maximumCount) { _ = gates.gate(of: "\(number)", now: now) }
    #expect(gates.gate(of: "busy", now: now) === busy)
    let more = ShareGates(SharedPlaces(.mails))
    for number in 0..<ShareGates.maximumCount { more.gate(of: "\(number)", now: now).begin() }
    #expect(more.gate(of: "one more", now: now) === more.gate(of: "another", now: now))
  }

  // Fails when a gate is kept for the failures that it has seen.
  @Test("sides that were down make room for others once their pause is over")
  func afterFailures() {
    let gates = ShareGates(SharedPlaces(.mails))
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
    let gates = ShareGates(SharedPlaces(.mails))
    let now = OutboxBench.start
    let turns = await withTaskGroup(of: Instant?.self) { group in
      for _ in 0..<64 {
        group.addTask {
          if case .postponed(let turn) = gates.begin("one", of: "one", now: now) { turn } else { nil }
        }
      }
      return await group.reduce(into: [Instant?]()) { $0.append($1) }
    }
    #expect(turns.filter { $0 == nil }.count == ShareGates.concurrency)
    #expect(Set(turns.compactMap(\.?.milliseconds)).count == 64 - ShareGates.concurrency)
  }
}
