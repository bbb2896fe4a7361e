/// A pattern that is not one.
struct RegexFailure: Error, Equatable {
  let message: String
  /// Scalars from the start of the pattern.
  let offset: Int
}
