import IdentityWire

/// A location of a Realtime Database that has data, with everything below it. It is immutable, so that the
/// states before and after a write share the unchanged parts.
final class DatabaseNode: Sendable {
  /// The maximum nesting of locations, as Firebase's documentation states it.
  static let maximumDepth = 32
  /// The maximum length of a key in UTF-8 bytes.
  static let maximumKeyBytes = 768

  /// The location's value; nil for a location with children.
  let leaf: DatabaseScalar?
  let children: TextMap<DatabaseNode>
  let priority: DatabaseScalar?

  init(leaf: DatabaseScalar, priority: DatabaseScalar? = nil) {
    self.leaf = leaf
    self.priority = priority
    children = TextMap()
  }

  private init(children: TextMap<DatabaseNode>, priority: DatabaseScalar?) {
    leaf = nil
    self.children = children
    self.priority = priority
  }

  var value: DatabaseValue { leaf?.value ?? .tree(self) }

  func child(_ key: String) -> DatabaseNode? { children[key] }

  /// The new data at a path; nil to delete it.
  typealias Change = (keys: [String], node: DatabaseNode?)

  /// Returns the tree with new nodes at some paths; nil if the tree is then empty.
  ///
  /// - Parameters:
  ///   - depth: the number of keys that lead to this node.
  ///   - changes: at least one change, sorted by path. No path lies within another.
  static func replacing(_ node: DatabaseNode?, _ changes: ArraySlice<Change>, depth: Int = 0) -> DatabaseNode?
  {
    if changes.count == 1, let change = changes.first, change.keys.count == depth { return change.node }
    var changed: [(key: String, value: DatabaseNode?)] = []
    var rest = changes
    while let first = rest.first {
      let key = first.keys[depth]
      let end = rest.firstIndex { !ExactText.equal($0.keys[depth], key) } ?? rest.endIndex
      changed.append((key, replacing(node?.child(key), rest[..<end], depth: depth + 1)))
      rest = rest[end...]
    }
    let children = (node?.children ?? TextMap()).setting(changed)
    // Children replace a leaf. If there are no new children, the leaf stays.
    if children.isEmpty { return node?.leaf == nil ? nil : node }
    return DatabaseNode(children: children, priority: node?.priority)
  }

  static func equal(_ first: DatabaseNode, _ second: DatabaseNode, budget: inout WorkBudget)
    throws(WorkBudget.Exhausted) -> Bool
  {
    if first === second { return true }
    if let a = first.leaf, let b = second.leaf {
      return try DatabaseValue.equal(a.value, b.value, budget: &budget)
    }
    guard first.leaf == nil, second.leaf == nil, first.children.count == second.children.count else {
      return false
    }
    try budget.spend(first.children.count)
    for index in first.children.keys.indices {
      guard try ExactText.equal(first.children.keys[index], second.children.keys[index], budget: &budget),
        try equal(first.children.values[index], second.children.values[index], budget: &budget)
      else { return false }
    }
    return true
  }
}

extension DatabaseNode {
  /// The reason why data cannot be written.
  struct Invalid: Error, Equatable {
    let message: String
  }

  /// Makes the data of a JSON document. Nulls, and objects that contain only nulls, are left out. An array becomes a
  /// location whose keys are the indexes. `.value` and `.priority` set the value and priority of a location; `.sv` is a
  /// server value.
  ///
  /// - Parameters:
  ///   - existing: the current data, to which an increment is added.
  ///   - now: milliseconds since 1970.
  static func make(_ json: JSONValue, existing: DatabaseNode?, now: Double, depth: Int = 0) throws(Invalid)
    -> DatabaseNode?
  {
    guard depth <= maximumDepth else { throw Invalid(message: "The data is nested too deeply.") }
    switch json {
    case .null: return nil
    case .bool(let value): return DatabaseNode(leaf: .bool(value))
    case .integer(let value): return DatabaseNode(leaf: .number(Double(value)))
    case .double(let value): return DatabaseNode(leaf: .number(value))
    case .string(let value): return DatabaseNode(leaf: .string(value))
    case .array(let elements):
      return try make(
        elements.enumerated().map { (String($0.offset), $0.element) }, priority: nil, existing: existing,
        now: now, depth: depth)
    case .object(let members):
      if members.count == 1, let server = members[".sv"] {
        return DatabaseNode(leaf: .number(try serverValue(server, existing: existing, now: now)))
      }
      let priority = try members[".priority"].flatMap { (json) throws(Invalid) in
        try make(json, existing: nil, now: now, depth: maximumDepth)?.leaf
      }
      if let value = members[".value"] {
        guard let leaf = try make(value, existing: existing, now: now, depth: depth)?.leaf else { return nil }
        return DatabaseNode(leaf: leaf, priority: priority)
      }
      let children = members.filter { $0.key != ".priority" }.map { ($0.key, $0.value) }
      return try make(children, priority: priority, existing: existing, now: now, depth: depth)
    }
  }

  private static func make(
    _ members: [(String, JSONValue)], priority: DatabaseScalar?, existing: DatabaseNode?, now: Double,
    depth: Int
  ) throws(Invalid) -> DatabaseNode? {
    var pairs: [(String, DatabaseNode)] = []
    for (key, value) in members {
      guard DatabasePath.isKey(key) else { throw Invalid(message: "A key of the data is not valid.") }
      if let child = try make(value, existing: existing?.child(key), now: now, depth: depth + 1) {
        pairs.append((key, child))
      }
    }
    return pairs.isEmpty ? nil : DatabaseNode(children: TextMap(pairs), priority: priority)
  }

  private static func serverValue(_ value: JSONValue, existing: DatabaseNode?, now: Double) throws(Invalid)
    -> Double
  {
    if value == "timestamp" { return now }
    guard let step = value["increment"]?.doubleValue else {
      throw Invalid(message: "The server value is not known.")
    }
    guard case .number(let number)? = existing?.leaf else { return step }
    return number + step
  }
}
