/// Infers the type of every expression, as far as possible without evaluating it, and resolves calls and properties.
struct DatabaseTypeChecker {
  enum Kind: Equatable {
    case null, boolean, number, string
    /// One of the types above. Only the evaluation shows which type it is.
    case primitive
    /// Any value that claims may contain.
    case any
    case snapshot, query, regex, array

    var isFuzzy: Bool { self == .any || self == .primitive }
    var name: String { "\(self)" }
  }

  /// The kind of rule. Some variables are available only in some kinds of rules.
  enum Rule: String {
    case read = ".read"
    case write = ".write"
    case validate = ".validate"
  }

  private var program: DatabaseProgram
  private let rule: Rule
  /// The types found so far. The type of an expression may be needed several times, but is inferred once.
  private var known: [Int: Kind] = [:]

  private init(program: DatabaseProgram, rule: Rule) {
    self.program = program
    self.rule = rule
  }

  static func check(_ root: Int, as rule: Rule, in program: inout DatabaseProgram) throws(SyntaxFailure) {
    var checker = DatabaseTypeChecker(program: program, rule: rule)
    // Moves the program out of the caller's variable, so that it has one owner and changes do not copy it.
    program = DatabaseProgram()
    defer { program = checker.program }
    let kind = try checker.kind(of: root)
    guard kind == .boolean else {
      throw SyntaxFailure(
        "The expression must be true or false, and is a \(kind.name).", checker.span(root),
        suggestion: kind.isFuzzy ? "Compare it: add '== true'." : nil)
    }
  }

  private func span(_ index: Int) -> SourceSpan { program.expressions[index].span }

  private func literal(_ index: Int) -> String? {
    guard case .constant(.string(let text)) = program.expressions[index].operation else { return nil }
    return text
  }

  /// Returns the name if it is short enough for a method or property; otherwise an empty text. A literal may be of any
  /// length, and comparing a long literal would be costly.
  private static func word(_ name: String) -> String { name.utf8.count <= 40 ? name : "" }

  private mutating func require(_ index: Int, _ allowed: [Kind], _ message: String) throws(SyntaxFailure)
    -> Kind
  {
    let kind = try kind(of: index)
    guard kind.isFuzzy || allowed.contains(kind) else { throw SyntaxFailure(message, span(index)) }
    return kind
  }

  private mutating func requireBoolean(_ index: Int, _ symbol: String) throws(SyntaxFailure) {
    let kind = try kind(of: index)
    guard kind == .boolean else {
      throw SyntaxFailure(
        "'\(symbol)' works on true and false, not on a \(kind.name).", span(index),
        suggestion: kind.isFuzzy ? "Compare it: add '== true'." : nil)
    }
  }

  private mutating func kind(of index: Int) throws(SyntaxFailure) -> Kind {
    if let kind = known[index] { return kind }
    let kind = try inferredKind(of: index)
    known[index] = kind
    return kind
  }

  private mutating func inferredKind(of index: Int) throws(SyntaxFailure) -> Kind {
    switch program.expressions[index].operation {
    case .constant(let value): return Self.kind(of: value)
    case .variable(let variable): return try kind(of: variable, at: index)
    case .key: return .string
    case .not(let operand):
      try requireBoolean(operand, "!")
      return .boolean
    case .negate(let operand):
      _ = try require(operand, [.number], "'-' works on numbers.")
      return .number
    case .and(let parts):
      for part in parts { try requireBoolean(part, "&&") }
      return .boolean
    case .or(let parts):
      for part in parts { try requireBoolean(part, "||") }
      return .boolean
    case .conditional(let test, let first, let second):
      try requireBoolean(test, "?")
      let kinds = (try kind(of: first), try kind(of: second))
      if kinds.0 == kinds.1 { return kinds.0 }
      let isPrimitive = [kinds.0, kinds.1].allSatisfy {
        [.null, .boolean, .number, .string, .primitive].contains($0)
      }
      return isPrimitive ? .primitive : .any
    case .equal(let left, let right, _):
      for operand in [left, right] {
        _ = try require(
          operand, [.null, .boolean, .number, .string],
          "'==' and '!=' do not work on a \(try kind(of: operand).name).")
      }
      return .boolean
    case .compare(let comparison, let left, let right):
      let message = "'\(comparison.rawValue)' works on numbers and on strings."
      // The evaluation refuses a null operand.
      let kinds = (
        try require(left, [.number, .string, .null], message),
        try require(right, [.number, .string, .null], message)
      )
      guard kinds.0 == kinds.1 || kinds.0.isFuzzy || kinds.1.isFuzzy else {
        throw SyntaxFailure(
          "'\(comparison.rawValue)' has a \(kinds.0.name) to its left and a \(kinds.1.name) to its right.",
          span(index))
      }
      return .boolean
    case .add(let left, let right):
      let message = "'+' works on numbers and on strings."
      let kinds = (
        try require(left, [.number, .string], message), try require(right, [.number, .string], message)
      )
      if kinds.0 == .string || kinds.1 == .string { return .string }
      return kinds.0 == .number && kinds.1 == .number ? .number : .primitive
    case .arithmetic(let symbol, let left, let right):
      _ = try require(left, [.number], "'\(symbol.rawValue)' works on numbers.")
      _ = try require(right, [.number], "'\(symbol.rawValue)' works on numbers.")
      return .number
    case .member(let object, let name): return try property(name, of: object, at: index)
    case .element(let object, let key): return try element(key, of: object, at: index)
    case .call(let callee, let arguments): return try call(callee, arguments, at: index)
    case .array: return .array
    case .regex: return .regex
    case .query(let member): return Self.kind(of: member)
    case .length: return .number
    case .matches: return .boolean
    case .stringMethod(let method, _, _): return Self.kind(of: method)
    case .snapshotMethod(let method, _, _): return Self.kind(of: method)
    }
  }

  private static func kind(of value: DatabaseValue) -> Kind {
    switch value {
    case .null: .null
    case .bool: .boolean
    case .number: .number
    case .string: .string
    case .snapshot: .snapshot
    case .map, .list, .tree: .any
    }
  }

  private static func kind(of member: DatabaseExpression.QueryMember) -> Kind {
    switch member {
    case .orderByKey, .orderByPriority, .orderByValue: .boolean
    case .limitToFirst, .limitToLast, .orderByChild, .startAt, .endAt, .equalTo: .primitive
    }
  }

  private static func kind(of method: DatabaseExpression.StringMethod) -> Kind {
    switch method {
    case .replace, .toLowerCase, .toUpperCase: .string
    case .contains, .beginsWith, .endsWith, .matches: .boolean
    }
  }

  private static func kind(of method: DatabaseExpression.SnapshotMethod) -> Kind {
    switch method {
    case .val, .getPriority: .primitive
    case .child, .parent: .snapshot
    case .hasChild, .hasChildren, .exists, .isNumber, .isString, .isBoolean: .boolean
    }
  }

  private func kind(of variable: DatabaseExpression.Variable, at index: Int) throws(SyntaxFailure) -> Kind {
    switch variable {
    case .auth: return .any
    case .now: return .number
    case .data, .root: return .snapshot
    case .newData:
      guard rule != .read else {
        throw SyntaxFailure(
          "'newData' is not available in .read.", span(index), suggestion: "'data' is what is read.")
      }
      return .snapshot
    case .query:
      guard rule == .read else { throw SyntaxFailure("'query' is available only in .read.", span(index)) }
      return .query
    }
  }

  private func noSuch(_ name: String, _ index: Int, _ known: [String]) -> SyntaxFailure {
    SyntaxFailure(
      "There is no method or property '\(name)' here.", span(index),
      suggestion: Suggestion.of(name, among: known))
  }

  private static let stringNames = DatabaseExpression.StringMethod.allCases.map(\.rawValue) + ["length"]
  private static let snapshotNames = DatabaseExpression.SnapshotMethod.allCases.map(\.rawValue)

  private mutating func property(_ name: String, of object: Int, at index: Int) throws(SyntaxFailure) -> Kind
  {
    switch try kind(of: object) {
    case .any: return .any
    case .string, .primitive:
      guard Self.word(name) == "length" else {
        if DatabaseExpression.StringMethod(rawValue: Self.word(name)) != nil {
          throw SyntaxFailure("'\(name)' is a method and must be called.", span(index))
        }
        throw noSuch(name, index, Self.stringNames)
      }
      program.expressions[index].operation = .length(object)
      return .number
    case .query:
      guard let member = DatabaseExpression.QueryMember(rawValue: Self.word(name)) else {
        throw noSuch(name, index, DatabaseExpression.QueryMember.allCases.map(\.rawValue))
      }
      program.expressions[index].operation = .query(member)
      return Self.kind(of: member)
    case .snapshot:
      if DatabaseExpression.SnapshotMethod(rawValue: Self.word(name)) != nil {
        throw SyntaxFailure(
          "'\(name)' is a method and must be called.", span(index), suggestion: "Write '\(name)()'.")
      }
      throw SyntaxFailure(
        "There is no property '\(name)' of a snapshot.", span(index),
        suggestion: Suggestion.of(name, among: Self.snapshotNames) ?? "Children are child('\(name)').")
    case .null, .boolean, .number, .regex, .array: throw noSuch(name, index, [])
    }
  }

  private mutating func element(_ key: Int, of object: Int, at index: Int) throws(SyntaxFailure) -> Kind {
    let keyKind = try require(key, [.string, .number], "A name or a number is expected between '[' and ']'.")
    let objectKind = try kind(of: object)
    if let name = literal(key), objectKind != .any { return try property(name, of: object, at: index) }
    guard objectKind.isFuzzy else {
      throw SyntaxFailure("'[…]' takes a literal name here, not a \(keyKind.name).", span(key))
    }
    return .any
  }

  private mutating func call(_ callee: Int, _ arguments: [Int], at index: Int) throws(SyntaxFailure) -> Kind {
    let object: Int
    let name: String
    switch program.expressions[callee].operation {
    case .member(let target, let member): (object, name) = (target, member)
    case .element(let target, let key):
      guard let member = literal(key) else {
        throw SyntaxFailure("The name of a method must be a literal.", span(key))
      }
      (object, name) = (target, member)
    default: throw SyntaxFailure("This cannot be called.", span(callee))
    }
    switch try kind(of: object) {
    case .snapshot: return try snapshotCall(name, of: object, arguments, callee: callee, at: index)
    case .string, .primitive, .any:
      return try stringCall(name, of: object, arguments, callee: callee, at: index)
    default: throw noSuch(name, callee, [])
    }
  }

  private func requireCount(_ arguments: [Int], _ count: Int, _ name: String, at index: Int)
    throws(SyntaxFailure)
  {
    guard arguments.count != count else { return }
    throw SyntaxFailure(
      "'\(name)' takes \(count == 0 ? "no arguments" : count == 1 ? "one argument" : "\(count) arguments").",
      span(index))
  }

  private mutating func stringCall(
    _ name: String, of object: Int, _ arguments: [Int], callee: Int, at index: Int
  ) throws(SyntaxFailure) -> Kind {
    guard let method = DatabaseExpression.StringMethod(rawValue: Self.word(name)) else {
      throw noSuch(name, callee, Self.stringNames)
    }
    try requireCount(arguments, method.argumentCount, name, at: index)
    if method == .matches {
      guard let argument = arguments.first, case .regex(let regex) = program.expressions[argument].operation
      else {
        throw SyntaxFailure(
          "'matches' takes a regular expression.", span(arguments.first ?? index),
          suggestion: "Write it between slashes: /^[a-z]+$/.")
      }
      program.expressions[index].operation = .matches(object, regex)
      return .boolean
    }
    for argument in arguments { _ = try require(argument, [.string], "'\(name)' takes a string.") }
    program.expressions[index].operation = .stringMethod(method, object, arguments)
    return Self.kind(of: method)
  }

  private mutating func snapshotCall(
    _ name: String, of object: Int, _ arguments: [Int], callee: Int, at index: Int
  ) throws(SyntaxFailure) -> Kind {
    guard let method = DatabaseExpression.SnapshotMethod(rawValue: Self.word(name)) else {
      throw noSuch(name, callee, Self.snapshotNames)
    }
    var arguments = arguments
    switch method {
    case .hasChildren where arguments.isEmpty: break
    case .hasChildren:
      guard arguments.count == 1, let list = arguments.first,
        case .array(let keys) = program.expressions[list].operation
      else {
        throw SyntaxFailure(
          "'hasChildren' takes a list of strings, or nothing.", span(index),
          suggestion: "Write hasChildren(['name', 'age']).")
      }
      guard !keys.isEmpty else { throw SyntaxFailure("The list is empty.", span(list)) }
      for key in keys { _ = try require(key, [.string], "'hasChildren' takes strings.") }
      arguments = keys
    case .child, .hasChild:
      try requireCount(arguments, 1, name, at: index)
      for argument in arguments { _ = try require(argument, [.string], "'\(name)' takes a string.") }
    default: try requireCount(arguments, 0, name, at: index)
    }
    program.expressions[index].operation = .snapshotMethod(method, object, arguments)
    return Self.kind(of: method)
  }
}
