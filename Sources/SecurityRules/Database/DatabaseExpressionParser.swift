/// Parses a rule's expression.
struct DatabaseExpressionParser {
  /// The maximum nesting of an expression, both in its text and in the result.
  static let maximumDepth = 100

  private var scanner: DatabaseExpressionScanner
  private var program: DatabaseProgram
  /// The depth of each expression that this parser has made.
  private var depths: [Int: Int] = [:]
  /// The `$` variables in scope, each with its depth in the path.
  private let keys: [(name: String, depth: Int)]

  private init(
    _ scanner: DatabaseExpressionScanner, _ program: DatabaseProgram, keys: [(name: String, depth: Int)]
  ) {
    self.scanner = scanner
    self.program = program
    self.keys = keys
  }

  /// Adds an expression to the program.
  ///
  /// - Returns: its index there.
  static func parse(
    text: [UInt8], offsets: [Int], keys: [(name: String, depth: Int)], into program: inout DatabaseProgram
  ) throws(SyntaxFailure) -> Int {
    let scanner = try DatabaseExpressionScanner(text: text, offsets: offsets)
    var parser = DatabaseExpressionParser(scanner, program, keys: keys)
    // Moves the program out of the caller's variable, so that it has one owner and changes do not copy it.
    program = DatabaseProgram()
    defer { program = parser.program }
    let root = try parser.expression(depth: 0)
    guard parser.scanner.token == .end else { throw parser.unexpected() }
    return root
  }

  private func unexpected() -> SyntaxFailure {
    switch scanner.token {
    case .end: SyntaxFailure("Unexpected end of expression.", scanner.span)
    case .number: SyntaxFailure("Unexpected number.", scanner.span)
    case .string: SyntaxFailure("Unexpected string.", scanner.span)
    case .name(let name): SyntaxFailure("Unexpected '\(name)'.", scanner.span)
    case .symbol(let symbol): SyntaxFailure("Unexpected '\(symbol)'.", scanner.span)
    }
  }

  private mutating func take(_ symbol: String) throws(SyntaxFailure) -> Bool {
    guard scanner.token == .symbol(symbol) else { return false }
    try scanner.advance()
    return true
  }

  private mutating func expect(_ symbol: String) throws(SyntaxFailure) {
    guard try take(symbol) else {
      if scanner.token == .end { throw SyntaxFailure("Expected '\(symbol)' before the end.", scanner.span) }
      throw SyntaxFailure("Expected '\(symbol)'.", scanner.span)
    }
  }

  private mutating func add(_ operation: DatabaseExpression.Operation, _ span: SourceSpan)
    throws(SyntaxFailure)
    -> Int
  {
    let index = program.add(operation, span)
    let depth = 1 + (program.parts(of: index).map { depths[$0] ?? 1 }.max() ?? 0)
    guard depth <= Self.maximumDepth else {
      throw SyntaxFailure("The expression is too complex.", span)
    }
    depths[index] = depth
    return index
  }

  private func span(from start: Int) -> SourceSpan { SourceSpan(start, scanner.previousEnd) }

  private func start(of index: Int) -> Int { program.expressions[index].span.start }

  private mutating func expression(depth: Int) throws(SyntaxFailure) -> Int {
    guard depth < Self.maximumDepth else {
      throw SyntaxFailure("The expression nests too deeply.", scanner.span)
    }
    let start = scanner.span.start
    let test = try binary(level: 0, depth: depth)
    guard try take("?") else { return test }
    let first = try expression(depth: depth + 1)
    try expect(":")
    let second = try expression(depth: depth + 1)
    return try add(.conditional(test, first, second), span(from: start))
  }

  private static let levels: [[String]] = [
    ["||"], ["&&"], ["==", "===", "!=", "!=="], ["<", "<=", ">", ">="], ["+", "-"], ["*", "/", "%"],
  ]

  private func binaryOperator(level: Int) -> String? {
    guard case .symbol(let symbol) = scanner.token, Self.levels[level].contains(symbol) else { return nil }
    return symbol
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
      return try add(level == 0 ? .or(parts) : .and(parts), span(from: start))
    }
    while let symbol = binaryOperator(level: level) {
      try scanner.advance()
      let right = try binary(level: level + 1, depth: depth)
      left = try add(Self.operation(symbol, left, right), span(from: start))
    }
    return left
  }

  private static func operation(_ symbol: String, _ left: Int, _ right: Int) -> DatabaseExpression.Operation {
    switch symbol {
    case "==", "===": .equal(left, right, isNegated: false)
    case "!=", "!==": .equal(left, right, isNegated: true)
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
    guard depth < Self.maximumDepth else {
      throw SyntaxFailure("The expression nests too deeply.", scanner.span)
    }
    let start = scanner.span.start
    if try take("!") { return try add(.not(try unary(depth: depth + 1)), span(from: start)) }
    if try take("-") { return try add(.negate(try unary(depth: depth + 1)), span(from: start)) }
    if scanner.token == .symbol("+") {
      throw SyntaxFailure("Rule expressions may not contain operator '+' before a value.", scanner.span)
    }
    return try postfix(depth: depth)
  }

  private mutating func postfix(depth: Int) throws(SyntaxFailure) -> Int {
    let start = scanner.span.start
    var value = try primary(depth: depth)
    while true {
      if try take(".") {
        guard case .name(let name) = scanner.token else {
          throw SyntaxFailure("Expected the name of a property after '.'.", scanner.span)
        }
        try scanner.advance()
        value = try add(.member(value, name), span(from: start))
      } else if try take("[") {
        let key = try expression(depth: depth + 1)
        try expect("]")
        value = try add(.element(value, key), span(from: start))
      } else if try take("(") {
        let arguments = try list(until: ")", depth: depth)
        value = try add(.call(value, arguments), span(from: start))
      } else {
        return value
      }
    }
  }

  private mutating func list(until end: String, depth: Int) throws(SyntaxFailure) -> [Int] {
    var items: [Int] = []
    if try take(end) { return items }
    repeat { items.append(try expression(depth: depth + 1)) } while try take(",")
    try expect(end)
    return items
  }

  private mutating func primary(depth: Int) throws(SyntaxFailure) -> Int {
    let span = scanner.span
    switch scanner.token {
    case .number(let value):
      try scanner.advance()
      return try add(.constant(.number(value)), span)
    case .string(let value):
      try scanner.advance()
      return try add(.constant(.string(value)), span)
    case .name(let name):
      try scanner.advance()
      return try add(try named(name, span), span)
    case .symbol("("):
      try scanner.advance()
      let inner = try expression(depth: depth + 1)
      try expect(")")
      return inner
    case .symbol("["):
      try scanner.advance()
      let items = try list(until: "]", depth: depth)
      return try add(.array(items), self.span(from: span.start))
    case .symbol("/"):
      return try regex()
    default: throw unexpected()
    }
  }

  private func named(_ name: String, _ span: SourceSpan) throws(SyntaxFailure) -> DatabaseExpression.Operation
  {
    switch name {
    case "true": return .constant(.bool(true))
    case "false": return .constant(.bool(false))
    case "null": return .constant(.null)
    default: break
    }
    if let variable = DatabaseExpression.Variable(rawValue: name) { return .variable(variable) }
    if let key = keys.last(where: { ExactText.equal($0.name, name) }) { return .key(key.depth) }
    let known = DatabaseExpression.Variable.allCases.map(\.rawValue) + keys.map(\.name)
    throw SyntaxFailure(
      "Unknown variable '\(name)'.", span,
      suggestion: Suggestion.of(name, among: known)
        ?? (name.hasPrefix("$") ? "A '$' variable is known at its own location and below it." : nil))
  }

  private mutating func regex() throws(SyntaxFailure) -> Int {
    let (pattern, flags, span) = try scanner.regex()
    guard flags.isEmpty || flags == "i" else {
      throw SyntaxFailure("The only flag of a regular expression is 'i'.", span)
    }
    do {
      try DatabaseRegexSyntax.check(pattern)
      return try add(.regex(try RulesRegex(pattern, ignoresCase: flags == "i")), span)
    } catch let failure as RegexFailure {
      throw SyntaxFailure("The regular expression is not valid: \(failure.message).", span)
    } catch let failure as SyntaxFailure {
      throw failure
    } catch {
      throw SyntaxFailure("The regular expression is not valid.", span)
    }
  }
}
