import Foundation
import Identity

/// The values that replace a template's placeholders.
public struct MessageValues: Sendable {
  /// The name that the project shows to its users.
  public var appName: String
  /// The account's address. If the address changes, the old address.
  public var email: String
  public var newEmail: String?
  public var link: String?
  /// The name that the user chose. No built-in template shows it directly: see ``shownName``.
  public var displayName: String?
  public var secondFactor: SecondFactor?
  /// The methods that were added, removed, or possibly copied.
  public var signInMethods: [SignInMethod]
  public var loginCode: String?
  /// The branding of the project's mails.
  public var branding = Branding()
  /// The address of the logo in HTML that is made from a text: https, or `data:` in a preview. Nil if the mail has no
  /// logo.
  public var logoAddress: String?

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

  /// A second factor, as its user knows it.
  public struct SecondFactor: Sendable {
    /// The part of the number that may be shown. Nil for an authenticator app.
    public var phoneNumber: String?
    /// The name that the user chose.
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

  /// A sign-in method, as its user knows it.
  public enum SignInMethod: Sendable {
    case password, emailLink
    /// A passkey, with the name that the user chose.
    case passkey(String)
    /// A phone number, with the part that may be shown.
    case phone(String)
    /// A provider, with its name.
    case provider(String)
  }

  /// The names of sign-in methods and other terms in one language.
  struct Names: Sendable {
    var authenticatorApp: String
    var password: String
    var emailLink: String
    var passkey: String
    var termsOfService: String
    var privacyPolicy: String

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

  /// The names in the message's language.
  var names = BuiltInTexts.texts(in: .english).names

  /// The project's links below a mail.
  var brandLinks: [(label: String, address: String)] {
    [(names.termsOfService, branding.termsURL), (names.privacyPolicy, branding.privacyURL)]
      .compactMap { label, address in address.map { (label, $0) } }
  }

  /// The display name if it is harmless, and otherwise the address. Anyone can sign up with another person's address,
  /// and with an advertisement as the name.
  var shownName: String { Self.harmless(displayName) ?? email }

  /// The text if it is one short line without text that mail programs would turn into a link.
  static func harmless(_ text: String?) -> String? {
    guard let text else { return nil }
    let line = HeaderText.oneLine(text)
    let suspicious: Set<Character> = ["/", "@", ":", "<", ">", "%", "\\"]
    guard (1...60).contains(line.count), !line.contains(where: suspicious.contains),
      // A dot between two letters may be a domain name. "J. R. Smith" has no such dot.
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
