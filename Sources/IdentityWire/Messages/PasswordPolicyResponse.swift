/// `GET v2/passwordPolicy`: what clients check a new password against before they send it.
public struct PasswordPolicyResponse: Codable, Sendable {
  public struct StrengthOptions: Codable, Sendable, Equatable {
    public var minPasswordLength: Int
    public var maxPasswordLength: Int
    public var containsLowercaseCharacter: Bool?
    public var containsUppercaseCharacter: Bool?
    public var containsNumericCharacter: Bool?
    public var containsNonAlphanumericCharacter: Bool?

    public init(minPasswordLength: Int, maxPasswordLength: Int) {
      self.minPasswordLength = minPasswordLength
      self.maxPasswordLength = maxPasswordLength
    }
  }

  public var customStrengthOptions: StrengthOptions
  public var schemaVersion = 1
  public var allowedNonAlphanumericCharacters: [String]
  /// `OFF` or `ENFORCE`.
  public var enforcementState: String
  public var forceUpgradeOnSignin: Bool?

  public init(
    customStrengthOptions: StrengthOptions, allowedNonAlphanumericCharacters: [String],
    enforcementState: String
  ) {
    self.customStrengthOptions = customStrengthOptions
    self.allowedNonAlphanumericCharacters = allowedNonAlphanumericCharacters
    self.enforcementState = enforcementState
  }
}
