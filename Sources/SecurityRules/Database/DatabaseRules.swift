/// A Realtime Database's rules, compiled and ready for evaluation.
///
/// Compile a rule set once. An evaluation allocates little, takes time linear in the sizes of the rule set
/// and of the written data, and may run on any number of threads.
public struct DatabaseRules: Sendable {
  public let source: SourceText
  let root: DatabaseRuleNode
  let program: DatabaseProgram

  /// - Parameter source: the JSON document, at most 1 MiB. It may contain comments.
  /// - Throws: every mistake in it, with its position.
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

  /// True if the rules allow the request. An invalid request is refused.
  public func allows(_ request: DatabaseRequest) -> Bool {
    var decider = DatabaseDecider(self, trace: nil)
    return decider.decide(request)
  }

  /// Returns the same decision with every rule that contributed to it.
  public func explain(_ request: DatabaseRequest) -> RulesExplanation {
    var decider = DatabaseDecider(self, trace: EvaluationTrace())
    let isAllowed = decider.decide(request)
    return RulesExplanation(isAllowed: isAllowed, reason: decider.reason, rules: decider.evaluated)
  }
}
