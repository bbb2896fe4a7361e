/// The syntax tree of a pattern.
indirect enum RegexTree: Sendable {
  case empty
  case character(UInt32, ignoresCase: Bool)
  case set(RegexCharacterSet)
  case assertion(RegexAssertion)
  case sequence([RegexTree])
  case alternatives([RegexTree])
  /// `maximum` is nil if there is no limit.
  case repeated(RegexTree, minimum: Int, maximum: Int?, isGreedy: Bool)
}

enum RegexAssertion: Sendable {
  case textStart, textEnd, lineStart, lineEnd, wordBoundary, noWordBoundary
}
