/// The words by which the pages of mailed links ask whether an account is their reader's, in one language.
struct OwnershipTexts: Sendable {
  var accountMade: @Sendable (_ moment: String) -> String
  /// How one signs in to the account; empty where nobody can.
  var waysIn: @Sendable (_ ways: [String]) -> String
  var password: String
  var phone: @Sendable (_ obfuscatedNumber: String) -> String
  var mailedLink: String
  var app: String
  /// What the second button does to an account.
  var notMyAccount: String
  /// What the second button does to a change of an address.
  var notMyChange: String
  var disown: String
  var accountWasDisowned: @Sendable (_ email: String) -> ActionTexts.Telling
  var changeWasDeclined: @Sendable (_ newEmail: String) -> ActionTexts.Telling

  /// Of projects with strict verification.
  var currentPassword: String
  var staySignedIn: String
  var everybodyIsSignedOut: String
  var everybodyWasSignedOut: String
  var proveChange: String
  var cannotProveChange: String
  var passwordIsMissing: String
  var passwordIsWrong: String
  var tooManyGuesses: ActionTexts.Telling
}
