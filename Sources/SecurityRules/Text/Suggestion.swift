/// Finds the name that was probably meant.
enum Suggestion {
  /// `Did you mean 'exists'?`, where one of the names is near.
  static func of(_ name: String, among names: some Collection<String>) -> String? {
    let word = Array(name.prefix(40).utf8)
    var best: (distance: Int, name: String)?
    for candidate in names.prefix(1000).sorted() {
      let limit = max(1, min(3, word.count / 3))
      let distance = distance(word, Array(candidate.utf8))
      if distance <= limit, distance < best?.distance ?? .max { best = (distance, candidate) }
    }
    return best.map { "Did you mean '\($0.name)'?" }
  }

  /// Levenshtein's, without regard to case.
  private static func distance(_ first: [UInt8], _ second: [UInt8]) -> Int {
    guard abs(first.count - second.count) <= 3 else { return .max }
    var row = Array(0...second.count)
    for (i, a) in first.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, b) in second.enumerated() {
        let change = diagonal + (lowercase(a) == lowercase(b) ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(change, row[j] + 1, diagonal + 1)
      }
    }
    return row[second.count]
  }

  private static func lowercase(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte + 32 : byte }
}
