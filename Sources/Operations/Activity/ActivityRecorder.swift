import Identity
import Synchronization

/// Counts what users do, for charts that a restart does not empty and that are right however many servers there are.
///
/// Counts are gathered in memory and added to the database's every few seconds, so that no sign-in waits for them. A
/// process that is lost takes the last seconds of its counts with it, and a write of which nobody learns whether it was
/// done is done again: they are not the audit log.
public final class ActivityRecorder: Sendable {
  /// How many different counts may wait: while the database is away, the memory that they take is bounded.
  static let maximumWaiting = 20_000
  /// Counts in one transaction.
  static let maximumBatch = 250

  private struct Key: Hashable {
    var scope: Scope
    var startsAt: Instant
    var activity: Activity
  }

  private struct State {
    var waiting: [Key: Int64] = [:]
    var dropped = 0
  }

  private let store: any AccountStore
  private let clock: any WallClock
  private let state = Mutex(State())

  public init(store: any AccountStore, clock: any WallClock) {
    self.store = store
    self.clock = clock
  }

  /// - Parameter scope: of a project, and a tenant, that there is: whoever could name others could fill the memory.
  public func count(_ activity: Activity, in scope: Scope) {
    let key = Key(scope: scope, startsAt: Activity.Step.hour.start(of: clock.now()), activity: activity)
    state.withLock { state in
      if state.waiting[key] == nil, state.waiting.count >= Self.maximumWaiting {
        state.dropped += 1
      } else {
        state.waiting[key, default: 0] += 1
      }
    }
  }

  /// Adds to the database what was counted since the last time. What could not be written waits for the next.
  ///
  /// - Returns: how much was left out since the last time, because too many different counts waited.
  @discardableResult
  public func flush() async throws(StoreError) -> Int {
    let (taken, dropped) = state.withLock { state in
      let taken = state
      state = State()
      return (taken.waiting, taken.dropped)
    }
    var rest = taken.map {
      ActivityCount($0.key.activity, in: $0.key.scope, startsAt: $0.key.startsAt, count: $0.value)
    }
    while !rest.isEmpty {
      do {
        try await store.apply([.countActivity(Array(rest.prefix(Self.maximumBatch)))])
      } catch {
        putBack(rest, dropped: dropped)
        throw error
      }
      rest.removeFirst(min(Self.maximumBatch, rest.count))
    }
    return dropped
  }

  private func putBack(_ counts: [ActivityCount], dropped: Int) {
    state.withLock { state in
      for count in counts {
        state.waiting[
          Key(scope: count.scope, startsAt: count.startsAt, activity: count.activity), default: 0] +=
          count.count
      }
      state.dropped += dropped
    }
  }
}
