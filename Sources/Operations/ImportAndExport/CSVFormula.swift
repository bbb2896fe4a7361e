/// Keeps spreadsheet programs from running a cell as a formula (OWASP, "CSV Injection"): an apostrophe stands before
/// what would begin one, and goes again when the file is read.
///
/// A text may become several cells. Where numbers have decimal commas, programs take semicolons for the separators,
/// and see no quotation marks around a text that begins in the middle of a cell.
enum CSVFormula {
  /// What begins a formula; the wide signs in Japanese programs.
  private static let signs: Set<Unicode.Scalar> = [
    "=", "+", "-", "@", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}",
  ]
  /// What comes before a formula at the beginning of a text without being seen, and ends a cell elsewhere.
  private static let controls: Set<Unicode.Scalar> = ["\t", "\r", "\n"]
  /// What a cell's beginning may have before a formula.
  private static let blanks: Set<Unicode.Scalar> = [" ", "\""]

  static func disarmed(_ text: String) -> String { rewritten(text) { $0 + 1 } }

  static func original(_ cell: String) -> String { rewritten(cell) { max($0 - 1, 0) } }

  /// - Parameter count: from the apostrophes before what begins a formula to those that are to be there. A text may have
  ///   some of its own.
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
