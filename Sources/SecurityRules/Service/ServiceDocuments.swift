import IdentityWire

/// Where rules look documents up, by `get`, `exists`, `firestore.get` and `firestore.exists`.
public struct RulesDocuments: Sendable {
  /// What a lookup comes to.
  public enum Answer: Sendable {
    /// The document, whose fields are `data` to the rules.
    case document(RulesResource)
    case missing
    /// The lookup itself fails, and with it the expression.
    case failed
  }

  let lookup: @Sendable (_ function: String, _ path: String) -> Answer

  /// - Parameter lookup: is given the function's name and a path such as
  ///   `/databases/(default)/documents/users/alice`. It is asked once for each path of a request.
  public init(_ lookup: @escaping @Sendable (_ function: String, _ path: String) -> Answer) {
    self.lookup = lookup
  }

  /// Every lookup fails.
  public static let none = RulesDocuments { _, _ in .failed }
}
