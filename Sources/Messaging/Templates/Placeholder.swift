import Identity

extension MessageKind {
  /// The placeholders that the text must contain.
  public var required: [Placeholder] {
    switch self {
    case .resetPassword, .verifyEmail, .signIn, .verifyAndChangeEmail, .emailChanged, .emailRemoved: [.link]
    case .secondFactorEnrolled, .secondFactorRemoved: [.secondFactor]
    case .signInMethodAdded, .signInMethodRemoved, .passkeyCopied: [.signInMethod]
    case .passwordChanged, .recoveryCodeUsed, .recoveryCodesReplaced: []
    case .smsCode: [.loginCode]
    }
  }

  /// The placeholders that the template may contain.
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

/// A placeholder in a template. It has Firebase's name if Firebase has the placeholder, too.
public enum Placeholder: String, Sendable, CaseIterable {
  case appName = "APP_NAME"
  case displayName = "DISPLAY_NAME"
  case email = "EMAIL"
  case newEmail = "NEW_EMAIL"
  case link = "LINK"
  case secondFactor = "SECOND_FACTOR"
  case signInMethod = "SIGN_IN_METHOD"
  case loginCode = "LOGIN_CODE"

  /// The placeholder's text in a template.
  public var text: String { "%\(rawValue)%" }
}
