import Crypto
import Foundation
import Synchronization

/// 32 random bytes, from which the keys of all purposes are derived.
public struct MasterKey: Sendable, Equatable {
  private let key: SymmetricKey

  public init(_ bytes: some ContiguousBytes) throws(SecretBox.Failure) {
    let key = SymmetricKey(data: bytes)
    guard key.bitCount == 256 else { throw .malformedKey }
    self.key = key
  }

  /// As files and environments have it: base64, maybe with a line end.
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

/// The master keys of a moment: the one that seals, and others that still open.
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

  /// For how long a change of the files may go unnoticed.
  public static let interval = Duration.seconds(3)
  /// Between two readings for the sake of what does not open, which anybody may bring.
  private static let floor = Duration.milliseconds(20)

  private let state: Mutex<State>
  /// Held while the keys are read anew: who needs them then waits for them.
  private let reading = Mutex(())
  private let read: (@Sendable () -> Snapshot?)?

  /// Keys that stay.
  public init(fixed current: MasterKey, others: [MasterKey] = []) {
    state = Mutex(State(snapshot: .init(current: current, others: others), readAt: .now))
    read = nil
  }

  /// Keys that are read anew from time to time.
  ///
  /// - Parameter read: nil when they cannot be read now; what was known stays.
  public convenience init(_ snapshot: Snapshot, read: @escaping @Sendable () -> Snapshot?) {
    self.init(snapshot, readAt: .now, read: read)
  }

  init(_ snapshot: Snapshot, readAt: ContinuousClock.Instant, read: @escaping @Sendable () -> Snapshot?) {
    state = Mutex(State(snapshot: snapshot, readAt: readAt))
    self.read = read
  }

  /// The one that seals.
  var current: MasterKey {
    if isDue(after: Self.interval) {
      reading.withLock { _ in if isDue(after: Self.interval) { readAnew() } }
    }
    return snapshot.current
  }

  var snapshot: Snapshot { state.withLock(\.snapshot) }

  /// The keys to try when those of a moment open nothing.
  ///
  /// - Returns: nil when there are no others.
  func snapshot(after tried: Snapshot) -> Snapshot? {
    reading.withLock { _ in
      // Somebody else may have read them since.
      if snapshot == tried, isDue(after: Self.floor) { readAnew() }
    }
    let latest = snapshot
    return latest == tried ? nil : latest
  }

  private func isDue(after age: Duration) -> Bool {
    read != nil && state.withLock { ContinuousClock.now - $0.readAt >= age }
  }

  /// To be called while ``reading`` is held.
  private func readAnew() {
    guard let read else { return }
    let latest = read()
    state.withLock { state in
      state.readAt = .now
      if let latest { state.snapshot = latest }
    }
  }
}
