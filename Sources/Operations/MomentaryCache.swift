import Identity
import IdentityWire
import Synchronization

/// Values that were read from the store a moment ago.
final class MomentaryCache<Value: Sendable>: Sendable {
  private static var maximumCount: Int { 1_000 }

  private struct Entry {
    var value: Value
    var readAt: ContinuousClock.Instant
  }

  private let entries = Mutex<[String: Entry]>([:])

  /// What was read at most ``ProjectDirectory/cacheLifetime`` ago, or is read now. What is not there is
  /// asked for every time.
  func value(_ key: String, _ read: @Sendable () async throws(StoreError) -> Value?)
    async throws(WireError) -> Value?
  {
    let now = ContinuousClock.now
    let known = entries.withLock { $0[key] }
    if let known, now - known.readAt < .milliseconds(ProjectDirectory.cacheLifetime) { return known.value }
    let value: Value?
    do { value = try await read() } catch { throw WireError(error) }
    entries.withLock { entries in
      if entries.count > Self.maximumCount { entries.removeAll() }
      entries[key] = value.map { Entry(value: $0, readAt: now) }
    }
    return value
  }

  func removeAll() { entries.withLock { $0.removeAll() } }
}
