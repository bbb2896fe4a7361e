/// Evaluates the `allow` statements for one request, until one of them grants the request.
struct ServiceDecider {
  private let rules: ServiceRules
  private let request: ServiceRequest
  private let service: ServiceRules.Service
  private(set) var evaluator: ServiceEvaluator
  private(set) var evaluated: [EvaluatedRule] = []
  private(set) var reason = ""
  /// The steps of a condition, in addition to the steps of its expressions.
  private static let costOfCondition = 16

  init(
    _ rules: ServiceRules, _ request: ServiceRequest, service: ServiceRules.Service,
    documents: RulesDocuments, trace: EvaluationTrace?, budget: WorkBudget = WorkBudget()
  ) {
    self.rules = rules
    self.request = request
    self.service = service
    evaluator = ServiceEvaluator(
      program: rules.program, request: request, documents: documents, service: service)
    evaluator.trace = trace
    evaluator.budget = budget
  }

  mutating func decide() -> Bool {
    let method = request.method.mask
    guard request.segments.count <= ServicePath.maximumSegments else {
      reason = "The path has more than \(ServicePath.maximumSegments) segments."
      return false
    }
    var hasMatch = false
    for match in rules.matches where match.service == service {
      guard spend(match.cost) else { return false }
      guard match.matches(request.segments) else { continue }
      hasMatch = true
      guard match.methods.contains(method) else { continue }
      // Version 1 has no `list` for objects.
      if service == .storage, match.version == 1, method == .list { continue }
      evaluator.bindings = match.bindings(request.segments)
      for allow in match.allows where allow.methods.contains(method) {
        guard spend(Self.costOfCondition) else { return false }
        switch grants(allow, match) {
        case .granted: return true
        case .refused: continue
        case .final: return false
        }
      }
    }
    if evaluator.trace != nil {
      reason =
        !evaluated.isEmpty
        ? "No condition for '\(request.method.rawValue)' is true."
        : hasMatch ? "Nothing allows '\(request.method.rawValue)' here." : "No 'match' covers the path."
    }
    return false
  }

  /// Returns false if the request's budget is used up.
  private mutating func spend(_ steps: Int) -> Bool {
    do throws(WorkBudget.Exhausted) {
      try evaluator.budget.spend(steps)
      return true
    } catch {
      reason = EvaluationFailure.exhaustion.description
      return false
    }
  }

  private enum Outcome { case granted, refused, final }

  private mutating func grants(_ allow: ServiceFile.AllowDeclaration, _ match: ServiceMatch) -> Outcome {
    guard let condition = allow.condition else {
      record(allow, match, result: true, nil)
      return .granted
    }
    do throws(EvaluationFailure) {
      let result = try evaluator.condition(condition)
      record(allow, match, result: result, nil)
      return result ? .granted : .refused
    } catch {
      record(allow, match, result: false, error)
      return error.isFinal ? .final : .refused
    }
  }

  private mutating func record(
    _ allow: ServiceFile.AllowDeclaration, _ match: ServiceMatch, result: Bool, _ failure: EvaluationFailure?
  ) {
    guard let trace = evaluator.trace else { return }
    let source = rules.source
    let span = allow.condition.map { rules.program.expressions[$0].span } ?? allow.span
    let place = source.position(of: span.start)
    let visited = trace.take().map {
      let span = rules.program.expressions[$0.index].span
      return VisitedExpression(
        span: span, value: $0.value, isError: $0.isError, index: $0.index, source: source)
    }
    let failed: EvaluatedRule.Result? = failure.map {
      let place = source.position(of: rules.program.expressions[$0.expression].span.start)
      return .failed(message: $0.message.description, line: place.line, column: place.column)
    }
    evaluated.append(
      EvaluatedRule(
        path: match.path, rule: "allow " + allow.methodNames, span: span,
        line: place.line, column: place.column, result: failed ?? (result ? .granted : .refused),
        isDecisive: result || failure?.isFinal == true, visited: visited, source: source))
    if result { reason = "allow \(allow.methodNames) of \(match.path) is true." }
    if let failure, failure.isFinal { reason = failure.message.description }
  }
}
