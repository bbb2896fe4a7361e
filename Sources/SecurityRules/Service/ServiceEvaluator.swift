/// Evaluates the conditions of one request.
struct ServiceEvaluator {
  /// The maximum number of expressions that a request may evaluate, not counting literals and names.
  static let maximumExpressions = 1_000
  /// The maximum nesting of function calls.
  static let maximumCallDepth = 20
  /// The maximum nesting of expressions, including those in called functions.
  private static let maximumDepth = 300

  let program: ServiceProgram
  let request: ServiceRequest
  let documents: RulesDocuments
  let service: ServiceRules.Service
  var bindings: [ServiceValue] = []
  var budget = WorkBudget()
  var trace: EvaluationTrace?
  private(set) var debugMessages: [String] = []
  private(set) var lookups: [ServiceLookup] = []

  private var expressionCount = 0
  private var depth = 0
  private var callDepth = 0
  private var frame = 0
  private var locals: [Local] = []
  private var answers: [(function: String, path: String, answer: RulesDocuments.Answer)] = []

  private enum Local {
    case value(ServiceValue)
    case failure(EvaluationFailure)
    /// A `let` variable that was not evaluated yet.
    case pending(Int)
  }

  init(
    program: ServiceProgram, request: ServiceRequest, documents: RulesDocuments, service: ServiceRules.Service
  ) {
    self.program = program
    self.request = request
    self.documents = documents
    self.service = service
  }

  /// Evaluates a condition. A value other than true does not grant the request.
  mutating func condition(_ root: Int) throws(EvaluationFailure) -> Bool {
    locals.removeAll(keepingCapacity: true)
    (frame, depth, callDepth) = (0, 0, 0)
    guard case .bool(let value) = try value(root) else {
      throw EvaluationFailure("The condition is neither true nor false.", at: root)
    }
    return value
  }

  mutating func value(_ index: Int) throws(EvaluationFailure) -> ServiceValue {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else {
      throw EvaluationFailure("The expressions nest too deeply.", at: index, isFinal: true)
    }
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

  private mutating func plainValue(_ index: Int) throws(EvaluationFailure) -> ServiceValue {
    switch program.expressions[index].operation {
    case .constant(let value): return value
    case .wildcard(let position): return bindings[position]
    case .local(let slot): return try local(slot, at: index)
    case .request: return try requestMap(at: index)
    case .resource: return try variable(request.resource, at: index)
    default: break
    }
    expressionCount += 1
    guard expressionCount <= Self.maximumExpressions else {
      throw EvaluationFailure(
        "The maximum number of expressions to evaluate has been reached.", at: index, isFinal: true)
    }
    switch program.expressions[index].operation {
    case .requestMember(let member): return try requestMember(member, at: index)
    case .member(let object, let name): return try member(name, of: try value(object), at: index)
    case .equal(let left, let right, let isNegated):
      return .bool(try equal(try value(left), try value(right), at: index) != isNegated)
    case .and(let parts): return .bool(try logical(parts, decidedBy: false))
    case .or(let parts): return .bool(try logical(parts, decidedBy: true))
    case .not(let operand): return .bool(try !bool(operand))
    case .call(let function, let arguments): return try call(function, arguments, at: index)
    default: return try otherValue(index)
    }
  }

  private mutating func otherValue(_ index: Int) throws(EvaluationFailure) -> ServiceValue {
    switch program.expressions[index].operation {
    case .list(let parts):
      return try bounded(.list(ServiceList(try values(parts))), at: index)
    case .map(let keys, let parts):
      let values = try values(parts)
      let bytes = keys.reduce(0) { $0 + $1.utf8.count }
      try working(at: index) { (budget) throws(WorkBudget.Exhausted) in
        try TextMap<ServiceValue>.spend(sorting: keys.count, bytes: bytes, budget: &budget)
      }
      return try bounded(.map(ServiceMap(TextMap(zip(keys, values)))), at: index)
    case .path(let parts): return .path(ServicePath(try segments(parts, at: index)))
    case .negate(let operand): return try negated(try value(operand), at: index)
    case .conditional(let test, let first, let second):
      return try bool(test) ? try value(first) : try value(second)
    case .compare(let comparison, let left, let right):
      return .bool(try compare(comparison, try value(left), try value(right), at: index))
    case .contained(let element, let container):
      return .bool(try isContained(try value(element), in: try value(container), at: index))
    case .isOf(let operand, let type):
      let operand = try value(operand)
      guard let type else { throw EvaluationFailure("There is no such type.", at: index) }
      return .bool(operand.isOf(type))
    case .add(let left, let right): return try sum(try value(left), try value(right), at: index)
    case .arithmetic(let symbol, let left, let right):
      return try arithmetic(symbol, try value(left), try value(right), at: index)
    case .element(let object, let key): return try element(try value(key), of: try value(object), at: index)
    case .slice(let object, let first, let last):
      return try slice(try value(object), try value(first), try value(last), at: index)
    case .builtin(let builtin, let arguments): return try call(builtin, arguments, at: index)
    case .method(let method, let object, let arguments):
      return try call(method, on: try value(object), arguments, at: index)
    case .unknown(let what):
      switch what {
      case .variable: throw EvaluationFailure("The variable is not known.", at: index)
      case .function: throw EvaluationFailure("The function is not found.", at: index)
      case .arguments: throw EvaluationFailure("The function takes another number of arguments.", at: index)
      }
    default: throw EvaluationFailure("This cannot be evaluated.", at: index)
    }
  }

  mutating func values(_ parts: [Int]) throws(EvaluationFailure) -> [ServiceValue] {
    // Literals and names do not count as expressions, so this line spends steps for literals and names.
    if let first = parts.first { try spend(parts.count, at: first) }
    var values: [ServiceValue] = []
    values.reserveCapacity(parts.count)
    for part in parts { values.append(try value(part)) }
    return values
  }

  mutating func bool(_ index: Int) throws(EvaluationFailure) -> Bool {
    guard case .bool(let value) = try value(index) else {
      throw EvaluationFailure("This is neither true nor false.", at: index)
    }
    return value
  }

  mutating func spend(_ steps: Int, at index: Int) throws(EvaluationFailure) {
    do { try budget.spend(steps) } catch { throw .exhausted(at: index) }
  }

  /// Runs an operation that counts its own steps in the budget.
  mutating func working<Value>(
    at index: Int, _ body: (inout WorkBudget) throws(WorkBudget.Exhausted) -> Value
  ) throws(EvaluationFailure) -> Value {
    do { return try body(&budget) } catch { throw .exhausted(at: index) }
  }

  /// Returns the value. Fails if the value exceeds the size limit.
  mutating func bounded(_ value: ServiceValue, at index: Int) throws(EvaluationFailure) -> ServiceValue {
    let size: Int
    switch value {
    case .string(let text): size = text.utf8.count / 16
    case .bytes(let bytes): size = bytes.count / 16
    case .list(let list), .set(let list): size = list.elements.count
    case .map(let map): size = map.members.count
    default: size = 0
    }
    try spend(size, at: index)
    guard size <= WorkBudget.maximumElements, value.depth <= ServiceValue.maximumDepth else {
      throw EvaluationFailure("The value is too large.", at: index, isFinal: true)
    }
    return value
  }

  // MARK: Logic

  /// Evaluates `&&` and `||`. If one operand decides the result, a failure of the other operand is ignored.
  private mutating func logical(_ parts: [Int], decidedBy decisive: Bool) throws(EvaluationFailure) -> Bool {
    var failure: EvaluationFailure?
    for part in parts {
      try spend(1, at: part)
      do throws(EvaluationFailure) {
        if try bool(part) == decisive { return decisive }
      } catch {
        if error.isFinal { throw error }
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
    return !decisive
  }

  mutating func equal(_ first: ServiceValue, _ second: ServiceValue, at index: Int) throws(EvaluationFailure)
    -> Bool
  {
    try working(at: index) { (budget) throws(WorkBudget.Exhausted) in
      try ServiceValue.equal(first, second, budget: &budget)
    }
  }

  // MARK: Variables

  private func variable(_ variable: ServiceRequest.Variable, at index: Int) throws(EvaluationFailure)
    -> ServiceValue
  {
    guard case .value(let value) = variable else {
      throw EvaluationFailure("The variable is undefined.", at: index)
    }
    return value
  }

  private func requestMember(_ member: ServiceExpression.RequestMember, at index: Int)
    throws(EvaluationFailure)
    -> ServiceValue
  {
    switch member {
    case .auth: return try variable(request.auth, at: index)
    case .method: return .string(request.method.rawValue)
    case .path: return .path(ServicePath(request.segments))
    case .time: return try variable(request.time, at: index)
    case .resource: return try variable(request.requestResource, at: index)
    case .params: return try variable(request.params, at: index)
    case .query: return try variable(request.query, at: index)
    }
  }

  /// Makes the whole `request` as a map, which rules seldom use.
  private func requestMap(at index: Int) throws(EvaluationFailure) -> ServiceValue {
    var members: [(String, ServiceValue)] = []
    for member in ServiceExpression.RequestMember.allCases {
      if let value = try? requestMember(member, at: index) { members.append((member.rawValue, value)) }
    }
    return .map(ServiceMap(TextMap(members)))
  }

  private mutating func local(_ slot: Int, at index: Int) throws(EvaluationFailure) -> ServiceValue {
    let place = frame + slot
    switch locals[place] {
    case .value(let value): return value
    case .failure(let failure): throw failure
    case .pending(let expression):
      do throws(EvaluationFailure) {
        let value = try value(expression)
        locals[place] = .value(value)
        return value
      } catch {
        locals[place] = .failure(error)
        throw error
      }
    }
  }

  private mutating func call(_ index: Int, _ arguments: [Int], at place: Int) throws(EvaluationFailure)
    -> ServiceValue
  {
    guard callDepth < Self.maximumCallDepth else {
      throw EvaluationFailure("Functions call one another more than 20 deep.", at: place, isFinal: true)
    }
    let function = program.functions[index]
    let arguments = try values(arguments)
    let (outerFrame, end) = (frame, locals.count)
    for argument in arguments { locals.append(.value(argument)) }
    for expression in function.lets { locals.append(.pending(expression)) }
    frame = end
    callDepth += 1
    defer {
      frame = outerFrame
      callDepth -= 1
      locals.removeSubrange(end...)
    }
    return try value(function.body)
  }

  // MARK: Documents

  /// The maximum length of a document's path in UTF-8 bytes. Firestore's limit is 6 KiB.
  private static let maximumLookupBytes = 8 << 10

  /// The maximum number of documents that a request may look up.
  private var maximumLookups: Int { service == .storage ? 2 : 10 }

  /// Looks a document up. Each document is fetched once and counts once towards the limit.
  mutating func document(_ function: String, _ path: String, at index: Int) throws(EvaluationFailure)
    -> RulesDocuments.Answer
  {
    guard path.utf8.count <= Self.maximumLookupBytes else {
      throw EvaluationFailure("The path of the document is too long.", at: index)
    }
    for known in answers where known.function == function && ExactText.equal(known.path, path) {
      return known.answer
    }
    let isNew = !answers.contains { ExactText.equal($0.path, path) }
    let count = Set(answers.map { Array($0.path.utf8) }).count
    guard !isNew || count < maximumLookups else {
      throw EvaluationFailure("The rules look up too many documents.", at: index, isFinal: true)
    }
    let answer = documents.lookup(function, path)
    answers.append((function, path, answer))
    lookups.append(ServiceLookup(function: function, path: path))
    return answer
  }

  mutating func debug(_ value: ServiceValue) {
    if debugMessages.count < 100 { debugMessages.append(value.shown) }
  }
}

/// One lookup of a document by the rules.
public struct ServiceLookup: Sendable, Hashable {
  public let function: String
  public let path: String

  public init(function: String, path: String) {
    self.function = function
    self.path = path
  }
}
