import Foundation

/// Decodes all text from outside.
///
/// Swift compares and hashes strings by canonical equivalence. It sorts each run of non-starters, which takes time
/// quadratic in the length of the run. In the stream-safe text format, no run is longer than 30 (UAX #15, UAX15-D3). So
/// these operations take time linear in the number of bytes.
public enum StreamSafeText {
  /// The maximum number of consecutive non-starters in the text's compatibility decomposition.
  public static let maximumNonStarters = 30

  /// - Returns: nil if the bytes are not UTF-8 or the text is not stream-safe.
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

  /// The minimum length in bytes of a refused text: U+0344 has two bytes, and counts as two non-starters.
  private static let shortestRefused = 32

  /// The first byte of U+0300, the lowest non-starter.
  private static let firstByteOfNonStarters: UInt8 = 0xCC

  /// Counts the non-starters since the last starter.
  private struct Run {
    private var starter: Unicode.Scalar?
    private var length = 0
    /// The number of non-starters at the end of the starter's decomposition. Nil until the run is so long that the
    /// number matters.
    private var inherited: Int?

    mutating func allows(_ scalar: Unicode.Scalar) -> Bool {
      let count = scalar.nonStarters
      guard count > 0 else {
        self = Run(starter: scalar)
        return true
      }
      length += count
      // The decomposition of a starter ends with at most three non-starters.
      guard length > maximumNonStarters - 3 else { return true }
      let inherited = inherited ?? starter?.trailingNonStarters ?? 0
      self.inherited = inherited
      return length + inherited <= maximumNonStarters
    }

    init(starter: Unicode.Scalar? = nil) { self.starter = starter }
  }
}

extension Unicode.Scalar {
  /// The number of non-starters in the scalar's compatibility decomposition; 0 if it contains a starter.
  fileprivate var nonStarters: Int {
    switch value {
    case ..<0x300: 0
    // Only for these scalars, the number does not follow from the combining class.
    case 0x344, 0xF73, 0xF75, 0xF81: 2
    case 0xFF9E, 0xFF9F: 1
    default: properties.canonicalCombiningClass == .notReordered ? 0 : 1
    }
  }

  /// The number of non-starters at the end of a starter's compatibility decomposition: one for `é`, which is
  /// `e` and an accent.
  fileprivate var trailingNonStarters: Int {
    String(self).decomposedStringWithCompatibilityMapping.unicodeScalars.reversed()
      .prefix { $0.properties.canonicalCombiningClass != .notReordered }.count
  }
}

extension String.UTF8View {
  /// True if a byte has at least this value.
  func hasByte(from smallest: UInt8) -> Bool {
    let found = withContiguousStorageIfAvailable { bytes in
      for byte in bytes where byte >= smallest { return true }
      return false
    }
    return found ?? contains { $0 >= smallest }
  }
}

extension StringProtocol {
  /// Returns the beginning of the text: at most this many bytes of UTF-8, cut between Unicode scalars. It does not cut
  /// between `Character`s, because one `Character` may be as long as the whole text.
  public func prefix(utf8Bytes maximum: Int) -> String {
    var bytes = Array(utf8.prefix(maximum + 1))
    guard bytes.count > maximum else { return String(self) }
    while let last = bytes.popLast(), last & 0xC0 == 0x80 {}
    return String(decoding: bytes, as: UTF8.self)
  }
}
