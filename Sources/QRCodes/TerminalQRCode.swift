/// Draws a QR code with half blocks: a character is two modules, one above the other.
public enum TerminalQRCode {
  /// - Parameter isColored: whether the terminal is told to draw black on white. Where it cannot be told, the
  ///   light modules are drawn and the dark ones left out, as is right where text is light on dark.
  public static func draw(_ code: QRCode, isColored: Bool) -> String {
    let range = -QRCode.quietZone..<code.size + QRCode.quietZone
    let lines = stride(from: range.lowerBound, to: range.upperBound, by: 2).map { row in
      let blocks = range.map { column in
        let isLast = row + 1 == range.upperBound
        // The lower half of the last line is no module: it stays as the terminal's background is.
        return block(
          isDrawn(code.isDark(row, column), isColored),
          isLast ? false : isDrawn(code.isDark(row + 1, column), isColored))
      }.joined()
      return isColored ? "\u{1B}[38;5;16;48;5;231m\(blocks)\u{1B}[0m" : blocks
    }
    return lines.joined(separator: "\n")
  }

  private static func isDrawn(_ isDark: Bool, _ isColored: Bool) -> Bool { isDark == isColored }

  private static func block(_ upper: Bool, _ lower: Bool) -> String {
    switch (upper, lower) {
    case (true, true): "█"
    case (true, false): "▀"
    case (false, true): "▄"
    case (false, false): " "
    }
  }
}
