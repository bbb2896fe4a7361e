import IdentityWire

/// Evaluates the rules for one request.
struct DatabaseDecider {
  private let rules: DatabaseRules
  private let trace: EvaluationTrace?
  private(set) var evaluated: [EvaluatedRule] = []
  private(set) var reason = ""
  /// The work that is left for the request. All paths of an update share it.
  private var budget = WorkBudget()

  init(_ rules: DatabaseRules, trace: EvaluationTrace?) {
    self.rules = rules
    self.trace = trace
  }

  mutating func decide(_ request: DatabaseRequest) -> Bool {
    guard request.keys.count <= DatabaseNode.maximumDepth, request.keys.allSatisfy(DatabasePath.isKey) else {
      return refuse("The path is too deep, or one of its keys is not valid.")
    }
    switch request.operation {
    case .read(let query): return read(request, query)
    case .write(let json):
      do throws(DatabaseNode.Invalid) {
        return write([try Self.change(at: request.keys, json, of: request)], of: request)
      } catch {
        return refuse(error.message)
      }
    case .update(let members): return update(members, request)
    }
  }

  private mutating func refuse(_ reason: String) -> Bool {
    if trace != nil, self.reason.isEmpty { self.reason = reason }
    return false
  }

  private static func change(at keys: [String], _ json: JSONValue, of request: DatabaseRequest)
    throws(DatabaseNode.Invalid) -> DatabaseNode.Change
  {
    var existing = request.data.root
    for key in keys { existing = existing?.child(key) }
    return (keys, try DatabaseNode.make(json, existing: existing, now: request.time, depth: keys.count))
  }

  private mutating func update(_ members: [String: JSONValue], _ request: DatabaseRequest) -> Bool {
    let written = members.map { (keys: DatabasePath.keys($0.key), json: $0.value) }
      .sorted { $0.keys.lexicographicallyPrecedes($1.keys) { ExactText.compare($0, $1) < 0 } }
    var changes: [DatabaseNode.Change] = []
    for change in written {
      let keys = request.keys + change.keys
      guard !change.keys.isEmpty, keys.count <= DatabaseNode.maximumDepth,
        keys.allSatisfy(DatabasePath.isKey)
      else { return refuse("A path of the update is empty or too deep, or one of its keys is not valid.") }
      // In sorted order, a path comes right after its ancestor.
      if let last = changes.last, keys.starts(with: last.keys, by: { ExactText.equal($0, $1) }) {
        return refuse("One path of the update lies within another.")
      }
      do throws(DatabaseNode.Invalid) {
        changes.append(try Self.change(at: keys, change.json, of: request))
      } catch {
        return refuse(error.message)
      }
    }
    return write(changes, of: request)
  }

  private mutating func read(_ request: DatabaseRequest, _ query: DatabaseQuery) -> Bool {
    var evaluator = DatabaseEvaluator(
      program: rules.program, request: request, keys: request.keys, newRoot: nil, query: query)
    evaluator.trace = trace
    return cascade(.read, \.read, &evaluator, request.keys)
  }

  /// Finds the first true rule from the root down. This rule grants access to everything below its location.
  private mutating func cascade(
    _ kind: DatabaseTypeChecker.Rule, _ member: KeyPath<DatabaseRuleNode, DatabaseRuleNode.Rule?>,
    _ evaluator: inout DatabaseEvaluator, _ keys: [String]
  ) -> Bool {
    var node: DatabaseRuleNode? = rules.root
    var depth = 0
    while let current = node {
      if let rule = kind == .read ? current.read : current.write {
        evaluator.move(to: depth)
        if holds(rule, kind, current, &evaluator, isDecisive: { $0 }) { return true }
      }
      guard depth < keys.count else { break }
      node = current.child(keys[depth])
      depth += 1
    }
    return refuse("No \(kind.rawValue) rule from the root to /\(keys.joined(separator: "/")) is true.")
  }

  private mutating func write(_ changes: [DatabaseNode.Change], of request: DatabaseRequest) -> Bool {
    // An empty update changes nothing.
    guard !changes.isEmpty else { return true }
    let root = DatabaseNode.replacing(request.data.root, changes[...])
    for (keys, _) in changes {
      var evaluator = DatabaseEvaluator(
        program: rules.program, request: request, keys: keys, newRoot: root, query: nil)
      evaluator.trace = trace
      evaluator.budget = budget
      defer { budget = evaluator.budget }
      guard cascade(.write, \.write, &evaluator, keys) else { return false }
      guard validate(&evaluator, keys) else { return refuse("A .validate rule is not true.") }
    }
    return true
  }

  /// Evaluates each `.validate` rule from the root to the path. Then evaluates the `.validate` rules below the path,
  /// for all data that the write leaves there.
  private mutating func validate(_ evaluator: inout DatabaseEvaluator, _ keys: [String]) -> Bool {
    var node: DatabaseRuleNode? = rules.root
    for depth in 0...keys.count {
      guard let current = node else { return true }
      evaluator.move(to: depth)
      if depth == keys.count { return validateAll(current, &evaluator) }
      guard validateOne(current, &evaluator) else { return false }
      node = current.child(keys[depth])
    }
    return true
  }

  private mutating func validateOne(_ node: DatabaseRuleNode, _ evaluator: inout DatabaseEvaluator) -> Bool {
    guard let rule = node.validate, evaluator.hasNewData() else { return true }
    return holds(rule, .validate, node, &evaluator, isDecisive: { !$0 })
  }

  /// Validates the location and all locations below it. The recursion is bounded, because data is nested at most 32
  /// levels deep.
  private mutating func validateAll(_ node: DatabaseRuleNode, _ evaluator: inout DatabaseEvaluator) -> Bool {
    guard validateOne(node, &evaluator) else { return false }
    guard node.hasChildren, let data = evaluator.newNode() else { return true }
    for key in data.children.keys {
      guard let child = node.child(key) else { continue }
      evaluator.enter(key)
      guard validateAll(child, &evaluator) else { return false }
      evaluator.leave()
    }
    return true
  }

  private mutating func holds(
    _ rule: DatabaseRuleNode.Rule, _ kind: DatabaseTypeChecker.Rule, _ node: DatabaseRuleNode,
    _ evaluator: inout DatabaseEvaluator, isDecisive: (Bool) -> Bool
  ) -> Bool {
    let outcome: Bool
    var failure: EvaluationFailure?
    do throws(EvaluationFailure) {
      outcome = try evaluator.condition(rule.expression)
    } catch {
      outcome = false
      failure = error
    }
    if trace != nil { record(rule, kind, node, outcome, failure, isDecisive(outcome)) }
    return outcome
  }

  private mutating func record(
    _ rule: DatabaseRuleNode.Rule, _ kind: DatabaseTypeChecker.Rule, _ node: DatabaseRuleNode,
    _ outcome: Bool,
    _ failure: EvaluationFailure?, _ isDecisive: Bool
  ) {
    let source = rules.source
    let span = rules.program.expressions[rule.expression].span
    let place = source.position(of: span.start)
    let result: EvaluatedRule.Result =
      failure.map {
        let place = source.position(of: rules.program.expressions[$0.expression].span.start)
        return .failed(message: $0.message.description, line: place.line, column: place.column)
      } ?? (outcome ? .granted : .refused)
    let visited = (trace?.take() ?? []).map {
      let span = rules.program.expressions[$0.index].span
      return VisitedExpression(
        span: span, value: $0.value, isError: $0.isError, index: $0.index, source: source)
    }
    evaluated.append(
      EvaluatedRule(
        path: node.path.text, rule: kind.rawValue, span: span, line: place.line,
        column: place.column, result: result, isDecisive: isDecisive, visited: visited, source: source))
    if isDecisive {
      reason =
        "\(kind.rawValue) of \(node.path.text) \(outcome ? "is true" : failure == nil ? "is false" : "failed")."
    }
  }
}

extension DatabaseRuleNode {
  var hasChildren: Bool { wildcard != nil || !named.isEmpty }
}
