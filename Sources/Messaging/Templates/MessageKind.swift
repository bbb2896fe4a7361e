/// What a message is about. The raw value names its template's files and is what the command line takes.
public enum MessageKind: String, Sendable, CaseIterable {
  case resetPassword = "reset-password"
  case verifyEmail = "verify-email"
  case signIn = "sign-in"
  case verifyAndChangeEmail = "verify-and-change-email"
  /// Tells the old address that another took its place.
  case emailChanged = "email-changed"
  /// Tells the old address that the account has none now.
  case emailRemoved = "email-removed"
  case secondFactorEnrolled = "second-factor-enrolled"
  case secondFactorRemoved = "second-factor-removed"
  /// A text message.
  case smsCode = "sms-code"

  public var isMail: Bool { self != .smsCode }

  /// What the text cannot do without.
  var required: [Placeholder] {
    switch self {
    case .resetPassword, .verifyEmail, .signIn, .verifyAndChangeEmail, .emailChanged, .emailRemoved: [.link]
    case .secondFactorEnrolled, .secondFactorRemoved: [.secondFactor]
    case .smsCode: [.loginCode]
    }
  }

  /// What can stand in the template.
  var allowed: Set<Placeholder> {
    switch self {
    case .resetPassword, .verifyEmail, .signIn, .emailRemoved: [.appName, .displayName, .email, .link]
    case .verifyAndChangeEmail, .emailChanged: [.appName, .displayName, .email, .newEmail, .link]
    case .secondFactorEnrolled, .secondFactorRemoved: [.appName, .displayName, .email, .secondFactor]
    case .smsCode: [.appName, .loginCode]
    }
  }
}

/// What a template leaves open. The names are Firebase's where it has one.
public enum Placeholder: String, Sendable, CaseIterable {
  case appName = "APP_NAME"
  case displayName = "DISPLAY_NAME"
  case email = "EMAIL"
  case newEmail = "NEW_EMAIL"
  case link = "LINK"
  case secondFactor = "SECOND_FACTOR"
  case loginCode = "LOGIN_CODE"

  /// As it stands in a template.
  public var text: String { "%\(rawValue)%" }
}
