/// Keeps spreadsheet programs from running a cell as a formula (OWASP, "CSV Injection"): an apostrophe stands before
/// what would begin one, and goes again when the file is read.
enum CSVFormula {
  /// What begins a formula, or comes before one without being seen; the wide signs in Japanese programs.
  private static let signs: Set<Unicode.Scalar> = [
    "=", "+", "-", "@", "\t", "\r", "\n", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}",
  ]

  static func disarmed(_ text: String) -> String { isFormula(text) ? "'" + text : text }

  static func original(_ cell: String) -> String {
    guard cell.utf8.first == UInt8(ascii: "'"), isFormula(cell) else { return cell }
    return String(Substring(cell.utf8.dropFirst()))
  }

  /// Also a text that looks as if it was disarmed, so that it comes back as it was.
  private static func isFormula(_ text: String) -> Bool {
    text.unicodeScalars.first { $0 != "'" }.map(signs.contains) ?? false
  }
}
