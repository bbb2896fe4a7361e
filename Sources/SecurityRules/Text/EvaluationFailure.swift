/// The reason why an expression has no value.
struct EvaluationFailure: Error {
  let message: StaticString
  /// The index of the expression in its program; -1 until it is known.
  var expression: Int
  /// True if the whole evaluation must stop. Then no other operand can decide the result instead.
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
