import Identity
import IdentityWire
import Operations
import Texts

/// The sender of a request.
struct Visitor: Sendable {
  /// Nil if nobody has signed in.
  var administrator: SignedInAdministrator?
  /// The secret of the browser's session, from which its CSRF tokens are derived.
  var session: SessionSecret
  /// True if the session may only enrol a second factor so far.
  var needsFactor = false
  /// The address of the session's administrator.
  var email: String?
  /// True if signing out can end the session.
  var canSignOut = false
  /// True if the administrator is linked to the console's OpenID provider.
  var hasOpenID = false
  /// True if the administrator can sign in with a password.
  var hasPassword = false
}

/// Identifies administrators.
protocol ConsoleAccess: Sendable {
  /// The cookie that contains the session's secret.
  var sessionCookie: ConsoleSessionCookie { get }

  /// The path of the sign-in page; nil if no sign-in is needed.
  var signInPath: String? { get }

  /// True if the client may see the console at all.
  func isOpen(to client: ClientDetails) async throws -> Bool

  /// - Parameter session: the secret in the browser's cookie, or a new one.
  /// - Throws: any error of reading the session.
  func visitor(_ session: SessionSecret, language: Language) async throws -> Visitor
}

/// The access of a development server. Only programs on this machine reach it. Each of them has an owner's rights.
struct DevelopmentAccess: ConsoleAccess {
  let sessionCookie = ConsoleSessionCookie.development
  let signInPath: String? = nil

  func isOpen(to client: ClientDetails) -> Bool { true }

  func visitor(_ session: SessionSecret, language: Language) -> Visitor {
    Visitor(
      administrator: SignedInAdministrator(
        name: "dev", rights: ConsoleRights(everywhere: .owner), language: language), session: session)
  }
}

/// The access of a server for real users: administrators sign in.
struct AdministratorAccess: ConsoleAccess {
  let administrators: ConsoleAdministrators
  /// True if clients with the address may see the console. Nil stands for an unknown address.
  let isAllowed: @Sendable (String?) -> Bool

  let sessionCookie = ConsoleSessionCookie.secure
  let signInPath: String? = SignInRoutes.path

  /// Hides a console without an owner, because nobody could use it.
  func isOpen(to client: ClientDetails) async throws -> Bool {
    guard isAllowed(client.ipAddress) else { return false }
    return try await administrators.project() != nil
  }

  func visitor(_ session: SessionSecret, language: Language) async throws -> Visitor {
    var visitor = Visitor(session: session)
    guard let found = try await administrators.session(session.token.text) else { return visitor }
    visitor.canSignOut = true
    visitor.email = found.administrator.email
    visitor.hasOpenID = found.administrator.hasOpenID
    visitor.hasPassword = found.administrator.hasPassword && found.administrator.hasFactor
    guard found.isComplete else {
      visitor.needsFactor = true
      return visitor
    }
    visitor.administrator = SignedInAdministrator(
      name: found.administrator.email, rights: found.administrator.rights, language: language,
      account: found.administrator.id,
      isProved: found.isProved(now: administrators.now))
    return visitor
  }
}
