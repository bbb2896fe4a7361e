/// One expression of Storage and Firestore rules. It refers to its parts by their index in a
/// ``ServiceProgram``.
struct ServiceExpression: Sendable {
  var operation: Operation
  var span: SourceSpan

  enum Operation: Sendable {
    case constant(ServiceValue)
    case list([Int])
    case map([String], [Int])
    case path([PathPart])
    case request
    case resource
    /// A member of `request`. Rules read these members often, so the evaluator reads a member directly,
    /// without making a map.
    case requestMember(RequestMember)
    /// A variable of the path, by its index from the outermost `match`.
    case wildcard(Int)
    /// An argument of the function, or one of its `let` variables.
    case local(Int)
    case not(Int)
    case negate(Int)
    case and([Int])
    case or([Int])
    case conditional(Int, Int, Int)
    case equal(Int, Int, isNegated: Bool)
    case compare(Comparison, Int, Int)
    case contained(Int, Int)
    case isOf(Int, ServiceValue.TypeName?)
    case add(Int, Int)
    case arithmetic(Arithmetic, Int, Int)
    case member(Int, String)
    case element(Int, Int)
    case slice(Int, Int, Int)
    case call(function: Int, [Int])
    case builtin(ServiceBuiltin, [Int])
    case method(ServiceMethod, Int, [Int])
    /// An unknown name. It compiles with a warning, and its evaluation fails.
    case unknown(Unknown)

    // The forms that the parser makes, before names are resolved.
    case name(String)
    case namedCall(String, [Int])
    case methodCall(Int, String, [Int])
  }

  enum PathPart: Sendable {
    case literal(String)
    case value(Int)
  }

  enum RequestMember: String, Sendable, CaseIterable {
    case auth, method, path, time, resource, params, query
  }

  enum Comparison: String, Sendable {
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
  }

  enum Arithmetic: String, Sendable {
    case subtract = "-"
    case multiply = "*"
    case divide = "/"
    case remainder = "%"
  }

  enum Unknown: Sendable {
    case variable, function, arguments
  }
}

/// A function that the rule set declares.
struct ServiceFunction: Sendable {
  let name: String
  let parameterCount: Int
  let lets: [Int]
  let body: Int
}

/// All expressions and functions of a rule set.
struct ServiceProgram: Sendable {
  var expressions: ContiguousArray<ServiceExpression> = []
  var functions: [ServiceFunction] = []
  /// The compiled literal patterns, by the index of their expression.
  var regexes: [Int: RulesRegex] = [:]

  mutating func add(_ operation: ServiceExpression.Operation, _ span: SourceSpan) -> Int {
    expressions.append(ServiceExpression(operation: operation, span: span))
    return expressions.count - 1
  }

  /// Returns the indexes of an expression's parts.
  func parts(of index: Int) -> [Int] {
    switch expressions[index].operation {
    case .constant, .request, .resource, .requestMember, .wildcard, .local, .unknown, .name: []
    case .not(let a), .negate(let a), .member(let a, _), .isOf(let a, _): [a]
    case .list(let parts), .map(_, let parts), .and(let parts), .or(let parts), .call(_, let parts),
      .builtin(_, let parts), .namedCall(_, let parts):
      parts
    case .path(let parts):
      parts.compactMap { if case .value(let index) = $0 { index } else { nil } }
    case .conditional(let a, let b, let c), .slice(let a, let b, let c): [a, b, c]
    case .equal(let a, let b, _), .compare(_, let a, let b), .add(let a, let b), .arithmetic(_, let a, let b),
      .contained(let a, let b), .element(let a, let b):
      [a, b]
    case .method(_, let a, let parts), .methodCall(let a, _, let parts): [a] + parts
    }
  }
}
