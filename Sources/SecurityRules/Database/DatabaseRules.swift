/// A Realtime Database's rules, checked and ready to be asked.
///
/// A rule set is made once. Asking it allocates little, takes time linear to the rule set and the data that a
/// request writes, and may be done from any number of threads.
public struct DatabaseRules: Sendable {
  public let source: SourceText
  let root: DatabaseRuleNode
  let program: DatabaseProgram

  /// - Parameter source: the JSON document, which may have comments; at most 1 MiB.
  /// - Throws: every mistake in it, with its place.
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

  /// Whether the rules let the request through. What is wrong with a request in itself refuses it.
  public func allows(_ request: DatabaseRequest) -> Bool {
    var decider = DatabaseDecider(self, trace: nil)
    return decider.decide(request)
  }

  /// The same answer with every rule that had a say in it.
  public func explain(_ request: DatabaseRequest) -> RulesExplanation {
    var decider = DatabaseDecider(self, trace: EvaluationTrace())
    let isAllowed = decider.decide(request)
    return RulesExplanation(isAllowed: isAllowed, reason: decider.reason, rules: decider.evaluated)
  }
}
