/// A dictionary that drops its oldest entries.
struct BoundedTable<Value: Sendable>: Sendable {
  private var values: [String: Value] = [:]
  private var order: [String] = []
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  var keys: [String] { Array(values.keys) }

  subscript(key: String) -> Value? { values[key] }

  mutating func set(_ key: String, _ value: Value) {
    if values.updateValue(value, forKey: key) == nil { order.append(key) }
    // Dropped in batches, so that a full table does not move its order array at each entry.
    guard order.count > limit + limit / 8 else { return }
    for old in order.prefix(order.count - limit) { values[old] = nil }
    order.removeFirst(order.count - limit)
  }

  mutating func removeAll(where isGone: (Value) -> Bool) {
    let kept = values.filter { !isGone($0.value) }
    values = kept
    order.removeAll { kept[$0] == nil }
  }

  mutating func remove(_ key: String) {
    if values.removeValue(forKey: key) != nil { order.removeAll { $0 == key } }
  }
}
