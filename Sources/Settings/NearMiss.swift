/// Finds the word that the operator probably meant.
public enum NearMiss {
  /// Returns the most similar word; nil if no word is similar enough.
  public static func best(for word: String, among words: [String]) -> String? {
    let measured = words.map { (word: $0, distance: distance(word.lowercased(), $0.lowercased())) }
    guard let best = measured.min(by: { ($0.distance, $0.word) < ($1.distance, $1.word) }),
      best.distance <= max(1, word.count / 4)
    else { return nil }
    return best.word
  }

  /// The number of edits between two words (Damerau, optimal string alignment). An edit adds, removes or changes a
  /// letter, or swaps it with the next letter.
  static func distance(_ one: String, _ other: String) -> Int {
    let (one, other) = (Array(one.utf8.prefix(128)), Array(other.utf8.prefix(128)))
    guard !one.isEmpty, !other.isEmpty else { return max(one.count, other.count) }
    var rows = [Array(0...other.count)]
    for i in 1...one.count {
      var row = [i]
      for j in 1...other.count {
        let isSame = one[i - 1] == other[j - 1]
        var best = min(rows[i - 1][j] + 1, row[j - 1] + 1, rows[i - 1][j - 1] + (isSame ? 0 : 1))
        if i > 1, j > 1, one[i - 1] == other[j - 2], one[i - 2] == other[j - 1] {
          best = min(best, rows[i - 2][j - 2] + 1)
        }
        row.append(best)
      }
      rows.append(row)
    }
    return rows[one.count][other.count]
  }
}
