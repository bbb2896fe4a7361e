import Identity

extension MessageKind {
  /// What the text cannot do without.
  public var required: [Placeholder] {
    switch self {
    case .resetPassword, .verifyEmail, .signIn, .verifyAndChangeEmail, .emailChanged, .emailRemoved: [.link]
    case .secondFactorEnrolled, .secondFactorRemoved: [.secondFactor]
    case .signInMethodAdded, .signInMethodRemoved, .passkeyCopied: [.signInMethod]
    case .passwordChanged, .recoveryCodeUsed, .recoveryCodesReplaced: []
    case .smsCode: [.loginCode]
    }
  }

  /// What can stand in the template.
  var allowed: Set<Placeholder> {
    switch self {
    case .resetPassword, .verifyEmail, .signIn, .emailRemoved: [.appName, .displayName, .email, .link]
    case .verifyAndChangeEmail, .emailChanged: [.appName, .displayName, .email, .newEmail, .link]
    case .secondFactorEnrolled, .secondFactorRemoved: [.appName, .displayName, .email, .secondFactor]
    case .signInMethodAdded, .signInMethodRemoved, .passkeyCopied:
      [.appName, .displayName, .email, .signInMethod]
    case .passwordChanged, .recoveryCodeUsed, .recoveryCodesReplaced: [.appName, .displayName, .email]
    case .smsCode: [.appName, .loginCode]
    }
  }

  /// ``allowed``, in a fixed order.
  public var placeholders: [Placeholder] { Placeholder.allCases.filter(allowed.contains) }
}

/// What a template leaves open. The names are Firebase's where it has one.
public enum Placeholder: String, Sendable, CaseIterable {
  case appName = "APP_NAME"
  case displayName = "DISPLAY_NAME"
  case email = "EMAIL"
  case newEmail = "NEW_EMAIL"
  case link = "LINK"
  case secondFactor = "SECOND_FACTOR"
  case signInMethod = "SIGN_IN_METHOD"
  case loginCode = "LOGIN_CODE"

  /// As it stands in a template.
  public var text: String { "%\(rawValue)%" }
}
