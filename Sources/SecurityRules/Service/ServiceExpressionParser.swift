/// Parses expressions.
struct ServiceExpressionParser {
  /// The maximum nesting of an expression, both in its text and in the result.
  static let maximumDepth = 100

  var scanner: ServiceScanner
  private(set) var program = ServiceProgram()
  private var depths: [Int] = []

  init(_ scanner: ServiceScanner) { self.scanner = scanner }

  func unexpected(expecting: String? = nil, known: [String] = []) -> SyntaxFailure {
    let ending = expecting.map { "; expected \($0)" } ?? ""
    switch scanner.token {
    case .end: return SyntaxFailure("Unexpected end of the rules\(ending).", scanner.span)
    case .int, .float: return SyntaxFailure("Unexpected number\(ending).", scanner.span)
    case .string: return SyntaxFailure("Unexpected string\(ending).", scanner.span)
    case .name(let name):
      return SyntaxFailure(
        "Unexpected '\(name)'\(ending).", scanner.span, suggestion: Suggestion.of(name, among: known))
    case .symbol(let symbol): return SyntaxFailure("Unexpected '\(symbol)'\(ending).", scanner.span)
    }
  }

  mutating func take(_ symbol: String) throws(SyntaxFailure) -> Bool {
    guard scanner.token == .symbol(symbol) else { return false }
    try scanner.advance()
    return true
  }

  mutating func expect(_ symbol: String) throws(SyntaxFailure) {
    guard try !take(symbol) else { return }
    if symbol == ";" || symbol == "}" {
      // A missing symbol is reported at the end of the previous token.
      let place = SourceSpan(scanner.previousEnd, scanner.previousEnd + 1)
      throw SyntaxFailure("Missing '\(symbol)'.", place, suggestion: "Add '\(symbol)' here.")
    }
    throw unexpected(expecting: "'\(symbol)'")
  }

  private static let keywords: Set<String> = [
    "allow", "function", "if", "in", "is", "let", "match", "return", "service", "true", "false", "null",
  ]

  mutating func name(_ what: String) throws(SyntaxFailure) -> String {
    guard case .name(let name) = scanner.token, !Self.keywords.contains(name) else {
      throw unexpected(expecting: what)
    }
    try scanner.advance()
    return name
  }

  /// Parses a complete expression.
  mutating func whole() throws(SyntaxFailure) -> Int { try expression(depth: 0) }

  private mutating func add(_ operation: ServiceExpression.Operation, from start: Int) throws(SyntaxFailure)
    -> Int
  {
    let span = SourceSpan(start, scanner.previousEnd)
    let index = program.add(operation, span)
    let depth = 1 + (program.parts(of: index).map { depths[$0] }.max() ?? 0)
    guard depth <= Self.maximumDepth else {
      throw SyntaxFailure("The expression is too complex to evaluate safely.", span)
    }
    depths.append(depth)
    return index
  }

  private func checkDepth(_ depth: Int) throws(SyntaxFailure) {
    guard depth < Self.maximumDepth else {
      throw SyntaxFailure("The expression is too complex to evaluate safely.", scanner.span)
    }
  }

  private mutating func expression(depth: Int) throws(SyntaxFailure) -> Int {
    try checkDepth(depth)
    let start = scanner.span.start
    let test = try binary(level: 0, depth: depth)
    guard try take("?") else { return test }
    let first = try expression(depth: depth + 1)
    try expect(":")
    let second = try expression(depth: depth + 1)
    return try add(.conditional(test, first, second), from: start)
  }

  /// The operators, from the lowest to the highest precedence. `in` and `is` have a higher precedence than `==` and a
  /// lower precedence than `<`.
  private static let levels: [[String]] = [
    ["||"], ["&&"], ["==", "!="], ["in", "is"], ["<", "<=", ">", ">="], ["+", "-"], ["*", "/", "%"],
  ]

  private func binaryOperator(level: Int) -> String? {
    switch scanner.token {
    case .symbol(let text), .name(let text): Self.levels[level].contains(text) ? text : nil
    default: nil
    }
  }

  private mutating func binary(level: Int, depth: Int) throws(SyntaxFailure) -> Int {
    guard level < Self.levels.count else { return try unary(depth: depth) }
    let start = scanner.span.start
    var left = try binary(level: level + 1, depth: depth)
    if level < 2 {
      var parts = [left]
      while binaryOperator(level: level) != nil {
        try scanner.advance()
        parts.append(try binary(level: level + 1, depth: depth))
      }
      guard parts.count > 1 else { return left }
      return try add(level == 0 ? .or(parts) : .and(parts), from: start)
    }
    while let symbol = binaryOperator(level: level) {
      try scanner.advance()
      if symbol == "is" {
        guard case .name(let type) = scanner.token else { throw unexpected(expecting: "the name of a type") }
        try scanner.advance()
        left = try add(.isOf(left, ServiceValue.TypeName(rawValue: type)), from: start)
      } else {
        let right = try binary(level: level + 1, depth: depth)
        left = try add(Self.operation(symbol, left, right), from: start)
      }
    }
    return left
  }

  private static func operation(_ symbol: String, _ left: Int, _ right: Int) -> ServiceExpression.Operation {
    switch symbol {
    case "==": .equal(left, right, isNegated: false)
    case "!=": .equal(left, right, isNegated: true)
    case "in": .contained(left, right)
    case "+": .add(left, right)
    case "<": .compare(.less, left, right)
    case "<=": .compare(.lessOrEqual, left, right)
    case ">": .compare(.greater, left, right)
    case ">=": .compare(.greaterOrEqual, left, right)
    case "-": .arithmetic(.subtract, left, right)
    case "*": .arithmetic(.multiply, left, right)
    case "/": .arithmetic(.divide, left, right)
    default: .arithmetic(.remainder, left, right)
    }
  }

  private mutating func unary(depth: Int) throws(SyntaxFailure) -> Int {
    try checkDepth(depth)
    let start = scanner.span.start
    if try take("!") { return try add(.not(try unary(depth: depth + 1)), from: start) }
    if try take("-") { return try add(.negate(try unary(depth: depth + 1)), from: start) }
    return try postfix(depth: depth)
  }

  private mutating func postfix(depth: Int) throws(SyntaxFailure) -> Int {
    let start = scanner.span.start
    var value = try primary(depth: depth)
    while true {
      if try take(".") {
        guard case .name(let name) = scanner.token else {
          throw unexpected(expecting: "the name of a member")
        }
        try scanner.advance()
        if try take("(") {
          let arguments = try list(until: ")", depth: depth, allowsTrailingComma: false)
          value = try add(.methodCall(value, name, arguments), from: start)
        } else {
          value = try add(.member(value, name), from: start)
        }
      } else if try take("[") {
        let first = try expression(depth: depth + 1)
        if try take(":") {
          let last = try expression(depth: depth + 1)
          try expect("]")
          value = try add(.slice(value, first, last), from: start)
        } else {
          try expect("]")
          value = try add(.element(value, first), from: start)
        }
      } else {
        return value
      }
    }
  }

  private mutating func list(until end: String, depth: Int, allowsTrailingComma: Bool) throws(SyntaxFailure)
    -> [Int]
  {
    var items: [Int] = []
    if try take(end) { return items }
    while true {
      items.append(try expression(depth: depth + 1))
      guard try take(",") else { break }
      if allowsTrailingComma, scanner.token == .symbol(end) { break }
    }
    try expect(end)
    return items
  }

  private mutating func primary(depth: Int) throws(SyntaxFailure) -> Int {
    let start = scanner.span.start
    switch scanner.token {
    case .int(let value): return try constant(.int(value))
    case .float(let value): return try constant(.float(value))
    case .string(let value): return try constant(.string(value))
    case .name("true"): return try constant(.bool(true))
    case .name("false"): return try constant(.bool(false))
    case .name("null"): return try constant(.null)
    case .name(let name):
      guard !Self.keywords.contains(name) else { throw unexpected(expecting: "an expression") }
      try scanner.advance()
      guard try take("(") else { return try add(.name(name), from: start) }
      let arguments = try list(until: ")", depth: depth, allowsTrailingComma: false)
      return try add(.namedCall(name, arguments), from: start)
    case .symbol("("):
      try scanner.advance()
      let inner = try expression(depth: depth + 1)
      try expect(")")
      return inner
    case .symbol("["):
      try scanner.advance()
      let items = try list(until: "]", depth: depth, allowsTrailingComma: true)
      return try add(.list(items), from: start)
    case .symbol("{"): return try map(depth: depth)
    case .symbol("/"): return try path(depth: depth)
    default: throw unexpected(expecting: "an expression")
    }
  }

  private mutating func constant(_ value: ServiceValue) throws(SyntaxFailure) -> Int {
    let start = scanner.span.start
    try scanner.advance()
    return try add(.constant(value), from: start)
  }

  private mutating func map(depth: Int) throws(SyntaxFailure) -> Int {
    let start = scanner.span.start
    try scanner.advance()
    var keys: [String] = []
    var values: [Int] = []
    while scanner.token != .symbol("}") {
      if !keys.isEmpty {
        try expect(",")
        if scanner.token == .symbol("}") { break }
      }
      guard case .string(let key) = scanner.token else { throw unexpected(expecting: "a key in quotes") }
      try scanner.advance()
      try expect(":")
      keys.append(key)
      values.append(try expression(depth: depth + 1))
    }
    try expect("}")
    return try add(.map(keys, values), from: start)
  }

  private mutating func path(depth: Int) throws(SyntaxFailure) -> Int {
    let start = scanner.span.start
    var parts: [ServiceExpression.PathPart] = []
    repeat {
      switch try scanner.pathSegment() {
      case .literal(let text): parts.append(.literal(text))
      case .expression:
        parts.append(.value(try expression(depth: depth + 1)))
        guard scanner.token == .symbol(")") else { throw unexpected(expecting: "')'") }
        try scanner.advance()
      }
    } while scanner.isAtAdjacentSlash
    return try add(.path(parts), from: start)
  }
}
