/// A message of the compiler about a rule set.
public struct RulesIssue: Sendable, Hashable {
  public enum Severity: String, Sendable, Hashable {
    /// The rule set cannot be used.
    case error = "ERROR"
    /// The rule set can be used, but a part of it will most likely refuse every request.
    case warning = "WARNING"
  }

  public let severity: Severity
  /// The problem, as one sentence.
  public let message: String
  /// The suggested fix, as one sentence; nil if the compiler has none.
  public let suggestion: String?
  public let span: SourceSpan
  /// The line, from 1.
  public let line: Int
  /// The column, from 1, in Unicode scalars.
  public let column: Int
  /// The source line with a caret below it.
  public let excerpt: String

  init(
    _ severity: Severity, _ message: String, _ span: SourceSpan, in source: SourceText,
    suggestion: String? = nil
  ) {
    self.severity = severity
    self.message = message
    self.suggestion = suggestion
    self.span = span
    (line, column) = source.position(of: span.start)
    excerpt = source.excerpt(span)
  }

  /// `line:column: error: message`, the excerpt, and the suggestion.
  public var text: String {
    let head = "\(line):\(column): \(severity.rawValue.lowercased()): \(message)"
    return ([head, excerpt] + (suggestion.map { ["help: \($0)"] } ?? [])).joined(separator: "\n")
  }
}

/// A rule set that does not compile, with the reasons.
public struct RulesCompilationError: Error, Sendable, CustomStringConvertible {
  /// The messages of the compiler: at least one error, and any warnings.
  public let issues: [RulesIssue]

  public var description: String { issues.map(\.text).joined(separator: "\n") }
}

/// A mistake in a source, thrown by a parser.
package struct SyntaxFailure: Error {
  package var message: String
  package var span: SourceSpan
  package var suggestion: String?

  init(_ message: String, _ span: SourceSpan, suggestion: String? = nil) {
    self.message = message
    self.span = span
    self.suggestion = suggestion
  }

  func issue(in source: SourceText) -> RulesIssue {
    RulesIssue(.error, message, span, in: source, suggestion: suggestion)
  }
}
