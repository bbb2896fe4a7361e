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

  struct Form: Sendable {
    /// A path of the server.
    var action: String
    /// Hidden.
    var fields: [Field]
    var password: PasswordField?
    var button: String
  }

  enum Mood: String, Sendable { case question, success, failure }

  /// A BCP 47 tag.
  var language: String
  var appName: String?
  var title: String
  var paragraphs: [String] = []
  var mood = Mood.question
  /// What was wrong with the form that was sent.
  var problems: [String] = []
  var form: Form?
  /// An address that was checked, and the words on its button.
  var continueURL: String?
  var continueLabel = ""
}
