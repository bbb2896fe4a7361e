/// Columns aligned by spaces, for people.
struct TextTable {
  var header: [String]
  var rows: [[String]] = []

  var text: String {
    var widths: [Int] = []
    return Self.text([header] + rows, widths: &widths)
  }

  /// Formats lines of cells, aligned by spaces.
  ///
  /// - Parameter widths: the widths of the columns printed so far, empty at the beginning. They grow where
  ///   needed.
  static func text(_ rows: [[String]], widths: inout [Int]) -> String {
    let lines = rows.map { $0.map { PlainText.line($0) } }
    for line in lines {
      for (column, cell) in line.enumerated() {
        if column == widths.count { widths.append(0) }
        widths[column] = max(widths[column], cell.count)
      }
    }
    return lines.map { line in
      let cells = line.enumerated().map { column, cell in
        column == line.count - 1 ? cell : cell + String(repeating: " ", count: widths[column] - cell.count)
      }
      return cells.joined(separator: "  ")
    }.joined(separator: "\n")
  }
}
