import HTTPTypes
import Hummingbird
import Identity
import Operations

/// Pages of the console outside projects.
protocol RootSection: Sendable {
  var resources: ConsoleResources { get }

  func add(to routes: RootRouteTable)
}

/// The routes at `/console/<path>` outside projects.
final class RootRouteTable {
  private(set) var routes: [RootRoute] = []

  /// - Parameter role: the role for the whole server. ``Role/viewer`` admits every administrator, also those with roles
  ///   in single projects only. Nil means that the page needs no sign-in.
  func page(
    _ path: String, requires role: Role?,
    _ show: @escaping @Sendable (RootRequest) async throws -> RootOutcome
  ) {
    routes.append(RootRoute(path: path, role: role, work: .page(show)))
  }

  /// - Parameters:
  ///   - from: the path of the page that is shown again if the domain or the protocol throws an error.
  ///   - needsReauthentication: true if the administrator has to prove their identity again first.
  func action(
    _ path: String, requires role: Role?, from: String, needsReauthentication: Bool = false,
    _ perform: @escaping @Sendable (RootRequest, ConsoleForm) async throws -> RootOutcome
  ) {
    routes.append(
      RootRoute(
        path: path, role: role, needsReauthentication: needsReauthentication,
        work: .action(from: from, perform)))
  }
}

extension RootRouteTable {
  /// Adds a form that changes where users' data or secrets are sent, as
  /// ``ConsoleRouteTable/action(_:changing:from:_:)`` does.
  func action(
    _ path: String, changing destination: DataDestination, from: String,
    _ perform: @escaping @Sendable (RootRequest, ConsoleForm) async throws -> RootOutcome
  ) {
    action(
      path, requires: destination.role ?? .owner, from: from, needsReauthentication: destination.needsProof,
      perform)
  }
}

struct RootRoute: Sendable {
  enum Work: Sendable {
    case page(@Sendable (RootRequest) async throws -> RootOutcome)
    case action(from: String, @Sendable (RootRequest, ConsoleForm) async throws -> RootOutcome)
  }

  let path: String
  /// Nil if the route needs no sign-in.
  let role: Role?
  /// See ``SignedInAdministrator/isProved``.
  var needsReauthentication = false
  let work: Work

  var method: HTTPRequest.Method {
    if case .action = work { .post } else { .get }
  }

  var maximumBodyBytes: Int { 16_384 }
}

/// A request for a route outside projects.
struct RootRequest: Sendable {
  let domain: ConsoleDomain
  let visitor: Visitor
  /// The server's origin that the browser used.
  let origin: String
  let parameters: [String: String]
  let query: [String: String]
  /// The form of an action.
  var form: ConsoleForm?
  /// The rejected form, for the page that shows it again.
  var submitted: ConsoleForm?
  let texts: ConsoleTexts
  let client: ClientDetails
}

/// The outcome of a root route. A session in it replaces the browser's session.
enum RootOutcome: Sendable {
  /// Redirects to a full path of the console.
  case redirect(String, notice: String? = nil, cookies: [Cookie] = [], session: SessionSecret? = nil)
  case page(ConsolePage, isCentered: Bool = false, session: SessionSecret? = nil)
}
