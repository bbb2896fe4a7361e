import Identity
import Messaging

/// The words of the pages that mailed links lead to, in one language.
struct ActionTexts: Sendable {
  /// Something that a page tells: a title and paragraphs.
  struct Telling: Sendable {
    var title: String
    var paragraphs: [String]

    init(_ title: String, _ paragraphs: String...) {
      self.title = title
      self.paragraphs = paragraphs
    }
  }

  /// What a form asks, with the words on its button.
  struct Question: Sendable {
    var telling: Telling
    var button: String

    init(_ title: String, _ paragraphs: String..., button: String) {
      telling = Telling(title)
      telling.paragraphs = paragraphs
      self.button = button
    }
  }

  var resetPassword: Question
  var passwordWasReset: Telling
  var verifyEmail: @Sendable (_ email: String) -> Question
  var emailWasVerified: @Sendable (_ email: String) -> Telling
  var changeEmail: @Sendable (_ email: String?, _ newEmail: String) -> Question
  var emailWasChanged: @Sendable (_ newEmail: String) -> Telling
  var recoverEmail: @Sendable (_ email: String, _ newEmail: String?) -> Question
  /// With the offer to reset the password.
  var emailWasRecovered: @Sendable (_ email: String) -> Question
  var resetWasSent: @Sendable (_ email: String) -> Telling

  var linkIsUsedUp: Telling
  var linkIsIncomplete: Telling
  var signInLinkBelongsToApp: Telling
  var accountIsDisabled: Telling
  var emailIsTaken: Telling
  var actionIsOff: Telling
  var tooManyAttempts: Telling
  var serverIsBusy: Telling
  var formIsForeign: Telling

  var ownership: OwnershipTexts

  var email: String
  var newPassword: String
  var continueToApp: String
  var requirement: @Sendable (PasswordRequirement) -> String
  /// Of a new password that many have, or that stands in stolen lists.
  var uncommonPassword = "A password that nobody else would think of"

  static func texts(in language: MessageLanguage) -> ActionTexts {
    switch language {
    case .english: .english
    case .french: .french
    case .german: .german
    case .japanese: .japanese
    case .portuguese: .portuguese
    case .spanish: .spanish
    case .vietnamese: .vietnamese
    }
  }
}
