import Identity
import IdentityWire

extension ProjectAdministration {
  private static let list = "tenants"

  /// A new tenant, with every way in closed that the message does not open.
  ///
  /// - Throws: `OPERATION_NOT_ALLOWED` in a project without tenants; what ``updateTenant(_:mask:of:)`` throws.
  public func createTenant(_ config: TenantConfig, in project: Project) async throws(IdentityError)
    -> TenantConfig
  {
    guard project.allowsTenants else {
      throw .refused(.operationNotAllowed, "The project's configuration does not allow tenants.")
    }
    // Long enough never to come twice, so that what is left of a deleted tenant finds no new one.
    guard let id = TenantID(rawValue: random.alphanumeric(28)) else {
      throw .unavailable(.internalError, cause: "no tenant id")
    }
    let now = clock.now()
    var tenant = Tenant(id: id, project: project.id, createdAt: now)
    try config.apply(to: &tenant, now: now)
    try await projects.insert(tenant)
    return TenantConfig(tenant)
  }

  /// One page of the project's tenants, in the order of their ids.
  ///
  /// - Parameter looksAhead: whether a full page that is the last has no token. The official service gives one.
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

  /// Changes what the mask names to what `change` holds; a field that it lacks gets its default. Atomic, as
  /// ``updateConfig(_:mask:in:)`` is.
  ///
  /// - Throws: `INVALID_ARGUMENT` for a mask that names no field, `INVALID_CONFIG` and its kin for a value
  ///   that cannot be, `TENANT_NOT_FOUND`.
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

  /// With all of its accounts.
  ///
  /// - Throws: `TENANT_NOT_FOUND`.
  public func deleteTenant(_ tenant: Tenant) async throws(IdentityError) {
    try await projects.deleteTenant(tenant.id, in: tenant.project)
  }
}
