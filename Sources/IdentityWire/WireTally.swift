import Synchronization

/// Counts the texts that were read and the messages that were written. Tests use it to check that no request is read
/// twice. Optimised builds do not contain it.
package final class WireTally: Sendable {
  @TaskLocal package static var current: WireTally?

  private let noted = Mutex<(readings: [Int], writings: [Int])>(([], []))

  package init() {}

  /// The sizes in bytes of the texts read, in order.
  package var readings: [Int] { noted.withLock { $0.readings } }
  /// The sizes in bytes of the messages written, in order.
  package var writings: [Int] { noted.withLock { $0.writings } }

  /// - Returns: true, for use in an assertion.
  static func noteReading(_ bytes: Int) -> Bool {
    current?.noted.withLock { $0.readings.append(bytes) }
    return true
  }

  /// - Returns: true, for use in an assertion.
  static func noteWriting(_ bytes: Int) -> Bool {
    current?.noted.withLock { $0.writings.append(bytes) }
    return true
  }
}
