import Identity

/// What a mail says, in one language. Only what the server itself knows goes in: nothing that whoever asked
/// for the mail could write, such as a display name, so that nobody sends advertisements in our name.
public struct MailTemplate: Sendable {
  /// Why a mail is sent.
  public enum Occasion: Sendable, CaseIterable {
    case passwordReset
    case verifyEmail
    case emailSignIn
    case verifyAndChangeEmail
    /// Tells the old address that it was replaced.
    case recoverEmail
  }

  public struct Values: Sendable {
    /// The name that the project shows to its users.
    public var appName: String
    /// The account's address; where the address changes, the one before.
    public var email: String
    /// Nil also where the address was taken away and none took its place.
    public var newEmail: String?
    public var link: String

    public init(appName: String, email: String, newEmail: String? = nil, link: String) {
      self.appName = appName
      self.email = email
      self.newEmail = newEmail
      self.link = link
    }
  }

  public let subject: String
  /// Plain text with paragraphs; the link stands on a line of its own.
  public let body: String

  public init(_ occasion: Occasion, in language: MessageLanguage, _ values: Values) {
    var values = values
    // A line end in a subject would begin another header.
    values.appName = String(values.appName.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F })
    let written =
      switch language {
      case .english: Self.english(occasion, values)
      case .japanese: Self.japanese(occasion, values)
      case .vietnamese: Self.vietnamese(occasion, values)
      }
    subject = written.subject
    body = written.paragraphs.joined(separator: "\n\n") + "\n"
  }

  typealias Written = (subject: String, paragraphs: [String])
}
