/// What a message is about. The raw value names its template's files and is what the command line takes.
public enum MessageKind: String, Sendable, Codable, CodingKeyRepresentable, CaseIterable {
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
  /// Tells that a recovery code signed in.
  case recoveryCodeUsed = "recovery-code-used"
  /// Tells that new recovery codes took the place of the ones before.
  case recoveryCodesReplaced = "recovery-codes-replaced"
  case signInMethodAdded = "sign-in-method-added"
  case signInMethodRemoved = "sign-in-method-removed"
  /// Tells that a passkey's signature counter did not move on.
  case passkeyCopied = "passkey-copied"
  case passwordChanged = "password-changed"
  /// A text message.
  case smsCode = "sms-code"

  public var isMail: Bool { self != .smsCode }
}
