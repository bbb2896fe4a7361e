import Foundation

/// Evaluates the expressions of one request.
struct DatabaseEvaluator {
  let program: DatabaseProgram
  let auth: DatabaseValue
  let now: Double
  let query: DatabaseQuery?
  /// The keys from the root to the request's location. The location whose rules are being evaluated lies on this path.
  private(set) var keys: [String]
  /// The number of keys that lead to the current location.
  private(set) var depth = 0
  private var oldChain: [DatabaseSnapshot]
  private var newChain: [DatabaseSnapshot]
  /// The budget of the whole request, which may write at many paths.
  var budget = WorkBudget()
  var trace: EvaluationTrace?

  init(
    program: DatabaseProgram, request: DatabaseRequest, keys: [String], newRoot: DatabaseNode?,
    query: DatabaseQuery?
  ) {
    self.program = program
    auth = request.auth?.database ?? .null
    now = request.time
    self.query = query
    self.keys = keys
    oldChain = [DatabaseSnapshot(node: request.data.root)]
    newChain = [DatabaseSnapshot(node: newRoot)]
  }

  /// Moves to a location on the path.
  mutating func move(to depth: Int) { self.depth = depth }

  /// Moves to a child of the location.
  mutating func enter(_ key: String) {
    keys.removeSubrange(depth...)
    keys.append(key)
    depth += 1
    oldChain.removeSubrange(min(oldChain.count, depth)...)
    newChain.removeSubrange(min(newChain.count, depth)...)
  }

  /// Moves back to the parent.
  mutating func leave() { depth -= 1 }

  private mutating func old() -> DatabaseSnapshot {
    while oldChain.count <= depth {
      let parent = oldChain[oldChain.count - 1]
      oldChain.append(DatabaseSnapshot(node: parent.node?.child(keys[oldChain.count - 1]), parent: parent))
    }
    return oldChain[depth]
  }

  private mutating func new() -> DatabaseSnapshot {
    while newChain.count <= depth {
      let parent = newChain[newChain.count - 1]
      newChain.append(DatabaseSnapshot(node: parent.node?.child(keys[newChain.count - 1]), parent: parent))
    }
    return newChain[depth]
  }

  /// True if the location has data after the request.
  mutating func hasNewData() -> Bool { new().node != nil }

  mutating func newNode() -> DatabaseNode? { new().node }

  /// Evaluates a rule.
  mutating func condition(_ root: Int) throws(EvaluationFailure) -> Bool {
    guard case .bool(let value) = try value(root) else {
      throw EvaluationFailure("The expression is neither true nor false.", at: root)
    }
    return value
  }

  private mutating func value(_ index: Int) throws(EvaluationFailure) -> DatabaseValue {
    guard let trace else { return try plainValue(index) }
    do throws(EvaluationFailure) {
      let value = try plainValue(index)
      trace.record(index, value.shown)
      return value
    } catch {
      trace.record(index, error)
      throw error
    }
  }

  private mutating func plainValue(_ index: Int) throws(EvaluationFailure) -> DatabaseValue {
    switch program.expressions[index].operation {
    case .constant(let value): return value
    case .key(let depth): return .string(keys[depth])
    case .variable(let variable): return variableValue(variable)
    case .member(let object, let name): return try member(name, of: try value(object), at: index)
    case .equal(let left, let right, let isNegated):
      return .bool(try equal(left, right, at: index) != isNegated)
    case .and(let parts):
      for part in parts where try !bool(part) { return .bool(false) }
      return .bool(true)
    case .or(let parts):
      for part in parts where try bool(part) { return .bool(true) }
      return .bool(false)
    case .not(let operand): return .bool(try !bool(operand))
    default: return try otherValue(index)
    }
  }

  private mutating func otherValue(_ index: Int) throws(EvaluationFailure) -> DatabaseValue {
    switch program.expressions[index].operation {
    case .negate(let operand): return .number(-(try number(operand)))
    case .conditional(let test, let first, let second):
      return try bool(test) ? try value(first) : try value(second)
    case .compare(let comparison, let left, let right):
      return .bool(try compare(comparison, left, right, at: index))
    case .add(let left, let right): return try sum(left, right, at: index)
    case .arithmetic(let symbol, let left, let right): return .number(try arithmetic(symbol, left, right))
    case .element(let object, let key): return try element(key, of: object, at: index)
    case .query(let member): return query?.value(member) ?? .null
    case .length(let object): return try member("length", of: try value(object), at: index)
    case .matches(let object, let regex): return .bool(try matches(object, regex, at: index))
    case .stringMethod(let method, let object, let arguments):
      return try call(method, on: object, arguments, at: index)
    case .snapshotMethod(let method, let object, let arguments):
      return try call(method, on: object, arguments, at: index)
    default: throw EvaluationFailure("This cannot be evaluated.", at: index)
    }
  }

  private mutating func variableValue(_ variable: DatabaseExpression.Variable) -> DatabaseValue {
    switch variable {
    case .auth: return auth
    case .now: return .number(now)
    case .data: return .snapshot(old())
    case .newData: return .snapshot(new())
    case .root: return .snapshot(oldChain[0])
    case .query: return .null
    }
  }

  private mutating func bool(_ index: Int) throws(EvaluationFailure) -> Bool {
    guard case .bool(let value) = try value(index) else {
      throw EvaluationFailure("This is neither true nor false.", at: index)
    }
    return value
  }

  private mutating func number(_ index: Int) throws(EvaluationFailure) -> Double {
    guard case .number(let value) = try value(index) else {
      throw EvaluationFailure("This is not a number.", at: index)
    }
    return value
  }

  private mutating func string(_ index: Int) throws(EvaluationFailure) -> String {
    guard case .string(let value) = try value(index) else {
      throw EvaluationFailure("This is not a string.", at: index)
    }
    return value
  }

  private mutating func equal(_ left: Int, _ right: Int, at index: Int) throws(EvaluationFailure) -> Bool {
    let first = try value(left)
    let second = try value(right)
    for operand in [first, second] {
      if case .snapshot = operand { throw EvaluationFailure("A snapshot cannot be compared.", at: index) }
    }
    return try working(at: index) { (budget) throws(WorkBudget.Exhausted) in
      try DatabaseValue.equal(first, second, budget: &budget)
    }
  }

  /// Runs an operation that counts its own steps in the budget.
  private mutating func working<Value>(
    at index: Int, _ body: (inout WorkBudget) throws(WorkBudget.Exhausted) -> Value
  ) throws(EvaluationFailure) -> Value {
    do { return try body(&budget) } catch { throw .exhausted(at: index) }
  }

  private mutating func compare(
    _ comparison: DatabaseExpression.Comparison, _ left: Int, _ right: Int, at index: Int
  ) throws(EvaluationFailure) -> Bool {
    switch (try value(left), try value(right)) {
    case (.number(let a), .number(let b)):
      switch comparison {
      case .less: return a < b
      case .lessOrEqual: return a <= b
      case .greater: return a > b
      case .greaterOrEqual: return a >= b
      }
    case (.string(let a), .string(let b)):
      let order = try working(at: index) { (budget) throws(WorkBudget.Exhausted) in
        try ExactText.compare(a, b, budget: &budget)
      }
      switch comparison {
      case .less: return order < 0
      case .lessOrEqual: return order <= 0
      case .greater: return order > 0
      case .greaterOrEqual: return order >= 0
      }
    default: throw EvaluationFailure("Only two numbers or two strings can be compared.", at: index)
    }
  }

  private mutating func sum(_ left: Int, _ right: Int, at index: Int) throws(EvaluationFailure)
    -> DatabaseValue
  {
    switch (try value(left), try value(right)) {
    case (.number(let a), .number(let b)): return .number(a + b)
    case (.string(let a), .string(let b)): return .string(try bounded(a + b, at: index))
    case (.string(let a), .number(let b)):
      return .string(try bounded(a + DatabaseValue.text(of: b), at: index))
    case (.number(let a), .string(let b)):
      return .string(try bounded(DatabaseValue.text(of: a) + b, at: index))
    default: throw EvaluationFailure("Only numbers and strings can be added.", at: index)
    }
  }

  private mutating func bounded(_ text: String, at index: Int) throws(EvaluationFailure) -> String {
    try working(at: index) { (budget) throws(WorkBudget.Exhausted) in
      try budget.spend(copying: text.utf8.count)
      guard text.utf8.count <= WorkBudget.maximumValueSize else { throw WorkBudget.Exhausted() }
    }
    return text
  }

  private mutating func arithmetic(_ symbol: DatabaseExpression.Arithmetic, _ left: Int, _ right: Int)
    throws(EvaluationFailure) -> Double
  {
    let a = try number(left)
    let b = try number(right)
    switch symbol {
    case .subtract: return a - b
    case .multiply: return a * b
    case .divide: return b == 0 ? .nan : a / b
    case .remainder: return b == 0 ? .nan : fmod(a, b)
    }
  }

  private mutating func member(_ name: String, of object: DatabaseValue, at index: Int)
    throws(EvaluationFailure) -> DatabaseValue
  {
    let isLength = ExactText.equal(name, "length")
    switch object {
    case .null: return .null
    case .map(let members):
      return try working(at: index) { (budget) throws(WorkBudget.Exhausted) in
        try members.value(name, budget: &budget)
      } ?? .null
    case .tree(let node):
      return try working(at: index) { (budget) throws(WorkBudget.Exhausted) in
        try node.children.value(name, budget: &budget)
      }?.value ?? .null
    case .string(let text):
      guard isLength else { return .null }
      try working(at: index) { (budget) throws(WorkBudget.Exhausted) in
        try budget.spend(reading: text.utf8.count)
      }
      return .number(Double(ScalarText.utf16Count(text)))
    case .list(let elements):
      if isLength { return .number(Double(elements.count)) }
      // No list has an element whose index has so many digits.
      guard name.utf8.count < 20 else { return .null }
      return Int(name).flatMap { elements.indices.contains($0) ? elements[$0] : nil } ?? .null
    case .bool, .number:
      guard !isLength else { throw EvaluationFailure("Only a string has a length.", at: index) }
      return .null
    case .snapshot: throw EvaluationFailure("A snapshot has no properties.", at: index)
    }
  }

  private mutating func element(_ key: Int, of object: Int, at index: Int) throws(EvaluationFailure)
    -> DatabaseValue
  {
    let object = try value(object)
    switch try value(key) {
    case .string(let name): return try member(name, of: object, at: index)
    case .number(let position):
      if case .list(let elements) = object {
        return Int(exactly: position).flatMap { elements.indices.contains($0) ? elements[$0] : nil } ?? .null
      }
      return try member(DatabaseValue.text(of: position), of: object, at: index)
    default:
      throw EvaluationFailure("The value between '[' and ']' is neither a name nor a number.", at: index)
    }
  }

  private mutating func matches(_ object: Int, _ regex: RulesRegex, at index: Int) throws(EvaluationFailure)
    -> Bool
  {
    let text = try string(object)
    return try working(at: index) { (budget) throws(WorkBudget.Exhausted) in
      try regex.isFound(in: text, budget: &budget)
    }
  }

  private mutating func call(
    _ method: DatabaseExpression.StringMethod, on object: Int, _ arguments: [Int], at index: Int
  ) throws(EvaluationFailure) -> DatabaseValue {
    let text = try string(object)
    var words: [String] = []
    for argument in arguments { words.append(try string(argument)) }
    let result = try apply(method, to: text, words, at: index)
    guard case .string(let changed) = result else { return result }
    return .string(try bounded(changed, at: index))
  }

  private mutating func apply(
    _ method: DatabaseExpression.StringMethod, to text: String, _ words: [String], at index: Int
  ) throws(EvaluationFailure) -> DatabaseValue {
    try working(at: index) { (budget) throws(WorkBudget.Exhausted) in
      switch (method, words.count) {
      case (.contains, 1):
        return .bool(try TextSearch(words[0], budget: &budget).isFound(in: text, budget: &budget))
      case (.beginsWith, 1):
        try budget.spend(reading: words[0].utf8.count)
        return .bool(ExactText.begins(text, with: words[0]))
      case (.endsWith, 1):
        try budget.spend(words[0].utf8.count)
        return .bool(ExactText.ends(text, with: words[0]))
      case (.replace, 2):
        let search = try TextSearch(words[0], budget: &budget)
        return .string(try search.replacing(in: text, with: words[1], budget: &budget))
      case (.toLowerCase, _):
        try budget.spend(ScalarText.caseCost(text))
        return .string(text.lowercased())
      case (.toUpperCase, _):
        try budget.spend(ScalarText.caseCost(text))
        return .string(text.uppercased())
      default: return .null
      }
    }
  }

  private mutating func call(
    _ method: DatabaseExpression.SnapshotMethod, on object: Int, _ arguments: [Int], at index: Int
  ) throws(EvaluationFailure) -> DatabaseValue {
    guard case .snapshot(let snapshot) = try value(object) else {
      throw EvaluationFailure("This is not a snapshot.", at: object)
    }
    switch method {
    case .val: return snapshot.node?.value ?? .null
    case .exists: return .bool(snapshot.node != nil)
    case .child:
      let path = try string(arguments[0])
      let child = try working(at: index) { (budget) throws(WorkBudget.Exhausted) in
        try snapshot.child(path, budget: &budget)
      }
      guard let child else { throw EvaluationFailure("The path is deeper than data can be.", at: index) }
      return .snapshot(child)
    case .hasChild: return .bool(try has(try string(arguments[0]), in: snapshot, at: index))
    case .hasChildren:
      if arguments.isEmpty { return .bool(snapshot.node.map { !$0.children.isEmpty } ?? false) }
      var hasAll = true
      for argument in arguments {
        if try !has(try string(argument), in: snapshot, at: index) { hasAll = false }
      }
      return .bool(hasAll)
    case .parent:
      guard let parent = snapshot.parent else {
        throw EvaluationFailure("The root has no parent.", at: index)
      }
      return .snapshot(parent)
    case .getPriority: return snapshot.node?.priority?.value ?? .null
    case .isNumber:
      if case .number? = snapshot.node?.leaf { return .bool(true) }
      return .bool(false)
    case .isString:
      if case .string? = snapshot.node?.leaf { return .bool(true) }
      return .bool(false)
    case .isBoolean:
      if case .bool? = snapshot.node?.leaf { return .bool(true) }
      return .bool(false)
    }
  }

  private mutating func has(_ path: String, in snapshot: DatabaseSnapshot, at index: Int)
    throws(EvaluationFailure) -> Bool
  {
    try working(at: index) { (budget) throws(WorkBudget.Exhausted) in
      try snapshot.hasChild(path, budget: &budget)
    }
  }
}
