import Foundation
import Synchronization

/// Threads for work that occupies a core (password hashing, RSA), separate from the event loops. The queue is bounded:
/// if it is full, new work is refused at once, so that other work does not wait too long.
public final class WorkPool: Sendable {
  public enum Failure: Error {
    /// The queue is full. `retryAfter` is an estimate in seconds.
    case overloaded(retryAfter: Int)
    case closed
  }

  /// A reserved place in the pool for one piece of work at a time. A caller reserves it before the work is known, so
  /// that the caller writes nothing if the work would be refused.
  ///
  /// ``leave()`` returns the place. So does the release of the last reference to it.
  public final class Place: Sendable {
    fileprivate let pool: WorkPool
    private let shares: [Share]
    private let project: String?
    private let isTaken = Mutex(true)

    fileprivate init(_ pool: WorkPool, _ shares: [Share], of project: String?) {
      self.pool = pool
      self.shares = shares
      self.project = project
    }

    deinit { leave() }

    /// Runs `work` on a thread of the pool. It may be called repeatedly, for one piece of work after another.
    ///
    /// - Throws: ``WorkPool/Failure/closed``; the errors of `work`.
    public func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
      defer { withExtendedLifetime(self) {} }
      return try await pool.enqueue(work, of: project)
    }

    /// Returns the place to the pool. Afterwards, nothing may be run in the place.
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

  /// Limits one holder to a part of all places, so that some places are left for others.
  public struct Share: Hashable, Sendable {
    /// Identifies the holder by a name and a digest, never by the text of an address or password.
    public var holder: String
    /// The holder's maximum part of all places. Every holder may have at least one place.
    public var part: Part

    public enum Part: Sendable {
      case threeQuarters
      case half
      case quarter

      /// The number of places in a pool of a size.
      func places(of size: Int) -> Int {
        switch self {
        case .threeQuarters: max(1, size - max(1, size / 4))
        case .half: max(1, size / 2)
        case .quarter: max(1, size / 4)
        }
      }
    }

    public init(_ holder: String, _ part: Part) {
      self.holder = holder
      self.part = part
    }
  }

  private struct State {
    /// The waiting work, in lanes by project.
    var queue = FairQueue<@Sendable () -> Void>()
    var isClosed = false
    /// The number of reserved places: for running work, waiting work, and work that was not submitted yet.
    var places = 0
    /// The number of pieces of work that were submitted since the start.
    var submitted = 0
    /// The number of places that each share has reserved.
    var held: [Share: Int] = [:]

    mutating func release(_ share: Share) {
      guard let count = held[share] else { return }
      held[share] = count > 1 ? count - 1 : nil
    }
  }

  private let state = Mutex(State())
  private let wake = DispatchSemaphore(value: 0)
  private let maximumQueued: Int
  private let threadCount: Int
  /// Resumes the tasks that wait for work; nil if the threads have normal priority.
  private let relay: Relay?
  private let running: Mutex<Int>

  /// - Parameters:
  ///   - threads: the number of pieces of work that run at once.
  ///   - maximumQueued: the number of pieces of work that may wait, including reserved places without work.
  ///   - niceness: the nice value of the threads.
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

  /// The number of pieces of work that wait for a thread.
  public var queued: Int { state.withLock(\.queue.count) }
  /// The number of pieces of work that were submitted since the start, whether they are done or not.
  public var submitted: Int { state.withLock(\.submitted) }

  /// Reserves a place for work that is submitted later.
  ///
  /// - Parameters:
  ///   - shares: the shares that the place counts for. None of them may have used up its part of all places.
  ///   - project: the project whose work it is. It has a share of its own, and its work takes turns with the work of other
  ///     projects. Nil for the operator's own work.
  /// - Throws: ``Failure`` if no place is free.
  public func place(of shares: [Share] = [], in project: String? = nil) throws(Failure) -> Place {
    let capacity = threadCount + maximumQueued
    let shares = shares + (project.map { [Share("project \($0)", .threeQuarters)] } ?? [])
    let refusal: Failure? = state.withLock { state in
      if state.isClosed { return .closed }
      guard state.places < capacity,
        shares.allSatisfy({ state.held[$0, default: 0] < $0.part.places(of: capacity) })
      else { return .overloaded(retryAfter: 1) }
      state.places += 1
      for share in shares { state.held[share, default: 0] += 1 }
      return nil
    }
    if let refusal { throw refusal }
    return Place(self, shares, of: project)
  }

  /// Runs `work` on a thread of the pool.
  ///
  /// - Throws: ``Failure`` if the work was not accepted; the errors of `work`.
  public func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    let place = try place()
    defer { place.leave() }
    return try await place.run(work)
  }

  private func enqueue<Value: Sendable>(
    _ work: @escaping @Sendable () throws -> Value, of project: String?
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      let isClosed = state.withLock { state in
        if !state.isClosed {
          state.submitted += 1
          let piece: @Sendable () -> Void = { [relay] in
            let result = Result { try work() }
            if let relay {
              relay.hand { continuation.resume(with: result) }
            } else {
              continuation.resume(with: result)
            }
          }
          state.queue.append(piece, to: project ?? "")
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

  /// Closes the pool. Waiting work is still done; new work is refused.
  public func close() {
    state.withLock { $0.isClosed = true }
    for _ in 0..<threadCount { wake.signal() }
  }

  private func runUntilClosed() {
    while true {
      wake.wait()
      let work = state.withLock { $0.queue.popFirst() }
      if let work {
        work()
      } else if state.withLock({ $0.isClosed && $0.queue.count == 0 }) {
        return
      }
    }
  }
}
