/// Texts by what makes them costly.
enum CostlyText: String, CaseIterable, Sendable, CustomStringConvertible {
  /// Combining marks that have to be sorted, in one run.
  case marks
  /// In runs of 30, which are accepted.
  case shortRuns
  case joinedEmoji
  case joiners
  case jamo
  case lineEnds
  case flags
  case prefixes
  case ampersands

  var description: String { rawValue }

  private var unit: String {
    switch self {
    case .marks: "\u{301}\u{316}"
    case .shortRuns: "a" + String(repeating: "\u{301}\u{316}", count: 15)
    case .joinedEmoji: "\u{1F468}\u{200D}"
    case .joiners: "\u{200D}"
    case .jamo: "\u{1100}\u{1161}\u{11A8}"
    case .lineEnds: "\r\n"
    case .flags: "\u{1F1E6}"
    case .prefixes: "\u{600}"
    case .ampersands: "&"
    }
  }

  func text(bytes: Int) -> String { "a" + String(repeating: unit, count: max(1, bytes / unit.utf8.count)) }

  /// As it stands between the quotation marks of JSON.
  func jsonText(bytes: Int) -> String {
    self == .lineEnds
      ? "a" + String(repeating: #"\r\n"#, count: max(1, bytes / 4)) : text(bytes: bytes)
  }

  /// The same in ASCII: `\u0301`.
  func escaped(bytes: Int) -> String {
    text(bytes: bytes).utf16.map { unit in
      let digits = String(unit, radix: 16)
      return #"\u"# + String(repeating: "0", count: 4 - digits.count) + digits
    }.joined()
  }
}
