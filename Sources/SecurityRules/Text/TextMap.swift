/// An immutable map whose keys are strings, told apart byte by byte and kept in the order of their bytes, so
/// that whatever is made of it has an order that does not change from one run to the next.
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

  /// Of equal keys the last counts.
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
    // Most maps are so small that looking at each key is the fastest.
    if keys.count <= 8 {
      for index in keys.indices where ExactText.equal(keys[index], key) { return values[index] }
      return nil
    }
    let index = lowerBound(key)
    return index < keys.count && ExactText.equal(keys[index], key) ? values[index] : nil
  }

  /// As the subscript, for a key that may be of any length.
  func value(_ key: String, budget: inout WorkBudget) throws(WorkBudget.Exhausted) -> Value? {
    let compared = keys.count <= 8 ? keys.count : Self.depth(of: keys.count) + 1
    try budget.spend(compared + compared * key.utf8.count / 16)
    return self[key]
  }

  /// How often a search among so many halves them.
  private static func depth(of count: Int) -> Int { Int.bitWidth - count.leadingZeroBitCount }

  /// What sorting so many keys of so many bytes in all costs.
  static func spend(sorting count: Int, bytes: Int, budget: inout WorkBudget) throws(WorkBudget.Exhausted) {
    try budget.spend((2 * count + bytes / 16) * depth(of: count))
  }

  /// The map with other values at some keys, which are sorted and all different; nil takes a key away.
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
  /// Goes through the keys of two maps side by side, in their order; an index is nil where the map lacks the key.
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
