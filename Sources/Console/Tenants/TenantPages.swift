import Foundation
import Identity
import IdentityWire
import Operations

/// A tenant's settings, and its deletion.
enum TenantPages {
  static func add(to routes: ConsoleRouteTable) {
    routes.page("tenants/{id}") { request in
      let tenant = try await tenant(request)
      let config = request.domain.administration.description(of: tenant)
      let form = request.submitted
      let id = tenant.id.rawValue
      return ConsolePage(
        section: .tenants, title: tenant.displayName ?? id, template: "tenant",
        content: TenantContent(
          action: TenantList.path(["tenants", id], request), backPath: TenantList.path(["tenants"], request),
          name: form?["name"] ?? tenant.displayName ?? "",
          isDisabled: form?.isOn("disabled") ?? config.disableAuth ?? false,
          ways: TenantForm.ways(of: config, form, request.texts),
          known: .init(
            id: id, revision: request.submittedRevision ?? SettingsRevision.text(request.project, tenant),
            createdAt: request.texts.moment(tenant.createdAt),
            usersPath: TenantList.path(["users"], request) + "?tenant=" + ConsolePath.encode(id),
            methodsPath: TenantList.path(["methods"], request) + "?tenant=" + ConsolePath.encode(id),
            deletePath: TenantList.path(["tenants", id, "delete"], request))))
    }
    routes.action("tenants/{id}", from: "tenants/{id}") { request, form in
      let config = try TenantForm.config(form)
      let tenant = try await tenant(request)
      _ = try await request.audited(nil) {
        try await request.domain.administration.updateTenant(
          config, mask: try FieldMask(TenantForm.mask), of: tenant)
      }
      return .redirect("tenants/\(ConsolePath.encode(tenant.id.rawValue))", notice: "common.saved")
    }
    routes.page("tenants/{id}/delete", requires: .editor) { request in
      let tenant = try await tenant(request)
      let id = tenant.id.rawValue
      return ConsolePage(
        section: .tenants, title: request.texts("tenants.deleteTitle", ["name": name(of: tenant)]),
        template: "tenant_delete",
        content: Deletion(
          name: name(of: tenant), action: TenantList.path(["tenants", id, "delete"], request),
          cancel: TenantList.path(["tenants", id], request), typed: request.submitted?["name"] ?? ""))
    }
    routes.action("tenants/{id}/delete", from: "tenants/{id}/delete") { request, form in
      let tenant = try await tenant(request)
      guard try form.text("name", maximum: 200) == name(of: tenant) else {
        throw WireError.badRequest("TENANT_NAME_MISMATCH")
      }
      try await request.audited(nil) {
        try await request.domain.administration.deleteTenant(tenant)
      }
      return .redirect("tenants", notice: "tenants.deleted")
    }
  }

  /// The name that an administrator types to confirm.
  private static func name(of tenant: Tenant) -> String {
    let name = (tenant.displayName ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
    return name.isEmpty ? tenant.id.rawValue : name
  }

  private static func tenant(_ request: ConsoleRequest) async throws -> Tenant {
    try await request.domain.service.projects.tenant(
      inPath: request.parameters["id"] ?? "", of: request.project.id)
  }

  private struct Deletion: Sendable {
    let name: String
    let action: String
    let cancel: String
    let typed: String
  }
}
