import Synchronization

/// Counts the texts that are read and the messages that are written, so that tests can say that no request is read twice.
/// In debug builds alone: nothing of it is in an optimised program.
package final class WireTally: Sendable {
  @TaskLocal package static var current: WireTally?

  private let noted = Mutex<(readings: [Int], writings: [Int])>(([], []))

  package init() {}

  /// The bytes of each text that was read, in its turn.
  package var readings: [Int] { noted.withLock { $0.readings } }
  /// The bytes of each message that was written.
  package var writings: [Int] { noted.withLock { $0.writings } }

  /// - Returns: true, to stand in an assertion.
  static func noteReading(_ bytes: Int) -> Bool {
    current?.noted.withLock { $0.readings.append(bytes) }
    return true
  }

  /// - Returns: true, to stand in an assertion.
  static func noteWriting(_ bytes: Int) -> Bool {
    current?.noted.withLock { $0.writings.append(bytes) }
    return true
  }
}
