import Crypto
import Foundation
import Synchronization

/// A master key of 32 random bytes. The keys for all purposes are derived from it.
public struct MasterKey: Sendable, Equatable {
  private let key: SymmetricKey

  public init(_ bytes: some ContiguousBytes) throws(SecretBox.Failure) {
    let key = SymmetricKey(data: bytes)
    guard key.bitCount == 256 else { throw .malformedKey }
    self.key = key
  }

  /// Reads a key in the format of key files and environment variables: base64, optionally with a line end.
  public init(base64 text: String) throws(SecretBox.Failure) {
    guard let bytes = Data(base64Encoded: text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      throw .malformedKey
    }
    try self.init(bytes)
  }

  func key(for context: String) -> SymmetricKey {
    HKDF<SHA256>.deriveKey(
      inputKeyMaterial: key, info: Data("latchkey/\(context)".utf8), outputByteCount: 32)
  }
}

/// The current master keys: one key that seals, and other keys that still open.
public final class MasterKeys: Sendable {
  public struct Snapshot: Sendable, Equatable {
    public var current: MasterKey
    public var others: [MasterKey]

    public init(current: MasterKey, others: [MasterKey] = []) {
      self.current = current
      self.others = others
    }

    var all: [MasterKey] { [current] + others }
  }

  private struct State {
    var snapshot: Snapshot
    var readAt: ContinuousClock.Instant
  }

  /// The maximum time until a change of the key files is noticed.
  public static let interval = Duration.seconds(3)
  /// The minimum time between two reads that are caused by data that no key opens. Anyone may send such
  /// data.
  private static let floor = Duration.milliseconds(20)

  private let state: Mutex<State>
  /// Locked while the keys are reloaded: callers that need the keys wait.
  private let reading = Mutex(())
  private let read: (@Sendable () -> Snapshot?)?

  /// Creates fixed keys.
  public init(fixed current: MasterKey, others: [MasterKey] = []) {
    state = Mutex(State(snapshot: .init(current: current, others: others), readAt: .now))
    read = nil
  }

  /// Creates keys that are reloaded from time to time.
  ///
  /// - Parameter read: returns nil if the keys cannot be read now. The known keys are then kept.
  public convenience init(_ snapshot: Snapshot, read: @escaping @Sendable () -> Snapshot?) {
    self.init(snapshot, readAt: .now, read: read)
  }

  init(_ snapshot: Snapshot, readAt: ContinuousClock.Instant, read: @escaping @Sendable () -> Snapshot?) {
    state = Mutex(State(snapshot: snapshot, readAt: readAt))
    self.read = read
  }

  /// The key that seals.
  var current: MasterKey {
    if isDue(after: Self.interval) {
      reading.withLock { _ in if isDue(after: Self.interval) { readAnew() } }
    }
    return snapshot.current
  }

  var snapshot: Snapshot { state.withLock(\.snapshot) }

  /// Reloads the keys, if the keys of a snapshot did not open some data.
  ///
  /// - Returns: the reloaded keys; nil if they are the same.
  func snapshot(after tried: Snapshot) -> Snapshot? {
    reading.withLock { _ in
      // Another caller may have reloaded the keys since.
      if snapshot == tried, isDue(after: Self.floor) { readAnew() }
    }
    let latest = snapshot
    return latest == tried ? nil : latest
  }

  private func isDue(after age: Duration) -> Bool {
    read != nil && state.withLock { ContinuousClock.now - $0.readAt >= age }
  }

  /// Reloads the keys. Call this method only while ``reading`` is locked.
  private func readAnew() {
    guard let read else { return }
    let latest = read()
    state.withLock { state in
      state.readAt = .now
      if let latest { state.snapshot = latest }
    }
  }
}
