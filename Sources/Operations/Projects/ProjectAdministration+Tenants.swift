import Identity
import IdentityWire

extension ProjectAdministration {
  private static let list = "tenants"

  /// Creates a tenant. Ways to sign in that the message does not enable are disabled.
  ///
  /// - Throws: `OPERATION_NOT_ALLOWED` in a project without tenants; the errors of
  ///   ``updateTenant(_:mask:of:)``.
  public func createTenant(_ config: TenantConfig, in project: Project) async throws(IdentityError)
    -> TenantConfig
  {
    guard project.allowsTenants else {
      throw .refused(.operationNotAllowed, "The project's configuration does not allow tenants.")
    }
    // The ID is too long to be reused by chance, so that leftovers of a deleted tenant do not apply to a new one.
    guard let id = TenantID(rawValue: random.alphanumeric(28)) else {
      throw .unavailable(.internalError, cause: "no tenant id")
    }
    let now = clock.now()
    var tenant = Tenant(id: id, project: project.id, createdAt: now)
    try config.apply(to: &tenant, now: now)
    try await projects.insert(tenant)
    return TenantConfig(tenant)
  }

  /// Returns one page of the project's tenants, ordered by ID.
  ///
  /// - Parameter looksAhead: true to return no token if a full page is the last page. The official service returns a
  ///   token.
  /// - Throws: `INVALID_PAGE_SELECTION`.
  public func tenants(_ request: ListRequest, looksAhead: Bool = false, in project: ProjectID)
    async throws(IdentityError) -> ListTenantsResponse
  {
    let scope = Scope(project: project)
    let after = try projects.pageTokens.open(request.pageToken, of: Self.list, in: scope)
    let size = PageSize.checked(request.pageSize)
    let wanted = looksAhead ? size + 1 : size
    let found = try await projects.tenants(
      in: project, after: after.flatMap(TenantID.init(rawValue:)), limit: wanted)
    let page = found.prefix(size)
    var next: String?
    if found.count == wanted, let last = page.last {
      next = try projects.pageTokens.seal(last.id.rawValue, of: Self.list, in: scope)
    }
    return ListTenantsResponse(tenants: page.map(TenantConfig.init), nextPageToken: next)
  }

  /// Sets the fields that the mask names to their values in `change`. A field that `change` lacks gets its
  /// default. Atomic like ``updateConfig(_:mask:in:)``.
  ///
  /// - Throws: `INVALID_ARGUMENT` for a mask without fields, `INVALID_CONFIG` and similar errors for an
  ///   invalid value, `TENANT_NOT_FOUND`.
  public func updateTenant(_ change: TenantConfig, mask: FieldMask, of tenant: Tenant)
    async throws(IdentityError) -> TenantConfig
  {
    try IdentityError.reading { () throws(MessageFault) in try mask.check(against: TenantConfig.self) }
    let now = clock.now()
    let updated = try await projects.updateTenant(tenant.id, in: tenant.project) {
      (tenant) throws(IdentityError) in
      try apply(change, mask, to: &tenant, now: now)
    }
    return TenantConfig(updated)
  }

  public func description(of tenant: Tenant) -> TenantConfig { TenantConfig(tenant) }

  /// Deletes a tenant with all of its accounts.
  ///
  /// - Throws: `TENANT_NOT_FOUND`.
  public func deleteTenant(_ tenant: Tenant) async throws(IdentityError) {
    try await projects.deleteTenant(tenant.id, in: tenant.project)
  }
}
