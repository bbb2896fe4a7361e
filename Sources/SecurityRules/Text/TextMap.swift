/// An immutable map with string keys, compared byte by byte and sorted by their bytes, so that results have
/// the same order in every run.
final class TextMap<Value: Sendable>: Sendable {
  let keys: [String]
  let values: [Value]

  init() {
    keys = []
    values = []
  }

  private init(keys: [String], values: [Value]) {
    self.keys = keys
    self.values = values
  }

  /// Creates a map. If a key occurs several times, the last value is used.
  convenience init(_ pairs: some Sequence<(String, Value)>) {
    let numbered = pairs.enumerated().sorted {
      let order = ExactText.compare($0.element.0, $1.element.0)
      return order == 0 ? $0.offset < $1.offset : order < 0
    }
    var keys: [String] = []
    var values: [Value] = []
    keys.reserveCapacity(numbered.count)
    values.reserveCapacity(numbered.count)
    for (_, pair) in numbered {
      if let last = keys.last, ExactText.equal(last, pair.0) {
        values[values.count - 1] = pair.1
      } else {
        keys.append(pair.0)
        values.append(pair.1)
      }
    }
    self.init(keys: keys, values: values)
  }

  var count: Int { keys.count }
  var isEmpty: Bool { keys.isEmpty }

  subscript(key: String) -> Value? {
    // For small maps a linear search is fastest.
    if keys.count <= 8 {
      for index in keys.indices where ExactText.equal(keys[index], key) { return values[index] }
      return nil
    }
    let index = lowerBound(key)
    return index < keys.count && ExactText.equal(keys[index], key) ? values[index] : nil
  }

  /// Does the same as the subscript, for a key of any length.
  func value(_ key: String, budget: inout WorkBudget) throws(WorkBudget.Exhausted) -> Value? {
    let compared = keys.count <= 8 ? keys.count : Self.depth(of: keys.count) + 1
    try budget.spend(compared + compared * key.utf8.count / 16)
    return self[key]
  }

  /// The number of halvings in a binary search.
  private static func depth(of count: Int) -> Int { Int.bitWidth - count.leadingZeroBitCount }

  /// Spends the steps for sorting `count` keys with `bytes` bytes in total.
  static func spend(sorting count: Int, bytes: Int, budget: inout WorkBudget) throws(WorkBudget.Exhausted) {
    try budget.spend((2 * count + bytes / 16) * depth(of: count))
  }

  /// Returns the map with new values at some keys. The changes must be sorted by key, and their keys distinct; nil
  /// removes a key.
  func setting(_ changes: [(key: String, value: Value?)]) -> TextMap {
    var merged: [String] = []
    var mergedValues: [Value] = []
    merged.reserveCapacity(keys.count + changes.count)
    mergedValues.reserveCapacity(keys.count + changes.count)
    var index = 0
    for (key, value) in changes {
      while index < keys.count, ExactText.compare(keys[index], key) < 0 {
        merged.append(keys[index])
        mergedValues.append(values[index])
        index += 1
      }
      if index < keys.count, ExactText.equal(keys[index], key) { index += 1 }
      if let value {
        merged.append(key)
        mergedValues.append(value)
      }
    }
    merged += keys[index...]
    mergedValues += values[index...]
    return TextMap(keys: merged, values: mergedValues)
  }

  private func lowerBound(_ key: String) -> Int {
    var low = 0
    var high = keys.count
    while low < high {
      let middle = (low + high) / 2
      if ExactText.compare(keys[middle], key) < 0 { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension TextMap {
  /// Visits the keys of two maps in parallel, in order. An index is nil if its map lacks the key.
  func compare(
    with other: TextMap, budget: inout WorkBudget,
    _ body: (Int?, Int?, inout WorkBudget) throws(WorkBudget.Exhausted) -> Void
  ) throws(WorkBudget.Exhausted) {
    var (first, second) = (0, 0)
    while first < count || second < other.count {
      try budget.spend(1)
      let order =
        first == count
        ? 1
        : second == other.count
          ? -1 : try ExactText.compare(keys[first], other.keys[second], budget: &budget)
      try body(order <= 0 ? first : nil, order >= 0 ? second : nil, &budget)
      if order <= 0 { first += 1 }
      if order >= 0 { second += 1 }
    }
  }
}
