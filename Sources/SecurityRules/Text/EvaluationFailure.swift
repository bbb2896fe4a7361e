/// Why an expression has no value.
struct EvaluationFailure: Error {
  let message: StaticString
  /// Which expression it is of its program; -1 before it is known.
  var expression: Int
  /// Whether nothing may be evaluated any more, so that no other operand can make up for it.
  var isFinal = false

  init(_ message: StaticString, at expression: Int, isFinal: Bool = false) {
    self.message = message
    self.expression = expression
    self.isFinal = isFinal
  }

  static let exhaustion: StaticString = "The rules ask for too much work."

  static func exhausted(at expression: Int) -> EvaluationFailure {
    EvaluationFailure(exhaustion, at: expression, isFinal: true)
  }
}
