/// An answer with all that led to it.
public struct RulesExplanation: Sendable {
  public let isAllowed: Bool
  /// One sentence: which rule decided, or what kept all from granting.
  public let reason: String
  /// The rules that were evaluated, in their order.
  public let rules: [EvaluatedRule]

  /// The rule that the answer hangs on: the one that granted, or that refused what others had granted. Nil
  /// where no rule is there for the request.
  public var decisive: EvaluatedRule? { rules.first(where: \.isDecisive) }
}

/// One rule, and what became of it.
public struct EvaluatedRule: Sendable {
  public enum Result: Sendable, Hashable {
    case granted
    case refused
    /// The expression has no value, which refuses.
    case failed(message: String, line: Int, column: Int)
  }

  /// Where the rule stands: `/users/$uid`, or the path of the `match` blocks.
  public let path: String
  /// `.read`, `.write`, `.validate`, or the methods of an `allow`.
  public let rule: String
  public let span: SourceSpan
  public let line: Int
  public let column: Int
  public let result: Result
  public let isDecisive: Bool
  /// Every expression in it that was evaluated, those inside before those around them.
  public let visited: [VisitedExpression]
  let source: SourceText

  /// The expression's text.
  public var text: String { source.text(span) }
}

/// One expression with its value.
public struct VisitedExpression: Sendable {
  public let span: SourceSpan
  /// As a rule would write it; `error: …` where there is none.
  public let value: String
  public let isError: Bool
  /// Which expression of the program, so that the same one is known again.
  public let index: Int
  // Expressions stand in one another: their texts together may be far longer than the source.
  let source: SourceText

  public var text: String { source.text(span) }
}
