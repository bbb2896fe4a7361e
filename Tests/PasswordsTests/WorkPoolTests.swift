import Foundation
import Synchronization
import Testing
import WorkPool

@Suite("The work pool", .timeLimit(.minutes(15)))
struct WorkPoolTests {
  struct Broken: Error, Equatable {}

  @Test("returns what the work returns and throws what it throws")
  func results() async throws {
    let pool = WorkPool(name: "test", threads: 2, maximumQueued: 4)
    defer { pool.close() }
    #expect(try await pool.run { 6 * 7 } == 42)
    await #expect(throws: Broken()) { try await pool.run { throw Broken() } }
    #expect(try await pool.run { true })
  }

  @Test("runs as much at once as it has threads, queues to its bound, and refuses the rest at once")
  func bound() async throws {
    let pool = WorkPool(name: "test", threads: 2, maximumQueued: 3)
    defer { pool.close() }
    let gate = Gate()
    var accepted = (0..<2).map { _ in Task { try await pool.run { gate.enterAndWait() } } }
    try await gate.entered(times: 2)
    accepted += (0..<3).map { _ in Task { try await pool.run { gate.enterAndWait() } } }
    while pool.queued < 3 { try await pause() }
    for _ in 0..<10 {
      await #expect {
        try await pool.run {}
      } throws: { error in
        if case WorkPool.Failure.overloaded(retryAfter: 1) = error { true } else { false }
      }
    }
    gate.open(times: 5)
    for task in accepted { try await task.value }
    #expect(try await pool.run { 1 } == 1)
  }

  @Test("keeps a place until it is left or let go, and runs what comes in it however full the pool is")
  func places() async throws {
    let pool = WorkPool(name: "test", threads: 1, maximumQueued: 2)
    defer { pool.close() }
    let first = try pool.place()
    var second: WorkPool.Place? = try pool.place()
    let third = try pool.place()
    #expect(throws: WorkPool.Failure.self) { try pool.place() }
    await #expect(throws: WorkPool.Failure.self) { try await pool.run {} }
    for index in 0..<5 { #expect(try await first.run { index } == index) }
    first.leave()
    first.leave()
    let fourth = try pool.place()
    #expect(throws: WorkPool.Failure.self) { try pool.place() }
    #expect(try await second?.run { true } == true)
    second = nil
    #expect(try await pool.run { 1 } == 1)
    withExtendedLifetime((third, fourth)) {}
  }

  @Test("lets a share hold its part of the places, and gives back what it leaves")
  func shares() throws {
    let pool = WorkPool(name: "test", threads: 1, maximumQueued: 7)
    defer { pool.close() }
    let ann = WorkPool.Share("ann", .quarter)
    let network = WorkPool.Share("network", .half)
    let held = try (0..<2).map { _ in try pool.place(of: [ann, network]) }
    #expect(throws: WorkPool.Failure.self) { try pool.place(of: [ann]) }
    let more = try (0..<2).map { _ in try pool.place(of: [network]) }
    // What is refused for one share counts for no other.
    for _ in 0..<3 {
      #expect(throws: WorkPool.Failure.self) { try pool.place(of: [.init("bob", .quarter), network]) }
    }
    let bob = try (0..<2).map { _ in try pool.place(of: [.init("bob", .quarter)]) }
    held[0].leave()
    held[0].leave()
    _ = try pool.place(of: [ann, network])
    let rest = try (0..<3).map { _ in try pool.place() }
    #expect(throws: WorkPool.Failure.self) { try pool.place() }
    withExtendedLifetime((held, more, bob, rest)) {}
    let tiny = WorkPool(name: "tiny", threads: 1, maximumQueued: 1)
    defer { tiny.close() }
    // However small the pool is, everybody may have one.
    let one = try tiny.place(of: [ann])
    withExtendedLifetime(one) {}
  }

  @Test("takes work in the order of its arrival")
  func order() async throws {
    let pool = WorkPool(name: "test", threads: 1, maximumQueued: 300)
    defer { pool.close() }
    let gate = Gate()
    let order = Log()
    async let blocker: Void = pool.run { gate.enterAndWait() }
    try await gate.entered()
    var waiting: [Task<Void, any Error>] = []
    for index in 0..<200 {
      waiting.append(Task { try await pool.run { order.append(index) } })
      while pool.queued <= index { try await pause() }
    }
    gate.open()
    try await blocker
    for task in waiting { try await task.value }
    #expect(order.values == Array(0..<200))
  }

  @Test("finishes what waits when it is closed, and takes nothing new")
  func closing() async throws {
    let pool = WorkPool(name: "test", threads: 1, maximumQueued: 4)
    let gate = Gate()
    async let blocker: Void = pool.run { gate.enterAndWait() }
    try await gate.entered()
    async let waiting = pool.run { "done" }
    while pool.queued == 0 { try await pause() }
    pool.close()
    await #expect {
      try await pool.run {}
    } throws: { error in
      if case WorkPool.Failure.closed = error { true } else { false }
    }
    gate.open()
    try await blocker
    #expect(try await waiting == "done")
  }

  @Test("lets go of what the work held as soon as it is done")
  func release() async throws {
    let pool = WorkPool(name: "test", threads: 1, maximumQueued: 4)
    defer { pool.close() }
    let held = Weak()
    do {
      let password = Held()
      held.set(password)
      try await pool.run { _ = password }
    }
    while held.isAlive { try await pause() }
  }
}

private final class Log: Sendable {
  private let state = Mutex<[Int]>([])
  var values: [Int] { state.withLock { $0 } }
  func append(_ value: Int) { state.withLock { $0.append(value) } }
}

private final class Held: Sendable {}

private final class Weak: Sendable {
  private struct Box { weak var held: Held? }
  private let state = Mutex(Box())
  var isAlive: Bool { state.withLock { $0.held != nil } }
  func set(_ held: Held) { state.withLock { $0.held = held } }
}
