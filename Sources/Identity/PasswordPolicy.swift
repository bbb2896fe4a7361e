/// The requirements for new passwords.
public struct PasswordPolicy: Sendable, Equatable, Codable {
  public static let lengths = 6...4096
  /// The highest minimum length that can be required.
  public static let greatestMinimum = 30

  /// If false, only the shortest possible length of 6 characters is required.
  public var isEnforced = false
  /// True to refuse a sign-in with an old password that does not comply, until it is changed.
  public var forceUpgradeOnSignIn = false
  /// Characters.
  public var minimumLength = 6
  /// Characters. Nil if only the server's own limit applies.
  public var maximumLength: Int?
  public var requiresLowercase = false
  public var requiresUppercase = false
  public var requiresNumeric = false
  public var requiresNonAlphanumeric = false
  public var updatedAt: Instant?

  public init() {}
}
