/// What a new password has to be like.
public struct PasswordPolicy: Sendable, Equatable, Codable {
  public static let lengths = 6...4096
  /// The longest minimum that may be asked for.
  public static let greatestMinimum = 30

  /// Off: only the shortest length of all, 6 characters, is asked for.
  public var isEnforced = false
  /// Whether an old password that does not comply is refused at sign-in until it is changed.
  public var forceUpgradeOnSignIn = false
  /// Characters.
  public var minimumLength = 6
  /// Characters; nil for no limit but the server's own.
  public var maximumLength: Int?
  public var requiresLowercase = false
  public var requiresUppercase = false
  public var requiresNumeric = false
  public var requiresNonAlphanumeric = false
  public var updatedAt: Instant?

  public init() {}
}
