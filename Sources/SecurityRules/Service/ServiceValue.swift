import IdentityWire

/// The value of an expression in Storage and Firestore rules.
enum ServiceValue: Sendable {
  case null
  case bool(Bool)
  case int(Int64)
  case float(Double)
  case string(String)
  case bytes([UInt8])
  case timestamp(RulesTimestamp)
  case duration(RulesDuration)
  case latlng(RulesLatLng)
  case path(ServicePath)
  case list(ServiceList)
  case set(ServiceList)
  case map(ServiceMap)
  case mapDiff(ServiceMapDiff)

  /// The maximum nesting of lists and maps.
  static let maximumDepth = 64

  init(_ json: JSONValue) {
    switch json {
    case .null: self = .null
    case .bool(let value): self = .bool(value)
    case .integer(let value): self = .int(value)
    case .double(let value): self = .float(value)
    case .string(let value): self = .string(value)
    case .array(let elements): self = .list(ServiceList(elements.map(ServiceValue.init)))
    case .object(let members):
      self = .map(ServiceMap(TextMap(members.map { ($0.key, ServiceValue($0.value)) })))
    }
  }

  var depth: Int {
    switch self {
    case .list(let list), .set(let list): list.depth
    case .map(let map): map.depth
    case .mapDiff(let diff): 1 + max(diff.old.depth, diff.new.depth)
    default: 0
    }
  }

  var asDouble: Double? {
    switch self {
    case .int(let value): Double(value)
    case .float(let value): value
    default: nil
    }
  }

  static func strings(_ texts: some Sequence<String>) -> [ServiceValue] { texts.map { .string($0) } }
}

/// The elements of a list, or the distinct elements of a set.
final class ServiceList: Sendable {
  let elements: [ServiceValue]
  /// The nesting depth; 1 for a list that contains no lists and no maps.
  let depth: Int

  init(_ elements: [ServiceValue]) {
    self.elements = elements
    depth = 1 + (elements.lazy.map(\.depth).max() ?? 0)
  }
}

final class ServiceMap: Sendable {
  let members: TextMap<ServiceValue>
  let depth: Int

  init(_ members: TextMap<ServiceValue>) {
    self.members = members
    depth = 1 + (members.values.lazy.map(\.depth).max() ?? 0)
  }
}

/// The two maps to compare: the map on which `diff` was called, and the argument of `diff`.
final class ServiceMapDiff: Sendable {
  let new: ServiceMap
  let old: ServiceMap

  init(new: ServiceMap, old: ServiceMap) {
    self.new = new
    self.old = old
  }
}

/// A path as a list of segments.
final class ServicePath: Sendable {
  /// The maximum number of segments. No path of an object or document has so many.
  static let maximumSegments = 1_000

  let segments: [String]

  init(_ segments: [String]) { self.segments = segments }

  /// Creates a path from its text; nil if the text has more segments than a path may have.
  convenience init?(text: String) {
    guard let segments = DatabasePath.keys(text, atMost: Self.maximumSegments) else { return nil }
    self.init(segments)
  }

  /// The length of the text in UTF-8 bytes.
  var size: Int { segments.reduce(0) { $0 + $1.utf8.count + 1 } }

  var text: String { "/" + segments.joined(separator: "/") }
}

extension ServiceValue {
  /// The type names for `is`.
  enum TypeName: String, Sendable, CaseIterable {
    case bool, bytes, duration, float, int, latlng, list, map
    case mapDiff = "map_diff"
    case number, path, set, string, timestamp
  }

  func isOf(_ type: TypeName) -> Bool {
    switch (self, type) {
    case (.bool, .bool), (.bytes, .bytes), (.duration, .duration), (.float, .float), (.int, .int),
      (.latlng, .latlng), (.list, .list), (.map, .map), (.mapDiff, .mapDiff), (.int, .number),
      (.float, .number), (.path, .path), (.set, .set), (.string, .string), (.timestamp, .timestamp):
      true
    default: false
    }
  }

  /// Returns true if type and value are equal. An integer equals a float of the same value.
  static func equal(_ first: ServiceValue, _ second: ServiceValue, budget: inout WorkBudget)
    throws(WorkBudget.Exhausted) -> Bool
  {
    switch (first, second) {
    case (.null, .null): return true
    case (.bool(let a), .bool(let b)): return a == b
    case (.int(let a), .int(let b)): return a == b
    case (.float(let a), .float(let b)): return a == b
    case (.int(let a), .float(let b)), (.float(let b), .int(let a)): return Int64(exactly: b) == a
    case (.string(let a), .string(let b)): return try ExactText.equal(a, b, budget: &budget)
    case (.bytes(let a), .bytes(let b)):
      guard a.count == b.count else { return false }
      try budget.spend(copying: a.count)
      return a == b
    case (.timestamp(let a), .timestamp(let b)): return a == b
    case (.duration(let a), .duration(let b)): return a == b
    case (.latlng(let a), .latlng(let b)): return a == b
    case (.path(let a), .path(let b)):
      guard a.segments.count == b.segments.count else { return false }
      try budget.spend(a.segments.count)
      for (x, y) in zip(a.segments, b.segments) where try !ExactText.equal(x, y, budget: &budget) {
        return false
      }
      return true
    case (.list(let a), .list(let b)):
      guard a.elements.count == b.elements.count else { return false }
      try budget.spend(a.elements.count)
      for (x, y) in zip(a.elements, b.elements) where try !equal(x, y, budget: &budget) { return false }
      return true
    case (.set(let a), .set(let b)):
      guard a.elements.count == b.elements.count else { return false }
      for element in a.elements where try !contains(b.elements, element, budget: &budget) { return false }
      return true
    case (.map(let a), .map(let b)): return try equal(a, b, budget: &budget)
    case (.mapDiff(let a), .mapDiff(let b)):
      guard try equal(a.new, b.new, budget: &budget) else { return false }
      return try equal(a.old, b.old, budget: &budget)
    default: return false
    }
  }

  private static func equal(_ a: ServiceMap, _ b: ServiceMap, budget: inout WorkBudget)
    throws(WorkBudget.Exhausted) -> Bool
  {
    guard a.members.count == b.members.count else { return false }
    try budget.spend(a.members.count)
    for index in a.members.keys.indices {
      guard try ExactText.equal(a.members.keys[index], b.members.keys[index], budget: &budget),
        try equal(a.members.values[index], b.members.values[index], budget: &budget)
      else { return false }
    }
    return true
  }

  static func contains(_ elements: [ServiceValue], _ value: ServiceValue, budget: inout WorkBudget)
    throws(WorkBudget.Exhausted) -> Bool
  {
    for element in elements {
      try budget.spend(1)
      if try equal(element, value, budget: &budget) { return true }
    }
    return false
  }

  /// Returns the elements without duplicates.
  static func unique(_ elements: [ServiceValue], budget: inout WorkBudget) throws(WorkBudget.Exhausted)
    -> [ServiceValue]
  {
    var result: [ServiceValue] = []
    for element in elements where try !contains(result, element, budget: &budget) { result.append(element) }
    return result
  }
}
