import Hummingbird
import Identity
import IdentityWire

/// What is found out about one request on its way. Used by one task alone.
final class Exchange {
  /// The notice of what was done just now, which lies in a cookie until it has been shown.
  enum Notice {
    case untouched
    case shown
    case set(String?)

    static let cookie = "latchkey-notice"

    func apply(to response: inout Response, isSecure: Bool) {
      func keep(_ value: String, maxAge: Int) {
        response.setCookie(
          Cookie(
            name: Self.cookie, value: value, maxAge: maxAge, path: ConsolePath.root, secure: isSecure,
            httpOnly: true, sameSite: .strict))
      }
      switch self {
      case .untouched, .set(nil): return
      case .shown: keep("", maxAge: 0)
      case .set(let key?): keep(key, maxAge: 60)
      }
    }
  }

  let incoming: Incoming
  let templates: ConsoleTemplates
  let texts: ConsoleTexts
  var visitor: Visitor
  var administrator: SignedInAdministrator?
  var project: Project?
  var tenant: Tenant?
  var problem: String?
  /// Of the settings that a form that is shown again was made of; nil for those that there are.
  var revision: String?
  var notice = Notice.untouched
  /// Where choosing a language leads back to; nil for the address that was asked for.
  var here: String?
  var isCentered = false

  /// Whether the browser is to keep the visitor's session from now on.
  private(set) var isNewSession: Bool

  /// - Parameter session: what the browser presented; nil for nothing, or nothing of ours.
  init(
    _ incoming: Incoming, _ templates: ConsoleTemplates, _ texts: ConsoleTexts, _ session: SessionSecret?
  ) {
    self.incoming = incoming
    self.templates = templates
    self.texts = texts
    visitor = Visitor(session: session ?? SessionSecret(SystemRandom()))
    isNewSession = session == nil
  }

  /// - Parameter session: nil leaves the one that there is.
  func replaceSession(_ session: SessionSecret?) {
    guard let session else { return }
    visitor.session = session
    isNewSession = true
  }
}

extension ConsoleSessionCookie {
  func holding(_ session: SessionSecret) -> Cookie {
    // Lax: a sign-in that is tested comes back from the provider's site. It is forms alone that change anything, and
    // those are checked by their origin and token.
    Cookie(
      name: name, value: session.token.text, path: path, secure: isSecure, httpOnly: true, sameSite: .lax)
  }
}
