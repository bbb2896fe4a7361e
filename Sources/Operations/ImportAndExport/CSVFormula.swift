/// Keeps spreadsheet programs from running a cell as a formula (OWASP, "CSV Injection"). Writing a file
/// inserts an apostrophe before the beginning of a formula. Reading it removes the apostrophe.
///
/// A text may become several cells. In locales with decimal commas, programs read semicolons as separators, and
/// ignore quotation marks around a text that begins in the middle of a cell.
enum CSVFormula {
  /// Signs that begin a formula. Japanese programs also accept the full-width signs.
  private static let signs: Set<Unicode.Scalar> = [
    "=", "+", "-", "@", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}",
  ]
  /// Characters that programs ignore before a formula at the beginning of a text. Elsewhere they end a cell.
  private static let controls: Set<Unicode.Scalar> = ["\t", "\r", "\n"]
  /// Characters that programs allow between the beginning of a cell and a formula.
  private static let blanks: Set<Unicode.Scalar> = [" ", "\""]

  static func neutralized(_ text: String) -> String { rewritten(text) { $0 + 1 } }

  static func original(_ cell: String) -> String { rewritten(cell) { max($0 - 1, 0) } }

  /// - Parameter count: maps the number of apostrophes before a formula to the new number. A text may have
  ///   apostrophes of its own.
  private static func rewritten(_ text: String, _ count: (Int) -> Int) -> String {
    var result = String.UnicodeScalarView()
    var apostrophes = 0
    var (isFirst, beginsCell) = (true, true)
    for scalar in text.unicodeScalars {
      if beginsCell, scalar == "'" {
        apostrophes += 1
        continue
      }
      let isFormula = beginsCell && (signs.contains(scalar) || isFirst && controls.contains(scalar))
      result.append(contentsOf: repeatElement("'", count: isFormula ? count(apostrophes) : apostrophes))
      result.append(scalar)
      let isBlank = beginsCell && apostrophes == 0 && blanks.contains(scalar)
      beginsCell = scalar == ";" || controls.contains(scalar) || isBlank
      (isFirst, apostrophes) = (false, 0)
    }
    result.append(contentsOf: repeatElement("'", count: apostrophes))
    return String(result)
  }
}
