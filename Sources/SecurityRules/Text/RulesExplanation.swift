/// A decision, with the rules that led to it.
public struct RulesExplanation: Sendable {
  public let isAllowed: Bool
  /// One sentence: the rule that decided, or the reason why no rule granted the request.
  public let reason: String
  /// The evaluated rules, in order.
  public let rules: [EvaluatedRule]

  /// The rule that determined the decision: the rule that granted the request, or a rule that refused it although other
  /// rules granted it. Nil if there is no rule for the request.
  public var decisive: EvaluatedRule? { rules.first(where: \.isDecisive) }
}

/// One rule and its result.
public struct EvaluatedRule: Sendable {
  public enum Result: Sendable, Hashable {
    case granted
    case refused
    /// The evaluation failed. The rule then refuses the request.
    case failed(message: String, line: Int, column: Int)
  }

  /// The rule's path: `/users/$uid`, or the path of the `match` blocks.
  public let path: String
  /// `.read`, `.write`, `.validate`, or the methods of an `allow`.
  public let rule: String
  public let span: SourceSpan
  public let line: Int
  public let column: Int
  public let result: Result
  public let isDecisive: Bool
  /// The evaluated expressions of the rule, inner ones before outer ones.
  public let visited: [VisitedExpression]
  let source: SourceText

  /// The expression's text.
  public var text: String { source.text(span) }
}

/// One expression with its value.
public struct VisitedExpression: Sendable {
  public let span: SourceSpan
  /// The value in rule syntax; `error: …` if the evaluation failed.
  public let value: String
  public let isError: Bool
  /// The index in the program, which identifies the expression.
  public let index: Int
  // Stores the source instead of each text: expressions are nested, so their texts together may be far longer than the
  // source.
  let source: SourceText

  public var text: String { source.text(span) }
}
