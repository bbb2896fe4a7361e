/// `GET v2/passwordPolicy`: the rules by which clients check a new password before they send it.
public struct PasswordPolicyResponse: Sendable {
  public struct StrengthOptions: Sendable, Equatable {
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

extension PasswordPolicyResponse: AnswerMessage {
  public func write(to answer: inout AnswerWriter) {
    answer.member("customStrengthOptions", customStrengthOptions)
    answer.member("schemaVersion", schemaVersion)
    answer.member("allowedNonAlphanumericCharacters", allowedNonAlphanumericCharacters)
    answer.member("enforcementState", enforcementState)
    answer.member("forceUpgradeOnSignin", forceUpgradeOnSignin)
  }
}

extension PasswordPolicyResponse.StrengthOptions: AnswerMessage {
  public func write(to answer: inout AnswerWriter) {
    answer.member("minPasswordLength", minPasswordLength)
    answer.member("maxPasswordLength", maxPasswordLength)
    answer.member("containsLowercaseCharacter", containsLowercaseCharacter)
    answer.member("containsUppercaseCharacter", containsUppercaseCharacter)
    answer.member("containsNumericCharacter", containsNumericCharacter)
    answer.member("containsNonAlphanumericCharacter", containsNonAlphanumericCharacter)
  }
}
