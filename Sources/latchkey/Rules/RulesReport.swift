import SecurityRules

/// Formats an explanation as text.
enum RulesReport {
  /// Names the expression that decided, in one or two lines.
  static func summary(_ explanation: RulesExplanation) -> String {
    let verdict = explanation.isAllowed ? "allowed" : "denied"
    guard let rule = explanation.decisive ?? explanation.rules.last else {
      return "\(verdict): \(explanation.reason)"
    }
    return
      "\(verdict): \(explanation.reason)\n  \(place(rule)) \(rule.rule) of \(rule.path): \(outcome(rule))"
  }

  /// Lists every rule that was evaluated, and every expression in it with its value.
  static func whole(_ explanation: RulesExplanation) -> String {
    var lines = [explanation.isAllowed ? "ALLOW" : "DENY", explanation.reason]
    for rule in explanation.rules {
      lines += [
        "", "\(rule.isDecisive ? "* " : "  ")\(place(rule)) \(rule.rule) of \(rule.path): \(outcome(rule))",
      ]
      lines.append("    \(oneLine(rule.text))")
      for visited in rule.visited {
        lines.append(
          "      \(oneLine(visited.text))  =>  \(visited.isError ? "error: " : "")\(visited.value)")
      }
    }
    return lines.joined(separator: "\n")
  }

  private static func place(_ rule: EvaluatedRule) -> String { "\(rule.line):\(rule.column)" }

  private static func outcome(_ rule: EvaluatedRule) -> String {
    switch rule.result {
    case .granted: "true"
    case .refused: "false"
    case .failed(let message, let line, let column): "error at \(line):\(column): \(message)"
    }
  }

  private static func oneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
