import IdentityWire
import Operations
import Texts

/// Who is behind a request.
struct Visitor: Sendable {
  /// Nil for somebody who has not signed in.
  var administrator: SignedInAdministrator?
  /// The secret of the browser's session, which its CSRF tokens are made of.
  var session: SessionSecret
  /// Whether there is a session that is good for enrolling a second factor, and for nothing else yet.
  var needsFactor = false
  /// Of the administrator whose session it is.
  var email: String?
  /// Whether the session can be ended by signing out.
  var canSignOut = false
}

/// How the console knows administrators.
protocol ConsoleAccess: Sendable {
  /// The cookie that holds the session's secret.
  var sessionCookie: ConsoleSessionCookie { get }

  /// Where somebody goes who has to sign in first; nil where nobody has to.
  var signInPath: String? { get }

  /// Whether there is a console at all for who asks.
  func isOpen(to client: ClientDetails) async throws -> Bool

  /// - Parameter session: what the browser presented in its cookie, or a new one.
  /// - Throws: when it cannot be found out.
  func visitor(_ session: SessionSecret, language: Language) async throws -> Visitor
}

/// The access of a development server: whoever reaches it, which only programs on this machine do, is its owner.
struct DevelopmentAccess: ConsoleAccess {
  let sessionCookie = ConsoleSessionCookie.development
  let signInPath: String? = nil

  func isOpen(to client: ClientDetails) -> Bool { true }

  func visitor(_ session: SessionSecret, language: Language) -> Visitor {
    Visitor(
      administrator: SignedInAdministrator(name: "dev", role: .owner, language: language), session: session)
  }
}

/// The access of a server for real users: administrators sign in.
struct AdministratorAccess: ConsoleAccess {
  let administrators: ConsoleAdministrators
  /// Whether an address may see the console; nil stands for one that nobody knows.
  let isAllowed: @Sendable (String?) -> Bool

  let sessionCookie = ConsoleSessionCookie.secure
  let signInPath: String? = SignInRoutes.path

  /// Nobody can use a console that has no owner, and nobody is to find it.
  func isOpen(to client: ClientDetails) async throws -> Bool {
    guard isAllowed(client.ipAddress) else { return false }
    return try await administrators.project() != nil
  }

  func visitor(_ session: SessionSecret, language: Language) async throws -> Visitor {
    var visitor = Visitor(session: session)
    guard let found = try await administrators.session(session.token.text) else { return visitor }
    visitor.canSignOut = true
    visitor.email = found.administrator.email
    guard found.isComplete else {
      visitor.needsFactor = true
      return visitor
    }
    visitor.administrator = SignedInAdministrator(
      name: found.administrator.email, role: found.administrator.role, language: language,
      account: found.administrator.id)
    return visitor
  }
}
