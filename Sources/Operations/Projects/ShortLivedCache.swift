import Identity
import IdentityWire
import Synchronization

/// Caches values from the store for a moment.
final class ShortLivedCache<Value: Sendable>: Sendable {
  private static var maximumCount: Int { 1_000 }

  private struct Entry {
    var value: Value
    var readAt: ContinuousClock.Instant
  }

  private struct State {
    var entries: [String: Entry] = [:]
    /// The number of calls of ``removeAll()``.
    var generation = 0
  }

  private let state = Mutex(State())

  /// Returns a value that was read at most ``ProjectDirectory/cacheLifetime`` ago. Never reads.
  func known(_ key: String) -> Value? {
    let entry = state.withLock { $0.entries[key] }
    return entry.flatMap { Self.isFresh($0, ContinuousClock.now) ? $0.value : nil }
  }

  private static func isFresh(_ entry: Entry, _ now: ContinuousClock.Instant) -> Bool {
    now - entry.readAt < .milliseconds(ProjectDirectory.cacheLifetime)
  }

  /// Returns a value that was read at most ``ProjectDirectory/cacheLifetime`` ago, or reads it. Missing
  /// values are not cached.
  func value(_ key: String, _ read: @Sendable () async throws(StoreError) -> Value?)
    async throws(IdentityError) -> Value?
  {
    let now = ContinuousClock.now
    let (known, generation) = state.withLock { ($0.entries[key], $0.generation) }
    if let known, Self.isFresh(known, now) { return known.value }
    let value: Value?
    do { value = try await read() } catch { throw IdentityError(error) }
    state.withLock { state in
      guard state.generation == generation else { return }
      if state.entries.count > Self.maximumCount { state.entries.removeAll() }
      state.entries[key] = value.map { Entry(value: $0, readAt: now) }
    }
    return value
  }

  /// Discards reads in flight, too: they may be stale.
  func removeAll() {
    state.withLock { state in
      state.entries.removeAll()
      state.generation += 1
    }
  }
}
