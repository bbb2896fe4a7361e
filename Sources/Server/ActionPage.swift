import QRCodes

/// The page to which a mailed link leads. The page asks before the action, or shows the outcome of the
/// action.
struct ActionPage: Sendable {
  struct Field: Sendable {
    var name: String
    var value: String
  }

  struct PasswordField: Sendable {
    /// The account's address, for password managers.
    var email: String
    var emailLabel: String
    var label: String
    /// The rules for the password, one per line.
    var requirements: [String]
  }

  /// The field for the account's current password, which proves ownership.
  struct CurrentPassword: Sendable {
    /// See ``PasswordField``.
    var email: String
    var emailLabel: String
    var label: String
    var hint: String
    var isRequired: Bool
  }

  /// A second button, for a reader who does not own the account.
  struct DisownButton: Sendable {
    var value: String
    var label: String
  }

  /// A text field.
  struct Input: Sendable {
    var name: String
    var label: String
    var hint: String?
    /// The values of HTML's attributes `type`, `inputmode` and `autocomplete`.
    var type: String
    var mode: String
    var autocomplete: String
  }

  /// A button that selects one of several answers.
  struct Choice: Sendable {
    var name: String
    var value: String
    var label: String
  }

  /// The key of an authenticator app, as a QR code and as text to type.
  struct Key: Sendable {
    var image: QRCodeImage?
    var imageLabel: String
    var label: String
    /// The key in groups of four letters.
    var groups: [String]
  }

  struct Form: Sendable {
    /// The path to which the form is sent.
    var action: String
    /// Hidden fields.
    var fields: [Field]
    var password: PasswordField?
    var currentPassword: CurrentPassword?
    var input: Input?
    /// Nil if the page has no form to confirm.
    var button: String?
    var disowning: DisownButton?
    /// Buttons that replace the single button.
    var choices: [Choice] = []
  }

  /// The project's branding.
  struct Brand: Sendable {
    struct Link: Sendable {
      var address: String
      var label: String
    }

    /// A `data:` URL.
    var logo: String?
    var style: BrandStyle?
    var links: [Link] = []
  }

  enum Mood: String, Sendable { case question, success, failure }

  /// A BCP 47 tag.
  var language: String
  var appName: String?
  var brand: Brand?
  var title: String
  var paragraphs: [String] = []
  /// Facts about the account, one per line.
  var facts: [String] = []
  var key: Key?
  /// Recovery codes, shown once.
  var codes: [String] = []
  var mood = Mood.question
  /// The mistakes in the submitted form.
  var problems: [String] = []
  var form: Form?
  /// The checked address for the continue button.
  var continueURL: String?
  var continueLabel = ""
}
