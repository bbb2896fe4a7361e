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

  func setting(_ key: String, to value: Value?) -> TextMap {
    var keys = keys
    var values = values
    let index = lowerBound(key)
    let isThere = index < keys.count && ExactText.equal(keys[index], key)
    switch (isThere, value) {
    case (true, let value?): values[index] = value
    case (false, let value?):
      keys.insert(key, at: index)
      values.insert(value, at: index)
    case (true, nil):
      keys.remove(at: index)
      values.remove(at: index)
    case (false, nil): break
    }
    return TextMap(keys: keys, values: values)
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
