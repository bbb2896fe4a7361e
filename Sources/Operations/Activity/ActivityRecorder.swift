import Identity
import Synchronization

/// Counts what users do, for charts that survive a restart and include all nodes.
///
/// Counts are gathered in memory and added to the database every few seconds, so that no sign-in waits for
/// them. A process that dies loses the last seconds of its counts. A write with an unknown outcome is
/// repeated and may count twice. For exact records see the audit log.
public final class ActivityRecorder: Sendable {
  /// The maximum number of different counts that wait. Bounds the memory while the database is unavailable.
  static let maximumWaiting = 20_000
  /// The number of counts in one transaction.
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

  /// - Parameter scope: an existing project or tenant. Arbitrary names from clients could fill the memory.
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

  /// Adds the counts since the last call to the database. Counts that cannot be written wait for the next
  /// call.
  ///
  /// - Returns: the number of events since the last call that were dropped because too many different counts
  ///   waited.
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
