import Foundation

/// Turns bytes from outside into text. All of them come through here.
///
/// Swift compares and hashes strings by canonical equivalence, and sorts each run of non-starters in time that grows
/// with the square of its length. In the stream-safe text format no run is longer than 30 (UAX #15, UAX15-D3), and
/// what is done with such text costs time in proportion to its bytes.
public enum StreamSafeText {
  /// In a row, in the text's compatibility decomposition.
  public static let maximumNonStarters = 30

  /// - Returns: nil for bytes that are not UTF-8, and for text that is not stream-safe.
  public static func decode(_ bytes: some Collection<UInt8>) -> String? {
    guard let text = String(validating: bytes, as: UTF8.self), accepts(text) else { return nil }
    return text
  }

  /// True if the text is stream-safe.
  public static func accepts(_ text: String) -> Bool {
    guard text.utf8.count >= shortestRefused, text.utf8.hasByte(from: firstByteOfNonStarters) else {
      return true
    }
    var run = Run()
    for scalar in text.unicodeScalars where !run.allows(scalar) { return false }
    return true
  }

  /// U+0344 counts twice and has two bytes.
  private static let shortestRefused = 32

  /// The first byte of U+0300, the lowest non-starter.
  private static let firstByteOfNonStarters: UInt8 = 0xCC

  /// Non-starters since the last starter.
  private struct Run {
    private var starter: Unicode.Scalar?
    private var length = 0
    /// How many of them the decomposition of the starter ends with. Nil before the run is long enough to ask.
    private var inherited: Int?

    mutating func allows(_ scalar: Unicode.Scalar) -> Bool {
      let count = scalar.nonStarters
      guard count > 0 else {
        self = Run(starter: scalar)
        return true
      }
      length += count
      // No starter ends with more than three.
      guard length > maximumNonStarters - 3 else { return true }
      let inherited = inherited ?? starter?.trailingNonStarters ?? 0
      self.inherited = inherited
      return length + inherited <= maximumNonStarters
    }

    init(starter: Unicode.Scalar? = nil) { self.starter = starter }
  }
}

extension Unicode.Scalar {
  /// How many non-starters the scalar's compatibility decomposition is; 0 where it has a starter.
  fileprivate var nonStarters: Int {
    switch value {
    case ..<0x300: 0
    // The only ones whose number is not told by their own combining class.
    case 0x344, 0xF73, 0xF75, 0xF81: 2
    case 0xFF9E, 0xFF9F: 1
    default: properties.canonicalCombiningClass == .notReordered ? 0 : 1
    }
  }

  /// How many non-starters a starter's compatibility decomposition ends with: `é` is `e` and one.
  fileprivate var trailingNonStarters: Int {
    String(self).decomposedStringWithCompatibilityMapping.unicodeScalars.reversed()
      .prefix { $0.properties.canonicalCombiningClass != .notReordered }.count
  }
}

extension String.UTF8View {
  /// True if a byte is at least so large.
  func hasByte(from smallest: UInt8) -> Bool {
    let found = withContiguousStorageIfAvailable { bytes in
      for byte in bytes where byte >= smallest { return true }
      return false
    }
    return found ?? contains { $0 >= smallest }
  }
}

extension StringProtocol {
  /// The beginning of the text, at most so many bytes of UTF-8, cut between Unicode scalars. A `Character` may be
  /// as long as the whole text.
  public func prefix(utf8Bytes maximum: Int) -> String {
    var bytes = Array(utf8.prefix(maximum + 1))
    guard bytes.count > maximum else { return String(self) }
    while let last = bytes.popLast(), last & 0xC0 == 0x80 {}
    return String(decoding: bytes, as: UTF8.self)
  }
}
