/// What a mailed code does.
public enum ActionCodeOperation: Int, Sendable {
  case unknown = 0
  case passwordReset = 1
  case verifyEmail = 2
  case recoverEmail = 3
  case emailLink = 4
  case verifyAndChangeEmail = 5
  case revertSecondFactorAddition = 6

  /// By `mode` of a link or `requestType` of an answer.
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
