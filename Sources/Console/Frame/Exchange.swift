import Hummingbird
import Identity
import IdentityWire

/// The facts about a request that are found while it is processed. Only one task uses it.
final class Exchange {
  /// The notice about the last action. A cookie keeps it until it has been shown.
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

  let incoming: IncomingRequest
  let templates: ConsoleTemplates
  let texts: ConsoleTexts
  var visitor: Visitor
  var administrator: SignedInAdministrator?
  var project: Project?
  var tenant: Tenant?
  var problem: String?
  /// The settings revision that a repeated form was rendered from; nil for the current one.
  var revision: String?
  var notice = Notice.untouched
  /// The address to return to after a change of the language; nil for the requested address.
  var here: String?
  var isCentered = false

  /// True if the browser has to store the visitor's new session.
  private(set) var isNewSession: Bool

  /// - Parameter session: the browser's session; nil if the browser sent no valid session.
  init(
    _ incoming: IncomingRequest, _ templates: ConsoleTemplates, _ texts: ConsoleTexts,
    _ session: SessionSecret?
  ) {
    self.incoming = incoming
    self.templates = templates
    self.texts = texts
    visitor = Visitor(session: session ?? SessionSecret(SystemRandom()))
    isNewSession = session == nil
  }

  /// - Parameter session: the new session; nil to keep the present one.
  func replaceSession(_ session: SessionSecret?) {
    guard let session else { return }
    visitor.session = session
    isNewSession = true
  }
}

extension ConsoleSessionCookie {
  func holding(_ session: SessionSecret) -> Cookie {
    // `SameSite=Lax`, because a tested sign-in returns from the provider's site. Only forms change data, and their
    // origin and token are checked.
    Cookie(
      name: name, value: session.token.text, path: path, secure: isSecure, httpOnly: true, sameSite: .lax)
  }
}
