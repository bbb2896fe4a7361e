import Foundation
import Synchronization

/// Threads for work that keeps a core busy (password hashing, RSA), apart from the event loops, with a
/// bounded queue: past the bound work is refused at once instead of making everyone wait.
public final class WorkPool: Sendable {
  public enum Failure: Error {
    /// The queue is full. `retryAfter` is a guess in seconds at when it will not be.
    case overloaded(retryAfter: Int)
    case closed
  }

  /// Room for one piece of work at a time, taken before it is known what the work is: whoever writes something
  /// first does not do so for work that is refused.
  ///
  /// It is given back by ``leave()``, or with the last reference to it.
  public final class Place: Sendable {
    fileprivate let pool: WorkPool
    private let shares: [Share]
    private let isTaken = Mutex(true)

    fileprivate init(_ pool: WorkPool, _ shares: [Share]) {
      self.pool = pool
      self.shares = shares
    }

    deinit { leave() }

    /// Runs `work` on a thread of the pool; one piece after the other, as often as need be.
    ///
    /// - Throws: ``WorkPool/Failure/closed``; what `work` throws.
    public func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
      defer { withExtendedLifetime(self) {} }
      return try await pool.enqueue(work)
    }

    /// Lets somebody else in. Nothing is run in the place afterwards.
    public func leave() {
      let wasTaken = isTaken.withLock { isTaken in
        defer { isTaken = false }
        return isTaken
      }
      guard wasTaken else { return }
      pool.state.withLock { state in
        state.places -= 1
        for share in shares { state.release(share) }
      }
    }
  }

  /// Somebody who may hold only a part of the places at a time, so that the others find some.
  public struct Share: Hashable, Sendable {
    /// Who it is. A name and a digest, never the text of an address or a password.
    public var holder: String
    /// Of the places; at least one may always be held.
    public var part: Part

    public enum Part: Int, Sendable {
      case half = 2
      case quarter = 4
    }

    public init(_ holder: String, _ part: Part) {
      self.holder = holder
      self.part = part
    }
  }

  private struct State {
    var queue: [@Sendable () -> Void] = []
    var head = 0
    var isClosed = false
    /// Taken, by what runs, what waits, and what is still to come.
    var places = 0
    /// Of these, how many each holds.
    var held: [Share: Int] = [:]
    var waiting: Int { queue.count - head }

    mutating func release(_ share: Share) {
      guard let count = held[share] else { return }
      held[share] = count > 1 ? count - 1 : nil
    }
  }

  private let state = Mutex(State())
  private let wake = DispatchSemaphore(value: 0)
  private let maximumQueued: Int
  private let threadCount: Int
  /// Nil where the threads are not nice.
  private let relay: Relay?
  private let running: Mutex<Int>

  /// - Parameters:
  ///   - threads: how much runs at once.
  ///   - maximumQueued: how much may wait beside what runs, places included in which nothing runs yet.
  ///   - niceness: how readily the threads leave their cores to others.
  public init(name: String, threads: Int, maximumQueued: Int, niceness: ThreadNiceness = .none) {
    precondition(threads > 0 && maximumQueued > 0)
    self.maximumQueued = maximumQueued
    threadCount = threads
    relay = niceness.isNone ? nil : Relay(name: "\(name)-results")
    running = Mutex(threads)
    for index in 0..<threads {
      let thread = Thread { [self] in
        niceness.apply()
        runUntilClosed()
        let isLast = running.withLock { running in
          running -= 1
          return running == 0
        }
        if isLast { relay?.end() }
      }
      thread.name = "\(name)-\(index)"
      thread.stackSize = 1 << 20
      thread.start()
    }
  }

  /// How many pieces of work wait for a thread.
  public var queued: Int { state.withLock(\.waiting) }

  /// Takes room for what is still to come.
  ///
  /// - Parameter shares: of whom the place is, each of whom must not hold their part of all places already.
  /// - Throws: ``Failure`` when there is none.
  public func place(of shares: [Share] = []) throws(Failure) -> Place {
    let capacity = threadCount + maximumQueued
    let refusal: Failure? = state.withLock { state in
      if state.isClosed { return .closed }
      guard state.places < capacity,
        shares.allSatisfy({ state.held[$0, default: 0] < max(1, capacity / $0.part.rawValue) })
      else { return .overloaded(retryAfter: 1) }
      state.places += 1
      for share in shares { state.held[share, default: 0] += 1 }
      return nil
    }
    if let refusal { throw refusal }
    return Place(self, shares)
  }

  /// Runs `work` on a thread of the pool.
  ///
  /// - Throws: ``Failure`` when it was not accepted; what `work` throws.
  public func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    let place = try place()
    defer { place.leave() }
    return try await place.run(work)
  }

  private func enqueue<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value
  {
    try await withCheckedThrowingContinuation { continuation in
      let isClosed = state.withLock { state in
        if !state.isClosed {
          state.queue.append { [relay] in
            let result = Result { try work() }
            if let relay {
              relay.hand { continuation.resume(with: result) }
            } else {
              continuation.resume(with: result)
            }
          }
        }
        return state.isClosed
      }
      if isClosed {
        continuation.resume(throwing: Failure.closed)
      } else {
        wake.signal()
      }
    }
  }

  /// What waits is still done; nothing new is accepted.
  public func close() {
    state.withLock { $0.isClosed = true }
    for _ in 0..<threadCount { wake.signal() }
  }

  private func runUntilClosed() {
    while true {
      wake.wait()
      let work: (@Sendable () -> Void)? = state.withLock { state in
        guard state.waiting > 0 else { return nil }
        let next = state.queue[state.head]
        // What the work holds, a password perhaps, must not outlive it.
        state.queue[state.head] = {}
        state.head += 1
        if state.head > 64 {
          state.queue.removeFirst(state.head)
          state.head = 0
        }
        return next
      }
      if let work {
        work()
      } else if state.withLock({ $0.isClosed && $0.waiting == 0 }) {
        return
      }
    }
  }
}
