/// The subject of a message. The raw value is its name on the command line, and the name of its template files.
public enum MessageKind: String, Sendable, Codable, CodingKeyRepresentable, CaseIterable {
  case resetPassword = "reset-password"
  case verifyEmail = "verify-email"
  case signIn = "sign-in"
  case verifyAndChangeEmail = "verify-and-change-email"
  /// Tells the reader of the old address that another address replaced it.
  case emailChanged = "email-changed"
  /// Tells the reader of the old address that the account now has no address.
  case emailRemoved = "email-removed"
  case secondFactorEnrolled = "second-factor-enrolled"
  case secondFactorRemoved = "second-factor-removed"
  /// Tells the user that a recovery code was used to sign in.
  case recoveryCodeUsed = "recovery-code-used"
  /// Tells the user that new recovery codes replaced the previous ones.
  case recoveryCodesReplaced = "recovery-codes-replaced"
  case signInMethodAdded = "sign-in-method-added"
  case signInMethodRemoved = "sign-in-method-removed"
  /// Tells the user that a passkey's signature counter did not increase.
  case passkeyCopied = "passkey-copied"
  case passwordChanged = "password-changed"
  /// A text message.
  case smsCode = "sms-code"

  public var isMail: Bool { self != .smsCode }
}
