import HTTPTypes
import Identity
import IdentityWire
import Operations

/// Determines the project and the rights of a request.
struct CallerResolver: Sendable {
  let projects: ProjectDirectory
  let administrators: AdministratorAuthentication
  /// True if `Bearer owner` is accepted as an administrator. Only the development server accepts it.
  let acceptsOwner: Bool
  let links: ActionLinks

  /// - Parameters:
  ///   - scopes: an administrator's token must have one of these.
  ///   - address: the project and tenant that the message names. Only administrators may name the project. If the
  ///     message names no tenant, the tenant of the ID token is used, which the operation verifies later.
  /// - Throws: 401 if the bearer token was not issued by this server; 403 if the token is for another project or has
  ///   none of the scopes, or if the API key is missing; 400 if no project has the key; `TENANT_NOT_FOUND`,
  ///   `TENANT_ID_MISMATCH`.
  func caller(
    _ request: APIRequest, _ context: ServerContext, scopes: Set<AccessScope>, address: MessageAddress
  ) async throws -> Caller {
    let client = ClientDetails(request, context)
    var caller = try await authorize(
      request, client, targetProject: request.parameters.get("project") ?? address.project, scopes: scopes)
    let inPath = request.parameters.get("tenant")
    caller.presentedToken = address.idToken.flatMap { PresentedToken($0) }
    do throws(IdentityError) {
      caller.tenant = try await projects.tenant(
        named: try address.tenant(inPath: inPath, of: caller.presentedToken), in: caller.project.id)
    } catch {
      throw inPath != nil && error.refusal == .tenantNotFound ? .missing(.tenantNotFound) : error
    }
    caller.client = client
    caller.links = links
    return caller
  }

  /// True if the request has an administrator's credential. Reads no other part of the request.
  func presentsAdministrator(_ head: HTTPRequest, _ context: ServerContext) async throws -> Bool {
    guard let credential = bearerCredential(head.headerFields[.authorization]) else { return false }
    if acceptsOwner, credential.lowercased() == "owner" { return true }
    return try await administrators.administrator(credential, from: ClientDetails(context).network) != nil
  }

  private func authorize(
    _ request: APIRequest, _ client: ClientDetails, targetProject: String?, scopes: Set<AccessScope>
  ) async throws -> Caller {
    if let credential = bearerCredential(request.head.headerFields[.authorization]) {
      if acceptsOwner, credential.lowercased() == "owner" {
        var owner = Caller(
          project: try await project(named: targetProject, request), authority: .administrator)
        owner.administratorName = "owner"
        owner.accessScopes = Set(AccessScope.allCases)
        return owner
      }
      return try await administrator(
        credential, from: client.network, targetProject: targetProject, scopes: scopes)
    }
    guard let key = request.apiKey else {
      throw WireError.permissionDenied("The request is missing a valid API key.")
    }
    if targetProject != nil {
      throw WireError.badRequest(
        "INSUFFICIENT_PERMISSION", "Only authenticated requests can specify target_project_id.")
    }
    guard let project = try await projects.project(apiKey: key) else {
      throw WireError.invalidArgument("API key not valid. Please pass a valid API key.", reason: "badRequest")
    }
    return Caller(project: project, authority: .apiKey)
  }

  private func administrator(
    _ credential: String, from network: ClientNetwork?, targetProject: String?, scopes: Set<AccessScope>
  ) async throws -> Caller {
    guard let administrator = try await administrators.administrator(credential, from: network) else {
      throw WireError.unauthenticated(
        "Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or "
          + "other valid authentication credential. See "
          + "https://developers.google.com/identity/sign-in/web/devconsole-project.")
    }
    // The response does not reveal whether the project exists.
    guard targetProject == nil || targetProject == administrator.project.id.rawValue else {
      throw WireError.permissionDenied("The caller does not have permission")
    }
    guard !scopes.isDisjoint(with: administrator.scopes) else {
      throw WireError.insufficientScopes
    }
    var caller = Caller(project: administrator.project, authority: .administrator)
    caller.administratorName = administrator.name
    caller.accessScopes = administrator.scopes
    return caller
  }

  private func project(named name: String?, _ request: APIRequest) async throws -> Project {
    if let name {
      guard let id = ProjectID(rawValue: name), let project = try await projects.project(id) else {
        throw WireError.notFound("PROJECT_NOT_FOUND")
      }
      return project
    }
    if let project = try await projects.implicitProject() { return project }
    if let key = request.apiKey, let project = try await projects.project(apiKey: key) { return project }
    throw WireError.badRequest("INVALID_PROJECT_ID", "The request names no project.")
  }

  /// The credential of the scheme `Bearer`, in upper or lower case (RFC 9110 section 11.1). Nil for other schemes.
  private func bearerCredential(_ header: String?) -> String? {
    guard let header else { return nil }
    let parts = header.split(separator: " ", maxSplits: 1)
    guard let scheme = parts.first, scheme.lowercased() == "bearer" else { return nil }
    return parts.count > 1 ? String(parts[1]).trimmingPrefix(" ").description : ""
  }
}

extension MessageAddress {
  fileprivate var project: String? { targetProjectId.flatMap { $0.isEmpty ? nil : $0 } }

  fileprivate func tenant(inPath path: String?, of token: PresentedToken?) throws(IdentityError) -> String? {
    let body = tenantId.flatMap { $0.isEmpty ? nil : $0 }
    if let path, let body, path != body { throw .refused(.tenantIDMismatch) }
    if let named = path ?? body { return named }
    return token?.parts.payload.members("firebase")?["tenant"]?.stringValue
  }
}
