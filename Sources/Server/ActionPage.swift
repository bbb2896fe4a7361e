import QRCodes

/// A page that a mailed link leads to: what it is about to do, or what it did.
struct ActionPage: Sendable {
  struct Field: Sendable {
    var name: String
    var value: String
  }

  struct PasswordField: Sendable {
    /// For password managers, which keep the password with it.
    var email: String
    var emailLabel: String
    var label: String
    /// What the password has to be like, a line each.
    var requirements: [String]
  }

  /// The account's password, by which somebody shows that it is theirs.
  struct CurrentPassword: Sendable {
    /// As in ``PasswordField``.
    var email: String
    var emailLabel: String
    var label: String
    var hint: String
    var isRequired: Bool
  }

  /// A second button, which says no.
  struct Disowning: Sendable {
    var value: String
    var label: String
  }

  /// Something to be typed in.
  struct Input: Sendable {
    var name: String
    var label: String
    var hint: String?
    /// As HTML has them: of the `type`, `inputmode` and `autocomplete` attributes.
    var type: String
    var mode: String
    var autocomplete: String
  }

  /// A button that says what is chosen.
  struct Choice: Sendable {
    var name: String
    var value: String
    var label: String
  }

  /// The key of an authenticator app, to be scanned or typed.
  struct Key: Sendable {
    var image: QRCodeImage?
    var imageLabel: String
    var label: String
    /// Of four letters.
    var groups: [String]
  }

  struct Form: Sendable {
    /// A path of the server.
    var action: String
    /// Hidden.
    var fields: [Field]
    var password: PasswordField?
    var currentPassword: CurrentPassword?
    var input: Input?
    /// Nil where nobody can say yes.
    var button: String?
    var disowning: Disowning?
    /// In the place of one button.
    var choices: [Choice] = []
  }

  enum Mood: String, Sendable { case question, success, failure }

  /// A BCP 47 tag.
  var language: String
  var appName: String?
  var title: String
  var paragraphs: [String] = []
  /// What is known of the account, a line each.
  var facts: [String] = []
  var key: Key?
  /// Recovery codes, shown once.
  var codes: [String] = []
  var mood = Mood.question
  /// What was wrong with the form that was sent.
  var problems: [String] = []
  var form: Form?
  /// An address that was checked, and the words on its button.
  var continueURL: String?
  var continueLabel = ""
}
