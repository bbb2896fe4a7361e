/// Finds a pattern of bytes in a text in time linear in both (Knuth, Morris and Pratt), because an attacker may control
/// both.
struct TextSearch {
  private let part: [UInt8]
  /// For each prefix of the pattern, the length of its longest proper prefix that is also its suffix.
  private let borders: [Int]

  init(_ part: String, budget: inout WorkBudget) throws(WorkBudget.Exhausted) {
    try budget.spend(reading: 2 * part.utf8.count)
    let part = Array(part.utf8)
    var borders = [Int](repeating: 0, count: part.count)
    var length = 0
    for index in part.indices.dropFirst() {
      while length > 0, part[index] != part[length] { length = borders[length - 1] }
      if part[index] == part[length] { length += 1 }
      borders[index] = length
    }
    self.part = part
    self.borders = borders
  }

  func isFound(in text: String, budget: inout WorkBudget) throws(WorkBudget.Exhausted) -> Bool {
    try budget.spend(reading: 2 * text.utf8.count)
    return part.isEmpty || firstIndex(in: Array(text.utf8), from: 0) != nil
  }

  /// Replaces every occurrence.
  ///
  /// - Throws: an error if the budget is exhausted or the result would exceed the maximum size of a value.
  func replacing(in text: String, with words: String, budget: inout WorkBudget) throws(WorkBudget.Exhausted)
    -> String
  {
    guard !part.isEmpty else { return text }
    try budget.spend(reading: 2 * text.utf8.count)
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var position = 0
    while let found = firstIndex(in: bytes, from: position) {
      try budget.spend(1)
      try budget.spend(copying: words.utf8.count)
      result += bytes[position..<found]
      result += words.utf8
      position = found + part.count
      guard result.count <= WorkBudget.maximumValueSize else { throw WorkBudget.Exhausted() }
    }
    result += bytes[position...]
    return String(decoding: result, as: UTF8.self)
  }

  private func firstIndex(in bytes: [UInt8], from start: Int) -> Int? {
    var length = 0
    for index in start..<max(start, bytes.count) {
      while length > 0, bytes[index] != part[length] { length = borders[length - 1] }
      if bytes[index] == part[length] { length += 1 }
      if length == part.count { return index - length + 1 }
    }
    return nil
  }
}
