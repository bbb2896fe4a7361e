import Identity
import IdentityWire
import Operations

/// A request for a page, an action or a file, after all checks of the frame.
struct ConsoleRequest: Sendable {
  let domain: ConsoleDomain
  let administrator: SignedInAdministrator
  /// The administrator's role in the project.
  let role: Role
  let project: Project
  /// Nil for the project's own accounts.
  let tenant: Tenant?
  /// The path's parameters.
  let parameters: [String: String]
  let query: [String: String]
  /// The rejected form, for the page that shows it again.
  var submitted: ConsoleForm?
  /// The settings revision that this form was rendered from, if the page has to repeat it.
  let submittedRevision: String?
  let texts: ConsoleTexts
  let client: ClientDetails
  /// See ``SessionSecret/providerTestBinding``.
  let providerTestBinding: String
  /// The origin that the browser used, if it is one of the server's; otherwise the canonical one.
  let origin: String
  /// The path at which the project's providers answer.
  let redirectAddress: RedirectAddress

  var now: Instant { domain.service.clock.now() }

  /// The caller for the domain's operations.
  var caller: Caller {
    var caller = Caller(project: project, tenant: tenant, authority: .administrator)
    caller.administratorName = administrator.name
    caller.client = client
    caller.links = domain.links
    return caller
  }

  /// Runs a call of the domain so that the audit log names the administrator, even if it is refused.
  ///
  /// - Parameter action: the audit action; nil if the call's own records name it.
  func audited<Answer: Sendable>(_ action: AuditAction?, _ body: () async throws -> Answer) async throws
    -> Answer
  {
    try await domain.service.audited(action, caller, body)
  }

  /// A path below the project, with the tenant in view: `users?page=2` becomes
  /// `/console/p/<project>/users?page=2&tenant=<tenant>`. Its parts have to be encoded, see
  /// ``path(_:)-([String])``.
  func path(_ relative: String) -> String {
    let base = ConsolePath.project(project.id.rawValue)
    let path = relative.isEmpty ? base : "\(base)/\(relative)"
    guard let tenant else { return path }
    return path + (path.contains("?") ? "&" : "?") + "tenant=" + ConsolePath.encode(tenant.id.rawValue)
  }

  /// The same path from parts, which this method encodes: `["users", uid, "claims"]`.
  func path(_ parts: [String]) -> String { path(parts.map(ConsolePath.encode).joined(separator: "/")) }

  /// True if the administrator's role suffices to change the addresses of a destination.
  func mayChange(_ destination: DataDestination) -> Bool {
    destination.role.map { role >= $0 } ?? false
  }

  /// - Throws: `INSUFFICIENT_PERMISSION` with 403.
  func require(_ role: Role) throws {
    guard self.role >= role else { throw WireError.insufficientRole }
  }
}

extension WireError {
  static let insufficientRole = WireError(
    httpStatus: 403, code: "INSUFFICIENT_PERMISSION", detail: "Your role does not allow this.",
    status: "PERMISSION_DENIED", reason: "forbidden")
}
