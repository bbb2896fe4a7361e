/// The requirements for new passwords.
public struct PasswordPolicy: Sendable, Equatable, Codable {
  public static let lengths = 6...4096
  /// The greatest value that ``minimumLength`` can have.
  public static let greatestMinimum = 30

  /// If false, the policy requires only the shortest possible length of 6 characters.
  public var isEnforced = false
  /// True to refuse a sign-in with an existing password that does not meet the policy, until the password is changed.
  public var forceUpgradeOnSignIn = false
  /// In characters.
  public var minimumLength = 6
  /// In characters. Nil if only the server's own limit applies.
  public var maximumLength: Int?
  public var requiresLowercase = false
  public var requiresUppercase = false
  public var requiresNumeric = false
  public var requiresNonAlphanumeric = false
  public var updatedAt: Instant?

  public init() {}
}
