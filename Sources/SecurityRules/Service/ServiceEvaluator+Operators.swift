import Foundation

extension ServiceEvaluator {
  mutating func compare(
    _ comparison: ServiceExpression.Comparison, _ first: ServiceValue, _ second: ServiceValue, at index: Int
  ) throws(EvaluationFailure) -> Bool {
    switch (first, second) {
    case (.int(let a), .int(let b)): return Self.holds(comparison, a, b)
    case (.int, .float), (.float, .int), (.float, .float):
      return Self.holds(comparison, first.asDouble ?? .nan, second.asDouble ?? .nan)
    case (.string(let a), .string(let b)):
      let order = try working(at: index) { (budget) throws(WorkBudget.Exhausted) in
        try ExactText.compare(a, b, budget: &budget)
      }
      return Self.holds(comparison, order, 0)
    case (.timestamp(let a), .timestamp(let b)): return Self.holds(comparison, a, b)
    case (.duration(let a), .duration(let b)): return Self.holds(comparison, a, b)
    default: throw EvaluationFailure("Values of these types cannot be compared.", at: index)
    }
  }

  private static func holds<Value: Comparable>(
    _ comparison: ServiceExpression.Comparison, _ a: Value, _ b: Value
  ) -> Bool {
    switch comparison {
    case .less: a < b
    case .lessOrEqual: a <= b
    case .greater: a > b
    case .greaterOrEqual: a >= b
    }
  }

  mutating func isContained(_ element: ServiceValue, in container: ServiceValue, at index: Int)
    throws(EvaluationFailure) -> Bool
  {
    switch container {
    case .list(let list), .set(let list):
      return try working(at: index) { (budget) throws(WorkBudget.Exhausted) in
        try ServiceValue.contains(list.elements, element, budget: &budget)
      }
    case .map(let map):
      guard case .string(let key) = element else { return false }
      return try member(of: map, key, at: index) != nil
    default: throw EvaluationFailure("'in' looks into a list, a set or a map.", at: index)
    }
  }

  func negated(_ value: ServiceValue, at index: Int) throws(EvaluationFailure) -> ServiceValue {
    switch value {
    case .int(let number):
      let (result, overflow) = Int64(0).subtractingReportingOverflow(number)
      guard !overflow else { throw EvaluationFailure("The number is too large.", at: index) }
      return .int(result)
    case .float(let number): return .float(-number)
    default: throw EvaluationFailure("'-' works on numbers.", at: index)
    }
  }

  mutating func sum(_ first: ServiceValue, _ second: ServiceValue, at index: Int) throws(EvaluationFailure)
    -> ServiceValue
  {
    switch (first, second) {
    case (.int(let a), .int(let b)): return .int(try checked(a.addingReportingOverflow(b), at: index))
    case (.int, .float), (.float, .int), (.float, .float):
      return .float((first.asDouble ?? .nan) + (second.asDouble ?? .nan))
    case (.string(let a), .string(let b)):
      guard a.utf8.count + b.utf8.count <= WorkBudget.maximumValueSize else {
        throw EvaluationFailure("The value is too large.", at: index, isFinal: true)
      }
      return try bounded(.string(a + b), at: index)
    case (.timestamp(let a), .duration(let b)), (.duration(let b), .timestamp(let a)):
      return .timestamp(try inRange(a.adding(b), at: index))
    case (.duration(let a), .duration(let b)): return .duration(try inRange(a.adding(b), at: index))
    default: throw EvaluationFailure("Values of these types cannot be added.", at: index)
    }
  }

  func arithmetic(
    _ symbol: ServiceExpression.Arithmetic, _ first: ServiceValue, _ second: ServiceValue, at index: Int
  ) throws(EvaluationFailure) -> ServiceValue {
    switch (first, second) {
    case (.int(let a), .int(let b)): return .int(try arithmetic(symbol, a, b, at: index))
    case (.int, .float), (.float, .int), (.float, .float):
      let a = first.asDouble ?? .nan
      let b = second.asDouble ?? .nan
      switch symbol {
      case .subtract: return .float(a - b)
      case .multiply: return .float(a * b)
      case .divide:
        guard b != 0 else { throw EvaluationFailure("Division by zero.", at: index) }
        return .float(a / b)
      case .remainder:
        guard b != 0 else { throw EvaluationFailure("Division by zero.", at: index) }
        return .float(fmod(a, b))
      }
    case (.timestamp(let a), .timestamp(let b)) where symbol == .subtract:
      return .duration(try inRange(a.since(b), at: index))
    case (.timestamp(let a), .duration(let b)) where symbol == .subtract:
      return .timestamp(try inRange(a.adding(b.negated), at: index))
    case (.duration(let a), .duration(let b)) where symbol == .subtract:
      return .duration(try inRange(a.adding(b.negated), at: index))
    default: throw EvaluationFailure("The operator does not work on values of these types.", at: index)
    }
  }

  private func arithmetic(_ symbol: ServiceExpression.Arithmetic, _ a: Int64, _ b: Int64, at index: Int)
    throws(EvaluationFailure) -> Int64
  {
    switch symbol {
    case .subtract: return try checked(a.subtractingReportingOverflow(b), at: index)
    case .multiply: return try checked(a.multipliedReportingOverflow(by: b), at: index)
    case .divide, .remainder:
      guard b != 0 else { throw EvaluationFailure("Division by zero.", at: index) }
      return try checked(
        symbol == .divide ? a.dividedReportingOverflow(by: b) : a.remainderReportingOverflow(dividingBy: b),
        at: index)
    }
  }

  private func checked(_ result: (partialValue: Int64, overflow: Bool), at index: Int)
    throws(EvaluationFailure)
    -> Int64
  {
    guard !result.overflow else { throw EvaluationFailure("The number is too large.", at: index) }
    return result.partialValue
  }

  func inRange<Value>(_ value: Value?, at index: Int) throws(EvaluationFailure) -> Value {
    guard let value else { throw EvaluationFailure("The result is out of range.", at: index) }
    return value
  }

  // MARK: Members

  mutating func member(of map: ServiceMap, _ name: String, at index: Int) throws(EvaluationFailure)
    -> ServiceValue?
  {
    try working(at: index) { (budget) throws(WorkBudget.Exhausted) in
      try map.members.value(name, budget: &budget)
    }
  }

  mutating func member(_ name: String, of object: ServiceValue, at index: Int) throws(EvaluationFailure)
    -> ServiceValue
  {
    switch object {
    case .map(let map):
      guard let value = try member(of: map, name, at: index) else {
        throw EvaluationFailure("The property is undefined on the object.", at: index)
      }
      return value
    case .null: throw EvaluationFailure("Null value error: null has no members.", at: index)
    default: throw EvaluationFailure("Values of this type have no members.", at: index)
    }
  }

  mutating func element(_ key: ServiceValue, of object: ServiceValue, at index: Int) throws(EvaluationFailure)
    -> ServiceValue
  {
    switch (object, key) {
    case (.map, .string(let name)): return try member(name, of: object, at: index)
    case (.list(let list), .int(let position)):
      guard let place = Int(exactly: position), list.elements.indices.contains(place) else {
        throw EvaluationFailure("The index is out of range.", at: index)
      }
      return list.elements[place]
    case (.path(let path), .int(let position)):
      guard let place = Int(exactly: position), path.segments.indices.contains(place) else {
        throw EvaluationFailure("The index is out of range.", at: index)
      }
      return .string(path.segments[place])
    case (.string, .int(let position)):
      guard position < .max else { throw EvaluationFailure("The index is out of range.", at: index) }
      return try slice(object, key, .int(position + 1), at: index)
    case (.null, _): throw EvaluationFailure("Null value error: null has no members.", at: index)
    default: throw EvaluationFailure("The value cannot be indexed in this way.", at: index)
    }
  }

  mutating func slice(_ object: ServiceValue, _ first: ServiceValue, _ last: ServiceValue, at index: Int)
    throws(EvaluationFailure) -> ServiceValue
  {
    guard case .int(let first) = first, case .int(let last) = last else {
      throw EvaluationFailure("A range goes from an integer to an integer.", at: index)
    }
    func range(_ count: Int) throws(EvaluationFailure) -> Range<Int> {
      guard first >= 0, first <= last, last <= Int64(count) else {
        throw EvaluationFailure("The range is out of bounds.", at: index)
      }
      return Int(first)..<Int(last)
    }
    switch object {
    case .list(let list):
      return try bounded(.list(ServiceList(Array(list.elements[try range(list.elements.count)]))), at: index)
    case .string(let text):
      // Finding the position of a scalar requires reading all bytes before it.
      try spend(1 + text.utf8.count / 4, at: index)
      let range = try range(text.utf8.count)
      guard let part = ScalarText.slice(text, from: range.lowerBound, to: range.upperBound) else {
        throw EvaluationFailure("The range is out of bounds.", at: index)
      }
      return .string(part)
    case .bytes(let bytes): return try bounded(.bytes(Array(bytes[try range(bytes.count)])), at: index)
    default: throw EvaluationFailure("Only lists and strings have ranges.", at: index)
    }
  }

  mutating func segments(_ parts: [ServiceExpression.PathPart], at index: Int) throws(EvaluationFailure)
    -> [String]
  {
    var segments: [String] = []
    for part in parts {
      switch part {
      case .literal(let text): segments.append(text)
      case .value(let expression):
        switch try value(expression) {
        case .string(let text):
          // With a slash, the path would name a different document than the rule intends.
          try spend(text.utf8.count / 4, at: expression)
          guard !text.isEmpty, !text.utf8.contains(UInt8(ascii: "/")) else {
            throw EvaluationFailure("A segment of a path must not be empty or hold a '/'.", at: expression)
          }
          segments.append(text)
        case .path(let path):
          try spend(path.segments.count, at: expression)
          segments += path.segments
        case .int(let number): segments.append(String(number))
        default: throw EvaluationFailure("Only strings can be put into a path.", at: expression)
        }
      }
      guard segments.count <= 100 else {
        throw EvaluationFailure("The value is too large.", at: index, isFinal: true)
      }
    }
    return segments
  }
}
