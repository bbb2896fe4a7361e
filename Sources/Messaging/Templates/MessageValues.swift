import Foundation

/// What is filled into a template.
public struct MessageValues: Sendable {
  /// The name that the project shows to its users.
  public var appName: String
  /// The account's address; where the address changes, the one before.
  public var email: String
  public var newEmail: String?
  public var link: String?
  /// The user's own words. No template of ours shows them: see ``shownName``.
  public var displayName: String?
  public var secondFactor: SecondFactor?
  /// What was added to an account, or removed from it, or may have been copied.
  public var signInMethods: [SignInMethod]
  public var loginCode: String?

  public init(
    appName: String, email: String = "", newEmail: String? = nil, link: String? = nil,
    displayName: String? = nil, secondFactor: SecondFactor? = nil, signInMethods: [SignInMethod] = [],
    loginCode: String? = nil
  ) {
    self.appName = appName
    self.email = email
    self.newEmail = newEmail
    self.link = link
    self.displayName = displayName
    self.secondFactor = secondFactor
    self.signInMethods = signInMethods
    self.loginCode = loginCode
  }

  /// What the user knows a second factor by.
  public struct SecondFactor: Sendable {
    /// As much of the number as may be shown; nil for an authenticator app.
    public var phoneNumber: String?
    /// The user's own words.
    public var name: String?

    public init(phoneNumber: String?, name: String? = nil) {
      self.phoneNumber = phoneNumber
      self.name = name
    }

    func text(authenticatorApp: String) -> String {
      let kind = phoneNumber ?? authenticatorApp
      return MessageValues.harmless(name).map { "\($0) (\(kind))" } ?? kind
    }
  }

  /// A way to sign in, as its user knows it.
  public enum SignInMethod: Sendable {
    case password, emailLink
    /// By its user's own words.
    case passkey(String)
    /// As much of the number as may be shown.
    case phone(String)
    /// A provider's name.
    case provider(String)
  }

  /// What a message of one language calls things.
  struct Names: Sendable {
    var authenticatorApp: String
    var password: String
    var emailLink: String
    var passkey: String

    func name(of method: SignInMethod) -> String {
      switch method {
      case .password: password
      case .emailLink: emailLink
      case .passkey(let name): MessageValues.harmless(name).map { "\(passkey) (\($0))" } ?? passkey
      case .phone(let number): number
      case .provider(let name): MessageValues.harmless(name) ?? name
      }
    }
  }

  /// In the message's language.
  var names = BuiltInTexts.texts(in: .english).names

  /// The display name, where a template has a place for one, if it cannot be mistaken for something else:
  /// anybody can sign up with another's address and an advertisement for a name. Else the address.
  var shownName: String { Self.harmless(displayName) ?? email }

  /// A short line without anything that mail programs would make a link of.
  static func harmless(_ text: String?) -> String? {
    guard let text else { return nil }
    let line = HeaderText.oneLine(text)
    let suspicious: Set<Character> = ["/", "@", ":", "<", ">", "%", "\\"]
    guard (1...60).contains(line.count), !line.contains(where: suspicious.contains),
      // A dot between two letters is a domain name; "J. R. Smith" is none.
      line.firstMatch(of: /[\p{L}\p{N}]\.[\p{L}\p{N}]/) == nil, !line.lowercased().contains("www")
    else { return nil }
    return line
  }

  func value(of placeholder: Placeholder) -> String {
    let text: String =
      switch placeholder {
      case .appName: appName
      case .displayName: shownName
      case .email: email
      case .newEmail: newEmail ?? email
      case .link: link ?? ""
      case .secondFactor: secondFactor?.text(authenticatorApp: names.authenticatorApp) ?? ""
      case .signInMethod: signInMethods.map(names.name).joined(separator: ", ")
      case .loginCode: loginCode ?? ""
      }
    return HeaderText.oneLine(text)
  }
}
