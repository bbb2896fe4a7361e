import HTTPTypes
import Hummingbird
import Identity

/// The console's pages and actions, with the role that each requires. All of them are in this table, so that
/// tests can visit every one.
final class ConsoleRouteTable {
  private(set) var routes: [ConsoleRoute] = []

  /// Adds a page at `/console/p/{project}/<path>`. `?tenant=` names a tenant.
  ///
  /// - Parameters:
  ///   - path: may have `{parameters}`. ``ConsoleRequest/parameters`` has their decoded values.
  ///   - isOfServer: true if the page concerns the whole server, so that a role in the project is not enough.
  func page(
    _ path: String, requires role: Role = .viewer, ofServer isOfServer: Bool = false,
    _ show: @escaping @Sendable (ConsoleRequest) async throws -> ConsolePage
  ) {
    routes.append(ConsoleRoute(path: path, role: role, isOfServer: isOfServer, work: .page(show)))
  }

  /// Adds a form that is posted to `/console/p/{project}/<path>`. When `perform` is called, the session, the
  /// role, the origin, the size and the CSRF token have been checked.
  ///
  /// - Parameters:
  ///   - from: the registered path of the page with the form. It has the same parameters as the action. If
  ///     the domain or the protocol throws an error, the page is shown again with the error on top.
  ///   - maximumBodyBytes: the maximum size of the form, including its files.
  ///   - isOfServer: true if the action concerns the whole server.
  ///   - needsReauthentication: true if the administrator has to prove their identity again first.
  ///   - afterReauthentication: the page to open after the new proof, if `from` needs a query. It has the same
  ///     parameters.
  func action(
    _ path: String, requires role: Role = .editor, from: String, maximumBodyBytes: Int = 65_536,
    ofServer isOfServer: Bool = false, needsReauthentication: Bool = false,
    afterReauthentication: String? = nil,
    _ perform: @escaping @Sendable (ConsoleRequest, ConsoleForm) async throws -> ConsoleOutcome
  ) {
    routes.append(
      ConsoleRoute(
        path: path, role: role, isOfServer: isOfServer, needsReauthentication: needsReauthentication,
        afterReauthentication: afterReauthentication,
        work: .action(from: from, maximumBodyBytes: maximumBodyBytes, perform)))
  }

  /// Adds a form that changes where users' data or secrets are sent. The destination decides about the role and about
  /// the need of a new proof.
  func action(
    _ path: String, changing destination: DataDestination, from: String,
    _ perform: @escaping @Sendable (ConsoleRequest, ConsoleForm) async throws -> ConsoleOutcome
  ) {
    action(
      path, requires: destination.role ?? .owner, from: from, needsReauthentication: destination.needsProof,
      perform)
  }

  /// Adds a GET route whose response is not a page: a download, JSON for a script, an image.
  func file(
    _ path: String, requires role: Role = .viewer,
    _ make: @escaping @Sendable (ConsoleRequest) async throws -> Response
  ) {
    routes.append(ConsoleRoute(path: path, role: role, work: .file(make)))
  }
}

/// A page, an action or a file.
struct ConsoleRoute: Sendable {
  enum Work: Sendable {
    case page(@Sendable (ConsoleRequest) async throws -> ConsolePage)
    case action(
      from: String, maximumBodyBytes: Int,
      @Sendable (ConsoleRequest, ConsoleForm) async throws -> ConsoleOutcome)
    case file(@Sendable (ConsoleRequest) async throws -> Response)
  }

  /// The path below the project.
  let path: String
  /// The lowest role that may use the route.
  let role: Role
  /// True if only a role for the whole server counts.
  var isOfServer = false
  /// See ``SignedInAdministrator/isProved``.
  var needsReauthentication = false
  /// The page to open after a new proof; nil for the page with the form.
  var afterReauthentication: String?
  let work: Work

  var method: HTTPRequest.Method {
    if case .action = work { .post } else { .get }
  }

  /// The names of the path's parameters.
  var parameterNames: [String] { ConsolePath.parameterNames(of: path) }
}
