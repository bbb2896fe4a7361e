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

  private struct State {
    var queue: [@Sendable () -> Void] = []
    var head = 0
    var isClosed = false
    var waiting: Int { queue.count - head }
  }

  private let state = Mutex(State())
  private let wake = DispatchSemaphore(value: 0)
  private let maximumQueued: Int
  private let threadCount: Int

  /// - Parameters:
  ///   - threads: how much runs at once.
  ///   - maximumQueued: how much may wait beside what runs.
  public init(name: String, threads: Int, maximumQueued: Int) {
    precondition(threads > 0 && maximumQueued > 0)
    self.maximumQueued = maximumQueued
    threadCount = threads
    for index in 0..<threads {
      let thread = Thread { [self] in runUntilClosed() }
      thread.name = "\(name)-\(index)"
      thread.stackSize = 1 << 20
      thread.start()
    }
  }

  /// How many pieces of work wait for a thread.
  public var queued: Int { state.withLock(\.waiting) }

  /// Runs `work` on a thread of the pool.
  ///
  /// - Throws: ``Failure`` when it was not accepted; what `work` throws.
  public func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      let refusal: Failure? = state.withLock { state in
        if state.isClosed { return .closed }
        if state.waiting >= maximumQueued { return .overloaded(retryAfter: 1) }
        state.queue.append { continuation.resume(with: Result { try work() }) }
        return nil
      }
      if let refusal {
        continuation.resume(throwing: refusal)
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
