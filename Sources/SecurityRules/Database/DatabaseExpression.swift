/// One expression. It refers to its parts by their index in a ``DatabaseProgram``.
struct DatabaseExpression: Sendable {
  var operation: Operation
  var span: SourceSpan

  enum Operation: Sendable {
    case constant(DatabaseValue)
    case variable(Variable)
    /// The key of the request's path at a depth.
    case key(Int)
    case not(Int)
    case negate(Int)
    case and([Int])
    case or([Int])
    case conditional(Int, Int, Int)
    case equal(Int, Int, isNegated: Bool)
    case compare(Comparison, Int, Int)
    case add(Int, Int)
    case arithmetic(Arithmetic, Int, Int)
    case member(Int, String)
    case element(Int, Int)
    case call(Int, [Int])
    case array([Int])
    case regex(RulesRegex)
    case query(QueryMember)
    case length(Int)
    case stringMethod(StringMethod, Int, [Int])
    case matches(Int, RulesRegex)
    case snapshotMethod(SnapshotMethod, Int, [Int])
  }

  enum Variable: String, Sendable, CaseIterable {
    case auth, data, newData, root, now, query
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

  enum StringMethod: String, Sendable, CaseIterable {
    case contains, beginsWith, endsWith, replace, toLowerCase, toUpperCase, matches

    var argumentCount: Int {
      switch self {
      case .toLowerCase, .toUpperCase: 0
      case .replace: 2
      default: 1
      }
    }
  }

  enum SnapshotMethod: String, Sendable, CaseIterable {
    case val, child, parent, hasChild, hasChildren, exists, getPriority, isNumber, isString, isBoolean
  }

  enum QueryMember: String, Sendable, CaseIterable {
    case orderByKey, orderByPriority, orderByValue, orderByChild, startAt, endAt, equalTo, limitToFirst,
      limitToLast
  }
}

/// All expressions of a rule set, in one array.
struct DatabaseProgram: Sendable {
  var expressions: ContiguousArray<DatabaseExpression> = []

  mutating func add(_ operation: DatabaseExpression.Operation, _ span: SourceSpan) -> Int {
    expressions.append(DatabaseExpression(operation: operation, span: span))
    return expressions.count - 1
  }

  /// Returns the indexes of an expression's parts.
  func parts(of index: Int) -> [Int] {
    switch expressions[index].operation {
    case .constant, .variable, .key, .regex, .query: []
    case .not(let a), .negate(let a), .member(let a, _), .length(let a), .matches(let a, _): [a]
    case .and(let parts), .or(let parts), .array(let parts): parts
    case .conditional(let a, let b, let c): [a, b, c]
    case .equal(let a, let b, _), .compare(_, let a, let b), .add(let a, let b), .arithmetic(_, let a, let b),
      .element(let a, let b):
      [a, b]
    case .call(let a, let parts), .stringMethod(_, let a, let parts), .snapshotMethod(_, let a, let parts):
      [a] + parts
    }
  }
}
