import Hummingbird
import Identity
import IdentityWire
import Operations
import Texts

/// What a mailed link says, or the form of the page that it leads to.
struct ActionRequest: Sendable {
  enum Mode: String, Sendable {
    case resetPassword, verifyEmail, verifyAndChangeEmail, recoverEmail, signIn
    /// Not of a link: the offer on the page of a recovered address.
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

  /// The path that it came by, which the page's form is sent to.
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

  /// The value of a name; nil where it is empty.
  subscript(name: String) -> String? { values[name].flatMap { $0.isEmpty ? nil : $0 } }

  var texts: ActionTexts { .texts(in: language) }

  /// What the next form has to say once more.
  func fields(mode: Mode) -> [ActionPage.Field] {
    let kept = ["oobCode", "apiKey", "lang", "continueUrl", "tenantId"]
    return [.init(name: "mode", value: mode.rawValue)]
      + kept.compactMap { name in self[name].map { .init(name: name, value: $0) } }
  }
}
