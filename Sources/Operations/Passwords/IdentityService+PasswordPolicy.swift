import Identity
import IdentityWire
import Passwords

extension IdentityService {
  /// - Throws: `WEAK_PASSWORD`, `PASSWORD_DOES_NOT_MEET_REQUIREMENTS`.
  /// - Parameter email: the address of the password's account; nil if it has none.
  func checkStrength(_ password: String, of email: EmailAddress?, _ caller: Caller) throws(IdentityError) {
    try Self.checkPolicy(password, caller)
    guard password.unicodeScalars.count >= PasswordPolicy.lengths.lowerBound else {
      throw .refused(
        .weakPassword, "Password should be at least \(PasswordPolicy.lengths.lowerBound) characters")
    }
    guard password.utf8.count <= PasswordHasher.maximumPasswordBytes else {
      throw .missingRequirements(["Password may contain at most \(PasswordHasher.maximumPasswordBytes) bytes"]
      )
    }
    if refusesObviousPasswords {
      guard !password.unicodeScalars.allSatisfy(\.isInvisible) else {
        throw .refused(.weakPassword, "Password consists only of blanks")
      }
      guard email.map({ $0.isSame(as: password) }) != true else {
        throw .refused(.weakPassword, "Password is the account's own e-mail address")
      }
    }
    switch compromisedPasswords?.finding(password) {
    case .common:
      throw .refused(.weakPassword, "Password is used by many people and easy to guess")
    case .listed:
      throw .refused(.weakPassword, "Password is in a list of passwords that were stolen elsewhere")
    case nil: return
    }
  }

  /// At a sign-in, refuses a correct password that does not meet the policy. Does nothing unless
  /// ``PasswordPolicy/forceUpgradeOnSignIn`` is true.
  ///
  /// - Throws: `PASSWORD_DOES_NOT_MEET_REQUIREMENTS`.
  static func checkPolicyAtSignIn(_ password: String, _ caller: Caller) throws(IdentityError) {
    if caller.signIn.passwordPolicy.forceUpgradeOnSignIn { try checkPolicy(password, caller) }
  }

  private static func checkPolicy(_ password: String, _ caller: Caller) throws(IdentityError) {
    let missing = caller.signIn.passwordPolicy.requirements(missingIn: password)
    guard !missing.isEmpty else { return }
    throw .missingRequirements(missing.map(\.wireText))
  }

  /// `GET v2/passwordPolicy`.
  public func passwordPolicy(_ caller: Caller) -> PasswordPolicyResponse {
    let policy = caller.signIn.passwordPolicy
    var options = PasswordPolicyResponse.StrengthOptions(
      minPasswordLength: policy.minimumLength,
      maxPasswordLength: policy.maximumLength ?? PasswordPolicy.lengths.upperBound)
    options.containsLowercaseCharacter = policy.requiresLowercase ? true : nil
    options.containsUppercaseCharacter = policy.requiresUppercase ? true : nil
    options.containsNumericCharacter = policy.requiresNumeric ? true : nil
    options.containsNonAlphanumericCharacter = policy.requiresNonAlphanumeric ? true : nil
    var response = PasswordPolicyResponse(
      customStrengthOptions: options,
      allowedNonAlphanumericCharacters: PasswordPolicy.nonAlphanumericCharacters.map(String.init),
      enforcementState: policy.isEnforced ? "ENFORCE" : "OFF")
    response.forceUpgradeOnSignin = policy.forceUpgradeOnSignIn ? true : nil
    return response
  }

  /// `GET v2/recaptchaConfig`: reCAPTCHA protects nothing here. For projects with other captchas,
  /// ``captchaChallenge(_:_:)`` tells clients which proof to send. This response does not name the other captchas.
  /// Otherwise the official SDKs would load Google's script or library.
  public func recaptchaConfig() -> RecaptchaConfigResponse {
    RecaptchaConfigResponse(
      recaptchaEnforcementState: ["EMAIL_PASSWORD_PROVIDER", "PHONE_PROVIDER"].map { provider in
        .init(provider: provider, enforcementState: "OFF")
      })
  }

  /// `GET v1/recaptchaParams`. Clients require a key. No reCAPTCHA exists for the key in this response.
  public func recaptchaParams() -> RecaptchaParamsResponse {
    RecaptchaParamsResponse(recaptchaSiteKey: "latchkey-uses-no-recaptcha")
  }
}

extension Unicode.Scalar {
  /// True for characters that make a field look empty: blanks including the Braille blank, control
  /// characters, zero-width characters.
  fileprivate var isInvisible: Bool {
    properties.isWhitespace || properties.isDefaultIgnorableCodePoint
      || properties.generalCategory == .control || self == "\u{2800}"
  }
}

extension EmailAddress {
  /// True if the password is this address in any spelling, with or without blanks around it.
  fileprivate func isSame(as password: String) -> Bool {
    let scalars = password.unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.isInvisible }),
      let last = scalars.lastIndex(where: { !$0.isInvisible }),
      let typed = EmailAddress(String(scalars[first...last]))
    else { return false }
    return typed == self || typed.text.hasSameBytes(as: normalForm)
  }
}

extension IdentityError {
  /// The format is fixed: clients parse the list by its brackets and commas.
  fileprivate static func missingRequirements(_ texts: [String]) -> IdentityError {
    .refused(
      .passwordDoesNotMeetRequirements,
      "Missing password requirements: [\(texts.joined(separator: ", "))]")
  }
}

extension PasswordRequirement {
  /// The official service's text for the requirement.
  var wireText: String {
    switch self {
    case .minimumLength(let length): "Password must contain at least \(length) characters"
    case .maximumLength(let length): "Password may contain at most \(length) characters"
    case .lowercase: "Password must contain a lower case character"
    case .uppercase: "Password must contain an upper case character"
    case .numeric: "Password must contain a numeric character"
    case .nonAlphanumeric: "Password must contain a non-alphanumeric character"
    }
  }
}
