import Identity
import IdentityWire
import Operations

/// A request to a page, an action or a file, after everything of the frame has been checked.
struct ConsoleRequest: Sendable {
  let domain: ConsoleDomain
  let administrator: SignedInAdministrator
  let project: Project
  /// Nil for the project's own accounts.
  let tenant: Tenant?
  /// Of the path.
  let parameters: [String: String]
  let query: [String: String]
  /// The form that was not accepted, for the page that shows it again.
  var submitted: ConsoleForm?
  /// Of the settings that this form was made of, where the page is to say those again.
  let submittedRevision: String?
  let texts: ConsoleTexts
  let client: ClientDetails
  /// See ``SessionSecret/trialBinding``.
  let trialBinding: String
  /// The origin by which the browser came, if it is one of the server's, else the canonical one.
  let origin: String

  var now: Instant { domain.service.clock.now() }

  /// For calls of the domain.
  var caller: Caller {
    var caller = Caller(project: project, tenant: tenant, authority: .administrator)
    caller.administratorName = administrator.name
    caller.client = client
    caller.links = domain.links
    return caller
  }

  /// Runs a call of the domain so that the audit log names the administrator, also where it is refused.
  ///
  /// - Parameter action: what it is for; nil where what it writes says so.
  func audited<Answer: Sendable>(_ action: AuditAction?, _ body: () async throws -> Answer) async throws
    -> Answer
  {
    try await domain.service.audited(action, caller, body)
  }

  /// A path below the project, with the tenant that is looked at: `users?page=2` becomes
  /// `/console/p/<project>/users?page=2&tenant=<tenant>`. Its parts have to be encoded, see ``path(_:)-([String])``.
  func path(_ relative: String) -> String {
    let base = ConsolePath.project(project.id.rawValue)
    let path = relative.isEmpty ? base : "\(base)/\(relative)"
    guard let tenant else { return path }
    return path + (path.contains("?") ? "&" : "?") + "tenant=" + ConsolePath.encode(tenant.id.rawValue)
  }

  /// The same out of parts of a path, which are encoded: `["users", uid, "claims"]`.
  func path(_ parts: [String]) -> String { path(parts.map(ConsolePath.encode).joined(separator: "/")) }

  /// - Throws: `INSUFFICIENT_PERMISSION` with 403.
  func require(_ role: Role) throws {
    guard administrator.role >= role else { throw WireError.insufficientRole }
  }
}

extension WireError {
  static let insufficientRole = WireError(
    httpStatus: 403, code: "INSUFFICIENT_PERMISSION", detail: "Your role does not allow this.",
    status: "PERMISSION_DENIED", reason: "forbidden")
}
