import IdentityWire

/// Reports the values of each expression of a condition, as a tree.
struct ExpressionReport {
  private let rules: ServiceRules
  private var values: [Int: [(value: JSONValue, count: Int64)]] = [:]
  /// True to include expressions that were not evaluated.
  private let isFull: Bool
  private let position: (SourceSpan, Int, Int) -> JSONValue
  /// The number of expressions that may still be reported. Without this limit, a function that is called many times
  /// could make the tree extremely large.
  private var remaining: Int
  /// The number of reported expressions.
  private(set) var count = 0

  init(
    rules: ServiceRules, visited: [VisitedExpression], isFull: Bool, limit: Int,
    position: @escaping (SourceSpan, Int, Int) -> JSONValue
  ) {
    self.rules = rules
    self.isFull = isFull
    self.position = position
    remaining = min(limit, 5_000)
    for visit in visited {
      let json = visit.json
      var known = values[visit.index] ?? []
      if let index = known.firstIndex(where: { $0.value == json }) {
        known[index].count += 1
      } else {
        known.append((json, 1))
      }
      values[visit.index] = known
    }
  }

  mutating func tree(of rule: EvaluatedRule) -> JSONValue? {
    // The expression that was evaluated last is the whole condition.
    rule.visited.last.flatMap { tree(of: $0.index, depth: 0) }
  }

  private mutating func tree(of index: Int, depth: Int) -> JSONValue? {
    remaining -= 1
    guard remaining > 0, depth < 60, isFull || values[index] != nil else { return nil }
    count += 1
    let expression = rules.program.expressions[index]
    let place = rules.source.position(of: expression.span.start)
    var members = ["sourcePosition": position(expression.span, place.line, place.column)]
    if let values = values[index] {
      members["values"] = .array(values.map { ["value": $0.value, "count": .integer($0.count)] })
    }
    var parts = rules.program.parts(of: index)
    if case .call(let function, _) = expression.operation {
      parts += rules.program.functions[function].lets + [rules.program.functions[function].body]
    }
    var children: [JSONValue] = []
    for part in parts {
      if let child = tree(of: part, depth: depth + 1) { children.append(child) }
    }
    if !children.isEmpty { members["children"] = .array(children) }
    return .object(members)
  }
}
