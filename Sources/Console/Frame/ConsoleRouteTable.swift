import HTTPTypes
import Hummingbird

/// What there is in the console, and who may have it. Every page and every action is in here, so that tests can walk
/// all of them.
final class ConsoleRouteTable {
  private(set) var routes: [ConsoleRoute] = []

  /// A page at `/console/p/{project}/<path>`. `?tenant=` names a tenant.
  ///
  /// - Parameter path: may have `{parameters}`, which ``ConsoleRequest/parameters`` has decoded.
  func page(
    _ path: String, requires role: Role = .viewer,
    _ show: @escaping @Sendable (ConsoleRequest) async throws -> ConsolePage
  ) {
    routes.append(ConsoleRoute(path: path, role: role, work: .page(show)))
  }

  /// A form that is posted to `/console/p/{project}/<path>`. When `perform` is called, the session, the role, the
  /// origin, the size and the CSRF token have been checked.
  ///
  /// - Parameters:
  ///   - from: the path of the page with the form, as that page was registered; its parameters are the action's. It
  ///     is shown again, with the error on top, when an error of the domain or the protocol is thrown.
  ///   - maximumBodyBytes: of the form, its files included.
  func action(
    _ path: String, requires role: Role = .editor, from: String, maximumBodyBytes: Int = 65_536,
    _ perform: @escaping @Sendable (ConsoleRequest, ConsoleForm) async throws -> ConsoleOutcome
  ) {
    routes.append(
      ConsoleRoute(
        path: path, role: role, work: .action(from: from, maximumBodyBytes: maximumBodyBytes, perform)))
  }

  /// A GET that answers something else than a page: a download, JSON for a script, an image.
  func file(
    _ path: String, requires role: Role = .viewer,
    _ make: @escaping @Sendable (ConsoleRequest) async throws -> Response
  ) {
    routes.append(ConsoleRoute(path: path, role: role, work: .file(make)))
  }
}

/// One page, action or file.
struct ConsoleRoute: Sendable {
  enum Work: Sendable {
    case page(@Sendable (ConsoleRequest) async throws -> ConsolePage)
    case action(
      from: String, maximumBodyBytes: Int,
      @Sendable (ConsoleRequest, ConsoleForm) async throws -> ConsoleOutcome)
    case file(@Sendable (ConsoleRequest) async throws -> Response)
  }

  /// Below the project.
  let path: String
  /// Which one has to have, at least.
  let role: Role
  let work: Work

  var method: HTTPRequest.Method {
    if case .action = work { .post } else { .get }
  }

  /// The names of the path's parameters.
  var parameterNames: [String] { ConsolePath.parameterNames(of: path) }
}
