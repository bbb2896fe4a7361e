import Hummingbird
import Identity
import IdentityWire
import Operations
import Texts

/// The values of a mailed link, or of the form on its page.
struct ActionRequest: Sendable {
  enum Mode: String, Sendable {
    case resetPassword, verifyEmail, verifyAndChangeEmail, recoverEmail, signIn
    /// Mails a reset link. No link has this mode: the page of a recovered address offers it.
    case sendReset

    var requestType: OobRequestType? {
      switch self {
      case .resetPassword: .passwordReset
      case .verifyEmail: .verifyEmail
      case .verifyAndChangeEmail: .verifyAndChangeEmail
      case .recoverEmail: .recoverEmail
      case .signIn: .emailSignIn
      case .sendReset: nil
      }
    }
  }

  /// The path of the request. The page's form is sent to it.
  let path: String
  let values: FormURLEncoded
  let mode: Mode?
  let language: Language

  init(_ values: FormURLEncoded, path: String, acceptLanguage: String?) {
    self.values = values
    self.path = path
    mode = values["mode"].flatMap(Mode.init)
    language =
      values["lang"].flatMap(Language.init(tag:)) ?? Language(acceptLanguage: acceptLanguage ?? "")
  }

  /// The value of a name. Nil if it is empty.
  subscript(name: String) -> String? { values[name].flatMap { $0.isEmpty ? nil : $0 } }

  var texts: ActionTexts { .texts(in: language) }

  /// The values that the next form must contain again.
  func fields(mode: Mode) -> [ActionPage.Field] {
    let kept = ["oobCode", "apiKey", "lang", "continueUrl", "tenantId"]
    return [.init(name: "mode", value: mode.rawValue)]
      + kept.compactMap { name in self[name].map { .init(name: name, value: $0) } }
  }
}
