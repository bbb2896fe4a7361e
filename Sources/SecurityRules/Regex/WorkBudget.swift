/// How much an evaluation may still do that does not show in the number of its expressions: comparing and
/// building values, matching patterns. Whatever goes through a text counts it by its bytes.
struct WorkBudget: Sendable {
  /// Steps, each some nanoseconds: all of them take less than a tenth of a second.
  static let standard = 5_000_000
  /// Bytes of a string, and elements of a list, set or map, that an expression may make.
  static let maximumValueSize = 1 << 20
  /// Elements of a list, set or map.
  static let maximumElements = maximumValueSize / 16

  private(set) var remaining: Int

  init(_ steps: Int = Self.standard) { remaining = steps }

  struct Exhausted: Error {}

  @inline(__always)
  mutating func spend(_ steps: Int) throws(Exhausted) {
    remaining -= steps
    if remaining < 0 { throw Exhausted() }
  }

  /// For bytes that are compared or copied.
  @inline(__always)
  mutating func spend(copying bytes: Int) throws(Exhausted) { try spend(bytes / 16) }

  /// For bytes that are looked at one after the other.
  @inline(__always)
  mutating func spend(reading bytes: Int) throws(Exhausted) { try spend(bytes / 4) }
}
