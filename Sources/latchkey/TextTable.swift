/// Columns for people, aligned by spaces.
struct TextTable {
  var header: [String]
  var rows: [[String]] = []

  var text: String {
    let lines = ([header] + rows).map { $0.map { PlainText.line($0) } }
    let widths = header.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    return lines.map { line in
      let cells = line.enumerated().map { column, cell in
        column == line.count - 1 ? cell : cell + String(repeating: " ", count: widths[column] - cell.count)
      }
      return cells.joined(separator: "  ")
    }.joined(separator: "\n")
  }
}
