/// How hard a QR code would be to read: the mask with the lowest score is taken (ISO/IEC 18004 section
/// 7.8.3).
enum QRPenalty {
  static func score(_ matrix: QRMatrix) -> Int {
    let rows = (0..<matrix.size).map { row in (0..<matrix.size).map { matrix[row, $0] } }
    let columns = (0..<matrix.size).map { column in (0..<matrix.size).map { matrix[$0, column] } }
    let lines = (rows + columns).reduce(0) { $0 + runs($1) + falseFinders($1) }
    return lines + squares(rows) + balance(matrix)
  }

  /// Five or more of one colour in a line: 3, and one more for each beyond the fifth.
  private static func runs(_ line: [Bool]) -> Int {
    var score = 0
    var length = 0
    for (index, module) in line.enumerated() {
      length = index > 0 && line[index - 1] == module ? length + 1 : 1
      if length == 5 { score += 3 } else if length > 5 { score += 1 }
    }
    return score
  }

  /// What looks like a finder, with four light modules before or after it: 40. The quiet zone is light.
  private static func falseFinders(_ line: [Bool]) -> Int {
    let finder = [true, false, true, true, true, false, true]
    return (0...line.count - finder.count).count { start in
      let end = start + finder.count
      guard Array(line[start..<end]) == finder else { return false }
      return !line[max(0, start - 4)..<start].contains(true)
        || !line[end..<min(line.count, end + 4)].contains(true)
    } * 40
  }

  /// Four of one colour in a square: 3.
  private static func squares(_ rows: [[Bool]]) -> Int {
    var score = 0
    for (upper, lower) in zip(rows, rows.dropFirst()) {
      for column in upper.indices.dropFirst() {
        let first = upper[column]
        if upper[column - 1] == first && lower[column] == first && lower[column - 1] == first { score += 3 }
      }
    }
    return score
  }

  /// For every full 5 % by which the share of dark modules is not one half: 10.
  private static func balance(_ matrix: QRMatrix) -> Int {
    let (dark, all) = (matrix.isDark.count { $0 }, matrix.isDark.count)
    return abs(dark * 20 - all * 10) / all * 10
  }
}
