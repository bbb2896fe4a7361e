import Foundation
import IdentityWire
import SecurityRules
import Testing

/// Texts whose comparison, case or division into characters costs a careless program more than their length.
enum CostlyText: String, CaseIterable {
  case letters, marks, joinedEmoji, jamo, lineBreaks, flags, capitals

  private var unit: String {
    switch self {
    case .letters: "a"
    case .marks: "\u{301}\u{316}"
    case .joinedEmoji: "\u{1F469}\u{200D}"
    case .jamo: "\u{1100}\u{1161}\u{11A8}"
    case .lineBreaks: "\r\n"
    case .flags: "\u{1F1EF}"
    case .capitals: "\u{130}\u{390}"
    }
  }

  /// About so many bytes.
  func text(_ bytes: Int) -> String { String(repeating: unit, count: bytes / unit.utf8.count) }
}

/// Processor time of this thread: however busy the machine is with other things, that is the same.
enum ProcessorTime {
  static func seconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The least of a few measurements.
  static func least(of count: Int = 3, _ body: () -> Void) -> Double {
    (0..<count).map { _ in
      let start = seconds()
      body()
      return seconds() - start
    }.min() ?? 0
  }

  /// Expects of work on a text and on one sixteen times as long that it takes sixteen times as long, or somewhat more.
  static func expectLinear(
    _ name: String, sourceLocation: SourceLocation = #_sourceLocation, short: () -> Void, long: () -> Void
  ) {
    let first = least(of: 1, long)
    // Whatever the shorter one takes.
    guard first > 32 * remarkable else { return }
    let base = least(short)
    let time = min(first, least(of: 2, long))
    #expect(
      time <= 32 * max(base, remarkable), "\(name): \(base) s, then \(time) s", sourceLocation: sourceLocation
    )
    #expect(time < 5, "\(name): \(time) s", sourceLocation: sourceLocation)
  }

  /// Seconds below which the shorter text makes no difference.
  private static let remarkable = 0.001
}
