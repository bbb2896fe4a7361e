import HTTPTypes
import Identity
import IdentityWire
import Operations

/// Finds out for which project a request speaks, and with which rights.
struct CallerResolver: Sendable {
  let projects: ProjectDirectory
  /// Whether `Bearer owner` is the administrator: in the development server alone.
  let acceptsOwner: Bool
  let links: ActionLinks

  /// - Parameter body: the message. It may name the project, which administrators alone may, and the tenant;
  ///   where nothing names a tenant it is that of the ID token, which the operation has yet to verify.
  /// - Throws: 401 for a bearer token that is none of ours, 403 without a key, 400 for a key that no project
  ///   has; `TENANT_NOT_FOUND`, `TENANT_ID_MISMATCH`.
  func caller(_ request: APIRequest, _ context: ServerContext, body: JSONValue) async throws(WireError)
    -> Caller
  {
    let named = try WireDecoder().decode(Target.self, from: body)
    var caller = try await authorize(
      request, targetProject: request.parameters.get("project") ?? named.targetProjectId)
    caller.tenant = try await projects.tenant(
      named: try named.tenant(inPath: request.parameters.get("tenant")), in: caller.project.id)
    caller.client = ClientDetails(request, context)
    caller.links = links
    return caller
  }

  /// What every message may say of the accounts that it means.
  private struct Target: Decodable {
    var targetProjectId: String?
    var tenantId: String?
    var idToken: String?

    func tenant(inPath path: String?) throws(WireError) -> String? {
      let body = tenantId.flatMap { $0.isEmpty ? nil : $0 }
      if let path, let body, path != body { throw .badRequest("TENANT_ID_MISMATCH") }
      if let named = path ?? body { return named }
      guard let idToken, let token = try? UnverifiedJWT(idToken) else { return nil }
      return token.claims["firebase"]?["tenant"]?.stringValue
    }
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
