/// An invalid pattern.
struct RegexFailure: Error, Equatable {
  let message: String
  /// The offset in scalars from the start of the pattern.
  let offset: Int
}
