import Hummingbird
import IdentityWire

/// Who is behind a request.
struct Visitor: Sendable {
  /// Nil for somebody who has not signed in.
  var administrator: Administrator?
  /// The secret of the browser's session, which its CSRF tokens are made of.
  var session: SessionSecret
  /// Whether the session can be ended by signing out.
  var canSignOut = false
}

/// How the console knows administrators.
protocol ConsoleAccess: Sendable {
  /// The cookie that holds the session's secret.
  var sessionCookie: SessionCookie { get }

  /// - Parameter session: what the browser presented in its cookie, or a new one.
  /// - Throws: when it cannot be found out.
  func visitor(_ session: SessionSecret, language: Language) async throws(WireError) -> Visitor

  /// Where somebody goes who has to sign in first; nil where nobody has to.
  var signInPath: String? { get }
}

/// The access of a development server: whoever reaches it, which only programs on this machine do, is its owner.
struct DevelopmentAccess: ConsoleAccess {
  let sessionCookie = SessionCookie.development
  let signInPath: String? = nil

  func visitor(_ session: SessionSecret, language: Language) async throws(WireError) -> Visitor {
    Visitor(administrator: Administrator(name: "dev", role: .owner, language: language), session: session)
  }
}
