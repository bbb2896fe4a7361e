import Identity

/// The activity of users, for administrators.
public struct ActivityHistory: Sendable {
  private let store: any ActivityStore
  private let recorder: ActivityRecorder

  public init(store: any ActivityStore, recorder: ActivityRecorder) {
    self.store = store
    self.recorder = recorder
  }

  /// Returns the counts in a span of time. They include the last seconds of this node, but perhaps not those
  /// of other nodes. See ``ActivityStore/activity(in:by:from:until:)``.
  public func counts(
    in scope: Scope, by step: Activity.Step, from start: Instant, until end: Instant
  ) async throws(StoreError) -> [ActivityCount] {
    // If this fails, only the counts of the last few seconds are missing, and they are written later.
    _ = try? await recorder.flush()
    return try await store.activity(in: scope, by: step, from: start, until: end)
  }
}

/// How long counts are kept, in seconds.
public struct ActivityRetention: Sendable {
  /// Retention of hourly counts.
  public var hours: Int64
  /// Retention of daily counts; nil to keep them for ever.
  public var days: Int64?

  public init(hours: Int64 = 35 * 86_400, days: Int64? = 400 * 86_400) {
    self.hours = hours
    self.days = days
  }

  /// Deletes expired counts, at most `limit` rows of each step. Returns the number of deleted rows.
  package func prune(_ store: any ActivityStore, now: Instant, limit: Int) async throws(StoreError) -> Int {
    var count = try await store.pruneActivity(by: .hour, before: now.adding(seconds: -hours), limit: limit)
    if let days {
      count += try await store.pruneActivity(by: .day, before: now.adding(seconds: -days), limit: limit)
    }
    return count
  }
}
