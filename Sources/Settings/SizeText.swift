/// Sizes as operators write them.
enum SizeText {
  private static let units: [(name: String, bytes: Int)] = [
    ("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10), ("B", 1),
  ]

  /// Reads a size and returns it in bytes. A number without a unit means bytes.
  static func bytes(_ text: String) -> Int? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard let number = Int(digits) else { return nil }
    let unit = text.dropFirst(digits.count).drop { $0 == " " }
    let factor = unit.isEmpty ? 1 : units.first { $0.name == unit }?.bytes
    guard let factor else { return nil }
    let (product, overflows) = number.multipliedReportingOverflow(by: factor)
    return overflows ? nil : product
  }

  /// Returns the text of a size, in the largest unit without a remainder.
  static func text(_ bytes: Int) -> String {
    let unit = bytes == 0 ? ("B", 1) : units.first { bytes % $0.bytes == 0 } ?? ("B", 1)
    return "\(bytes / unit.1)\(unit.0)"
  }
}
