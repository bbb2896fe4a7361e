extension ServiceEvaluator {
  // MARK: Lists

  mutating func call(
    _ method: ServiceMethod, list elements: [ServiceValue], _ values: [ServiceValue], at index: Int
  )
    throws(EvaluationFailure) -> ServiceValue
  {
    switch method {
    case .size, .toSet:
      guard values.isEmpty else { throw wrongCount(index) }
      if method == .size { return .int(Int64(elements.count)) }
      try spend(elements.count, at: index)
      return .set(ServiceList(try unique(elements, at: index)))
    case .join:
      guard values.count == 1 else { throw wrongCount(index) }
      guard case .string(let separator) = values[0] else { throw wrongArgument(index) }
      return try joined(elements, separator, at: index)
    case .concat, .removeAll:
      let other = try elementsOfArgument(values, index)
      try spend(elements.count + other.count, at: index)
      if method == .concat { return try bounded(.list(ServiceList(elements + other)), at: index) }
      var kept: [ServiceValue] = []
      for element in elements where try !contains(other, element, at: index) { kept.append(element) }
      return .list(ServiceList(kept))
    case .hasAll, .hasAny, .hasOnly:
      return .bool(try has(method, elements, try elementsOfArgument(values, index), at: index))
    default: throw notFound(index)
    }
  }

  /// Returns the elements of the only argument, a list or a set.
  private func elementsOfArgument(_ values: [ServiceValue], _ index: Int) throws(EvaluationFailure)
    -> [ServiceValue]
  {
    guard values.count == 1 else { throw wrongCount(index) }
    switch values[0] {
    case .list(let list), .set(let list): return list.elements
    default: throw wrongArgument(index)
    }
  }

  private mutating func joined(_ elements: [ServiceValue], _ separator: String, at index: Int)
    throws(EvaluationFailure) -> ServiceValue
  {
    var parts: [String] = []
    var size = 0
    try spend(4 * elements.count, at: index)
    for element in elements {
      let part: String
      switch element {
      case .string(let text): part = text
      case .int(let number): part = String(number)
      case .float(let number): part = "\(number)"
      case .bool(let value): part = value ? "true" : "false"
      case .null: part = "null"
      default: throw EvaluationFailure("The elements cannot be joined.", at: index)
      }
      size += part.utf8.count + separator.utf8.count
      guard size <= WorkBudget.maximumValueSize else {
        throw EvaluationFailure("The value is too large.", at: index, isFinal: true)
      }
      parts.append(part)
    }
    return try bounded(.string(parts.joined(separator: separator)), at: index)
  }

  private mutating func contains(_ elements: [ServiceValue], _ value: ServiceValue, at index: Int)
    throws(EvaluationFailure) -> Bool
  {
    try working(at: index) { (budget) throws(WorkBudget.Exhausted) in
      try ServiceValue.contains(elements, value, budget: &budget)
    }
  }

  private mutating func unique(_ elements: [ServiceValue], at index: Int) throws(EvaluationFailure)
    -> [ServiceValue]
  {
    try working(at: index) { (budget) throws(WorkBudget.Exhausted) in
      try ServiceValue.unique(elements, budget: &budget)
    }
  }

  private mutating func has(
    _ method: ServiceMethod, _ elements: [ServiceValue], _ wanted: [ServiceValue], at index: Int
  ) throws(EvaluationFailure) -> Bool {
    try spend(elements.count + wanted.count, at: index)
    switch method {
    case .hasAll:
      for value in wanted where try !contains(elements, value, at: index) { return false }
      return true
    case .hasAny:
      for value in wanted where try contains(elements, value, at: index) { return true }
      return false
    default:
      for value in elements where try !contains(wanted, value, at: index) { return false }
      return true
    }
  }

  // MARK: Sets

  mutating func call(
    _ method: ServiceMethod, set elements: [ServiceValue], _ values: [ServiceValue], at index: Int
  )
    throws(EvaluationFailure) -> ServiceValue
  {
    switch method {
    case .size, .toSet:
      guard values.isEmpty else { throw wrongCount(index) }
      if method == .size { return .int(Int64(elements.count)) }
      return try bounded(.set(ServiceList(elements)), at: index)
    case .hasAll, .hasAny, .hasOnly:
      return .bool(try has(method, elements, try elementsOfArgument(values, index), at: index))
    case .difference, .intersection, .union:
      guard values.count == 1 else { throw wrongCount(index) }
      guard case .set(let other) = values[0] else {
        throw EvaluationFailure("The function takes a set; call toSet() on a list.", at: index)
      }
      try spend(elements.count + other.elements.count, at: index)
      var result = method == .union ? elements : []
      if method == .union {
        for element in other.elements where try !contains(elements, element, at: index) {
          result.append(element)
        }
      } else {
        for element in elements
        where try contains(other.elements, element, at: index) == (method == .intersection) {
          result.append(element)
        }
      }
      return try bounded(.set(ServiceList(result)), at: index)
    default: throw notFound(index)
    }
  }

  // MARK: Maps

  mutating func call(_ method: ServiceMethod, on map: ServiceMap, _ values: [ServiceValue], at index: Int)
    throws(EvaluationFailure) -> ServiceValue
  {
    switch (method, values.count) {
    case (.size, 0): return .int(Int64(map.members.count))
    case (.keys, 0):
      try spend(map.members.count, at: index)
      return .set(ServiceList(ServiceValue.strings(map.members.keys)))
    case (.values, 0):
      try spend(map.members.count, at: index)
      return .list(ServiceList(map.members.values))
    case (.get, 2): return try get(values[0], from: map, default: values[1], at: index)
    case (.diff, 1):
      guard case .map(let old) = values[0] else { throw wrongArgument(index) }
      return .mapDiff(ServiceMapDiff(new: map, old: old))
    case (.size, _), (.keys, _), (.values, _), (.get, _), (.diff, _): throw wrongCount(index)
    default: throw notFound(index)
    }
  }

  /// Returns a member by its key, or by a list of keys that leads to the member through nested maps.
  private mutating func get(
    _ key: ServiceValue, from map: ServiceMap, default fallback: ServiceValue, at index: Int
  )
    throws(EvaluationFailure) -> ServiceValue
  {
    switch key {
    case .string(let name): return try member(of: map, name, at: index) ?? fallback
    case .list(let path):
      guard !path.elements.isEmpty else { throw wrongArgument(index) }
      var value = ServiceValue.map(map)
      for key in path.elements {
        guard case .string(let name) = key else { throw wrongArgument(index) }
        guard case .map(let inner) = value, let next = try member(of: inner, name, at: index) else {
          return fallback
        }
        value = next
      }
      return value
    default: throw wrongArgument(index)
    }
  }

  mutating func call(_ method: ServiceMethod, on diff: ServiceMapDiff, at index: Int)
    throws(EvaluationFailure)
    -> ServiceValue
  {
    let (new, old) = (diff.new.members, diff.old.members)
    var (added, removed, changed, unchanged): ([String], [String], [String], [String]) = ([], [], [], [])
    try working(at: index) { (budget) throws(WorkBudget.Exhausted) in
      try new.compare(with: old, budget: &budget) { (first, second, budget) throws(WorkBudget.Exhausted) in
        switch (first, second) {
        case (let first?, nil): added.append(new.keys[first])
        case (nil, let second?): removed.append(old.keys[second])
        case (let first?, let second?):
          if try ServiceValue.equal(new.values[first], old.values[second], budget: &budget) {
            unchanged.append(new.keys[first])
          } else {
            changed.append(new.keys[first])
          }
        case (nil, nil): break
        }
      }
    }
    let keys: [String]
    switch method {
    case .addedKeys: keys = added
    case .removedKeys: keys = removed
    case .changedKeys: keys = changed
    case .unchangedKeys: keys = unchanged
    case .affectedKeys: keys = added + removed + changed
    default: throw notFound(index)
    }
    return .set(ServiceList(ServiceValue.strings(keys)))
  }
}
