/// A Realtime Database's rules, compiled and ready for evaluation.
///
/// Compile a rule set once. An evaluation allocates little, takes time linear in the sizes of the rule set and of the
/// written data, and may run on several threads at once.
public struct DatabaseRules: Sendable {
  public let source: SourceText
  let root: DatabaseRuleNode
  let program: DatabaseProgram

  /// - Parameter source: the JSON document, at most 1 MiB. It may contain comments.
  /// - Throws: every mistake in the document, with its position.
  public init(_ source: String) throws(RulesCompilationError) {
    let text = SourceText(source)
    var compiler = DatabaseRulesCompiler(text)
    let root = compiler.compile()
    guard let root, compiler.issues.isEmpty else {
      throw RulesCompilationError(issues: compiler.issues)
    }
    self.source = text
    self.root = root
    program = compiler.program
  }

  /// True if the rules allow the request. Returns false for an invalid request.
  public func allows(_ request: DatabaseRequest) -> Bool {
    var decider = DatabaseDecider(self, trace: nil)
    return decider.decide(request)
  }

  /// Decides like ``allows(_:)``, and returns every rule that contributed to the decision.
  public func explain(_ request: DatabaseRequest) -> RulesExplanation {
    var decider = DatabaseDecider(self, trace: EvaluationTrace())
    let isAllowed = decider.decide(request)
    return RulesExplanation(isAllowed: isAllowed, reason: decider.reason, rules: decider.evaluated)
  }
}
