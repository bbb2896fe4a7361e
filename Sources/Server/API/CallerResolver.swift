import HTTPTypes
import Identity
import IdentityWire
import Operations

/// Finds out for which project a request speaks, and with which rights.
struct CallerResolver: Sendable {
  let projects: ProjectDirectory
  /// Whether `Bearer owner` is the administrator: in the development server alone.
  let acceptsOwner: Bool

  /// - Parameter targetProject: the project that the path or the body names; administrators alone may.
  /// - Throws: 401 for a bearer token that is none of ours, 403 without a key, 400 for a key that no project
  ///   has.
  func caller(_ request: APIRequest, targetProject: String?, tenant: String?) async throws(WireError)
    -> Caller
  {
    let caller = try await authorize(request, targetProject: targetProject)
    // No tenant exists yet; one that is named must not fall back to the project's own accounts.
    if let tenant, !tenant.isEmpty { throw .badRequest("TENANT_NOT_FOUND") }
    return caller
  }

  private func authorize(_ request: APIRequest, targetProject: String?) async throws(WireError) -> Caller {
    if let credential = bearerCredential(request.head.headerFields[.authorization]) {
      guard acceptsOwner, credential.lowercased() == "owner" else {
        throw .unauthenticated(
          "Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or "
            + "other valid authentication credential. See "
            + "https://developers.google.com/identity/sign-in/web/devconsole-project.")
      }
      return Caller(project: try await project(named: targetProject, request), authority: .administrator)
    }
    guard let key = request.apiKey else {
      throw .permissionDenied("The request is missing a valid API key.")
    }
    if targetProject != nil {
      throw .badRequest(
        "INSUFFICIENT_PERMISSION", "Only authenticated requests can specify target_project_id.")
    }
    guard let project = try await projects.project(apiKey: key) else {
      throw .invalidArgument("API key not valid. Please pass a valid API key.", reason: "badRequest")
    }
    return Caller(project: project, authority: .apiKey)
  }

  private func project(named name: String?, _ request: APIRequest) async throws(WireError) -> Project {
    if let name {
      guard let id = ProjectID(rawValue: name), let project = try await projects.project(id) else {
        throw .notFound("PROJECT_NOT_FOUND")
      }
      return project
    }
    if let project = try await projects.implicitProject() { return project }
    if let key = request.apiKey, let project = try await projects.project(apiKey: key) { return project }
    throw .badRequest("INVALID_PROJECT_ID", "The request names no project.")
  }

  /// The word Bearer in any case, as RFC 9110 section 11.1 has it. Other schemes are not for us.
  private func bearerCredential(_ header: String?) -> String? {
    guard let header else { return nil }
    let parts = header.split(separator: " ", maxSplits: 1)
    guard let scheme = parts.first, scheme.lowercased() == "bearer" else { return nil }
    return parts.count > 1 ? String(parts[1]).trimmingPrefix(" ").description : ""
  }
}
