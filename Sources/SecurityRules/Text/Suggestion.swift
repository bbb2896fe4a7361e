/// Finds the name that the author of the rules probably intended.
enum Suggestion {
  /// Returns `Did you mean 'exists'?` if one of the names is similar.
  static func of(_ name: String, among names: some Collection<String>) -> String? {
    let word = Array(name.utf8.prefix(40))
    var best: (distance: Int, name: String)?
    for candidate in names.prefix(1000).sorted(by: { ExactText.compare($0, $1) < 0 }) {
      let limit = max(1, min(3, word.count / 3))
      let distance = distance(word, Array(candidate.utf8.prefix(44)))
      if distance <= limit, distance < best?.distance ?? .max { best = (distance, candidate) }
    }
    return best.map { "Did you mean '\($0.name)'?" }
  }

  /// Returns the number of edits between two names, ignoring case. An edit omits, adds or changes a letter, or swaps
  /// two neighbouring letters.
  private static func distance(_ first: [UInt8], _ second: [UInt8]) -> Int {
    guard abs(first.count - second.count) <= 3 else { return .max }
    let (first, second) = (first.map(lowercase), second.map(lowercase))
    var before = [Int](repeating: 0, count: second.count + 1)
    var row = Array(0...second.count)
    for i in first.indices {
      var next = [i + 1]
      for j in second.indices {
        var least = min(row[j] + (first[i] == second[j] ? 0 : 1), row[j + 1] + 1, next[j] + 1)
        if i > 0, j > 0, first[i] == second[j - 1], first[i - 1] == second[j] {
          least = min(least, before[j - 1] + 1)
        }
        next.append(least)
      }
      (before, row) = (row, next)
    }
    return row[second.count]
  }

  private static func lowercase(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte + 32 : byte }
}
