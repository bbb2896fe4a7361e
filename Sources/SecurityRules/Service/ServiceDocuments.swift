import IdentityWire

/// Looks up documents for `get`, `exists`, `firestore.get` and `firestore.exists` in rules.
public struct RulesDocuments: Sendable {
  /// The result of a lookup.
  public enum Answer: Sendable {
    /// The document. Rules read its fields in `data`.
    case document(RulesResource)
    case missing
    /// The lookup failed. The expression then fails, too.
    case failed
  }

  let lookup: @Sendable (_ function: String, _ path: String) -> Answer

  /// - Parameter lookup: receives the function's name and a path such as `/databases/(default)/documents/users/alice`.
  ///   It is called once for each path of a request.
  public init(_ lookup: @escaping @Sendable (_ function: String, _ path: String) -> Answer) {
    self.lookup = lookup
  }

  /// Documents for which every lookup fails.
  public static let none = RulesDocuments { _, _ in .failed }
}
