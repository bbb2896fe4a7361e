/// Durations as operators write them.
enum DurationText {
  private static let units: [(name: String, milliseconds: Int)] = [
    ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1_000), ("ms", 1),
  ]

  /// Reads a duration and returns it in milliseconds. A number without a unit means seconds.
  static func milliseconds(_ text: String) -> Int? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard let number = Int(digits) else { return nil }
    let unit = text.dropFirst(digits.count).drop { $0 == " " }
    let factor = unit.isEmpty ? 1_000 : units.first { $0.name == unit }?.milliseconds
    guard let factor else { return nil }
    let (product, overflows) = number.multipliedReportingOverflow(by: factor)
    return overflows ? nil : product
  }

  /// Returns the text of a duration, in the largest unit without a remainder.
  static func text(_ milliseconds: Int) -> String {
    if milliseconds == 0 { return "0s" }
    let unit = units.first { milliseconds % $0.milliseconds == 0 } ?? ("ms", 1)
    return "\(milliseconds / unit.milliseconds)\(unit.name)"
  }
}
