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
  private let read: (@Sendable () -> Snapshot?)?

  /// Keys that stay.
  public init(fixed current: MasterKey, others: [MasterKey] = []) {
    state = Mutex(State(snapshot: .init(current: current, others: others), readAt: .now))
    read = nil
  }

  /// Keys that are read anew from time to time.
  ///
  /// - Parameter read: nil when they cannot be read now; what was known stays.
  public init(_ snapshot: Snapshot, read: @escaping @Sendable () -> Snapshot?) {
    state = Mutex(State(snapshot: snapshot, readAt: .now))
    self.read = read
  }

  var current: MasterKey {
    _ = readAnew(after: Self.interval)
    return state.withLock(\.snapshot.current)
  }

  var all: [MasterKey] { state.withLock { [$0.snapshot.current] + $0.snapshot.others } }

  /// - Returns: whether there are other keys than before.
  func readAnew() -> Bool { readAnew(after: Self.floor) }

  private func readAnew(after age: Duration) -> Bool {
    guard let read else { return false }
    let isDue = state.withLock { state in
      guard ContinuousClock.now - state.readAt >= age else { return false }
      state.readAt = .now
      return true
    }
    guard isDue, let snapshot = read() else { return false }
    return state.withLock { state in
      defer { state.snapshot = snapshot }
      return state.snapshot != snapshot
    }
  }
}
