/// The operation that a mailed code performs.
public enum ActionCodeOperation: Int, Sendable {
  /// An operation that this release of the SDK does not know.
  case unknown = 0
  /// Sets a new password: ``Auth/confirmPasswordReset(withCode:newPassword:)``.
  case passwordReset = 1
  /// Proves that the address is the user's: ``Auth/applyActionCode(_:)``.
  case verifyEmail = 2
  /// Restores the previous address: ``Auth/applyActionCode(_:)``.
  case recoverEmail = 3
  /// Signs in: ``Auth/signIn(withEmail:link:)``.
  case emailLink = 4
  /// Makes a new address the user's: ``Auth/applyActionCode(_:)``.
  case verifyAndChangeEmail = 5
  /// Removes a second factor that was added: ``Auth/applyActionCode(_:)``.
  case revertSecondFactorAddition = 6

  /// Reads `mode` of a link or `requestType` of an answer.
  init(named name: String?) {
    self =
      switch name {
      case "resetPassword", "PASSWORD_RESET": .passwordReset
      case "verifyEmail", "VERIFY_EMAIL": .verifyEmail
      case "recoverEmail", "RECOVER_EMAIL": .recoverEmail
      case "signIn", "EMAIL_SIGNIN": .emailLink
      case "verifyAndChangeEmail", "VERIFY_AND_CHANGE_EMAIL": .verifyAndChangeEmail
      case "revertSecondFactorAddition", "REVERT_SECOND_FACTOR_ADDITION": .revertSecondFactorAddition
      default: .unknown
      }
  }
}
