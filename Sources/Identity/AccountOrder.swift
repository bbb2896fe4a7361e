/// An order of the accounts of a scope. What is absent comes before everything else, equals are in the order
/// of their ids, texts go by their bytes; descending, all of that is reversed.
public struct AccountOrder: Sendable, Hashable {
  public enum Key: Sendable, CaseIterable { case id, displayName, createdAt, lastLoginAt, email }

  public var key: Key
  public var isDescending: Bool

  public init(key: Key, isDescending: Bool = false) {
    self.key = key
    self.isDescending = isDescending
  }
}
