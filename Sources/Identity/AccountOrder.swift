/// An order of the accounts of a scope. Accounts without a value come first. Accounts with equal values are ordered by
/// id. Texts are compared byte by byte. A descending order is the exact reverse.
public struct AccountOrder: Sendable, Hashable {
  public enum Key: Sendable, CaseIterable { case id, displayName, createdAt, lastLoginAt, email }

  public var key: Key
  public var isDescending: Bool

  public init(key: Key, isDescending: Bool = false) {
    self.key = key
    self.isDescending = isDescending
  }
}
