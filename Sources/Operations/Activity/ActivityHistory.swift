import Identity

/// What users did, as administrators look at it.
public struct ActivityHistory: Sendable {
  private let store: any ActivityStore
  private let recorder: ActivityRecorder

  public init(store: any ActivityStore, recorder: ActivityRecorder) {
    self.store = store
    self.recorder = recorder
  }

  /// What was counted in a span of time, with the last seconds of this server; other servers' may be missing. See
  /// ``ActivityStore/activity(in:by:from:until:)``.
  public func counts(
    in scope: Scope, by step: Activity.Step, from start: Instant, until end: Instant
  ) async throws(StoreError) -> [ActivityCount] {
    // What cannot be added now is a few seconds' worth, and waits.
    _ = try? await recorder.flush()
    return try await store.activity(in: scope, by: step, from: start, until: end)
  }
}

/// For how long counts are kept, in seconds.
public struct ActivityRetention: Sendable {
  /// By the hour.
  public var hours: Int64
  /// By the day; nil for ever.
  public var days: Int64?

  public init(hours: Int64 = 35 * 86_400, days: Int64? = 400 * 86_400) {
    self.hours = hours
    self.days = days
  }

  /// Deletes what has had its time, at most `limit` rows of each step, and says how many went.
  package func prune(_ store: any ActivityStore, now: Instant, limit: Int) async throws(StoreError) -> Int {
    var count = try await store.pruneActivity(by: .hour, before: now.adding(seconds: -hours), limit: limit)
    if let days {
      count += try await store.pruneActivity(by: .day, before: now.adding(seconds: -days), limit: limit)
    }
    return count
  }
}
