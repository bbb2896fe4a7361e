import HTTPTypes
import Hummingbird
import Operations

/// Pages of the console as a whole, beside those of a project.
protocol RootSection: Sendable {
  var resources: ConsoleResources { get }

  func add(to routes: RootRouteTable)
}

/// What there is at `/console/<path>` that is of no project.
final class RootRouteTable {
  private(set) var routes: [RootRoute] = []

  /// - Parameter role: nil for a page that people may see who have not signed in.
  func page(
    _ path: String, requires role: Role?,
    _ show: @escaping @Sendable (RootRequest) async throws -> RootOutcome
  ) {
    routes.append(RootRoute(path: path, role: role, work: .page(show)))
  }

  /// - Parameter from: the path of the page that is shown again when an error of the domain or the protocol is thrown.
  func action(
    _ path: String, requires role: Role?, from: String,
    _ perform: @escaping @Sendable (RootRequest, ConsoleForm) async throws -> RootOutcome
  ) {
    routes.append(RootRoute(path: path, role: role, work: .action(from: from, perform)))
  }
}

struct RootRoute: Sendable {
  enum Work: Sendable {
    case page(@Sendable (RootRequest) async throws -> RootOutcome)
    case action(from: String, @Sendable (RootRequest, ConsoleForm) async throws -> RootOutcome)
  }

  let path: String
  /// Nil for everybody.
  let role: Role?
  let work: Work

  var method: HTTPRequest.Method {
    if case .action = work { .post } else { .get }
  }

  var maximumBodyBytes: Int { 16_384 }
}

/// A request to one of those.
struct RootRequest: Sendable {
  let domain: ConsoleDomain
  let visitor: Visitor
  let parameters: [String: String]
  let query: [String: String]
  /// The form of an action.
  var form: ConsoleForm?
  /// The form that was not accepted, for the page that shows it again.
  var submitted: ConsoleForm?
  let texts: ConsoleTexts
  let client: ClientDetails
}

/// What comes of it. A session's secret that is given takes the place of the one that the browser has.
enum RootOutcome: Sendable {
  /// To a whole path of the console.
  case redirect(String, notice: String? = nil, cookies: [Cookie] = [], session: SessionSecret? = nil)
  case page(ConsolePage, isCentered: Bool = false, session: SessionSecret? = nil)
}
