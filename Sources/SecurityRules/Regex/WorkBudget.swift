/// Bounds the work of an evaluation that the number of expressions does not measure: comparing and building
/// values, and matching patterns. Operations on texts count by bytes.
struct WorkBudget: Sendable {
  /// The initial number of steps. One step takes some nanoseconds, and all steps together take less than a tenth of a
  /// second.
  static let standard = 5_000_000
  /// The maximum size of a new value: bytes of a string, or elements of a list, set or map.
  static let maximumValueSize = 1 << 20
  /// The maximum number of elements of a list, set or map.
  static let maximumElements = maximumValueSize / 16

  private(set) var remaining: Int

  init(_ steps: Int = Self.standard) { remaining = steps }

  struct Exhausted: Error {}

  @inline(__always)
  mutating func spend(_ steps: Int) throws(Exhausted) {
    remaining -= steps
    if remaining < 0 { throw Exhausted() }
  }

  /// Spends steps for bytes that are compared or copied.
  @inline(__always)
  mutating func spend(copying bytes: Int) throws(Exhausted) { try spend(bytes / 16) }

  /// Spends steps for bytes that are inspected one by one.
  @inline(__always)
  mutating func spend(reading bytes: Int) throws(Exhausted) { try spend(bytes / 4) }
}
