import Hummingbird
import Identity
import IdentityWire
import Operations

/// `v2/projects/{p}/tenants`.
struct TenantRoutes: Sendable {
  let administration: ProjectAdministration

  func add(to operations: OperationRouter) {
    for path in OperationRouter.modern("projects/{project}/tenants", version: "v2") {
      operations.onTree(.get, path, whenDisabled: true) { (request: ListRequest, caller) in
        try caller.requireAdministrator()
        return try await administration.tenants(request, in: caller.project.id)
      }
      operations.onTree(.post, path, refusesUnknownNames: true, whenDisabled: true, hasGet: true) {
        (request: TenantConfig, caller) in
        try caller.requireAdministrator()
        return try await administration.createTenant(request, in: caller.project)
      }
    }
    for path in OperationRouter.modern("projects/{project}/tenants/{tenant}", version: "v2") {
      operations.onTree(.get, path, whenDisabled: true) { (_: EmptyMessage, caller) in
        administration.description(of: try Self.tenant(caller))
      }
      operations.onTree(.patch, path, refusesUnknownNames: true, whenDisabled: true) {
        (request: UpdateTenantRequest, caller) in
        try await administration.updateTenant(
          request.tenant, mask: try FieldMask(request.updateMask), of: try Self.tenant(caller))
      }
      operations.onTree(.delete, path, whenDisabled: true) { (_: EmptyMessage, caller) in
        try await administration.deleteTenant(try Self.tenant(caller))
        return EmptyMessage()
      }
      for method in ["getIamPolicy", "setIamPolicy", "testIamPermissions"] {
        operations.onTree(.post, "\(path):\(method)", whenDisabled: true) {
          (_: EmptyMessage, caller) -> EmptyMessage in
          _ = try Self.tenant(caller)
          throw IdentityError.unimplemented(
            "\(method) is not implemented: tenants have no policies of their own.")
        }
      }
    }
  }

  /// Returns the tenant in the path to an administrator.
  static func tenant(_ caller: Caller) throws(IdentityError) -> Tenant {
    try caller.requireAdministrator()
    guard let tenant = caller.tenant else { throw .missing(.tenantNotFound) }
    return tenant
  }
}
