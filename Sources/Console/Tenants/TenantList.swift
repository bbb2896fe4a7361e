import Identity
import IdentityWire
import Operations

/// A page of the project's tenants, and the form for new ones.
enum TenantList {
  private static let pageSize = 50

  static func add(to routes: ConsoleRouteTable) {
    routes.page("tenants") { request in
      var listing = ListRequest()
      listing.pageSize = pageSize
      listing.pageToken = request.query["page"]
      let found = try await request.domain.administration.tenants(
        listing, looksAhead: true, in: request.project.id)
      let texts = request.texts
      let rows = (found.tenants ?? []).compactMap { config -> Content.Row? in
        guard let id = config.tenantId else { return nil }
        return .init(
          id: id, name: config.displayName ?? id, path: path(["tenants", id], request),
          usersPath: path(["users"], request) + "?tenant=" + ConsolePath.encode(id),
          methodsPath: path(["methods"], request) + "?tenant=" + ConsolePath.encode(id),
          ways: TenantForm.summary(config, texts) ?? texts("common.none"),
          isDisabled: config.disableAuth ?? false)
      }
      return ConsolePage(
        section: .tenants, title: texts("frame.section.tenants"), template: "tenants",
        content: Content(
          tenants: rows, isEmpty: rows.isEmpty, isFirst: request.query["page"] == nil,
          firstPath: path(["tenants"], request),
          nextPath: found.nextPageToken.map {
            path(["tenants"], request) + "?page=" + ConsolePath.encode($0)
          },
          allowsTenants: request.project.allowsTenants, newPath: path(["tenants", "new"], request),
          settingsPath: path(["settings"], request)))
    }
    routes.page("tenants/new", requires: .editor) { request in
      let form = request.submitted
      var config = TenantConfig()
      config.allowPasswordSignup = true
      return ConsolePage(
        section: .tenants, title: request.texts("tenants.new"), template: "tenant",
        content: TenantContent(
          action: path(["tenants", "new"], request), backPath: path(["tenants"], request),
          name: form?["name"] ?? "", isDisabled: form?.isOn("disabled") ?? false,
          ways: TenantForm.ways(of: config, form, request.texts), known: nil))
    }
    routes.action("tenants/new", from: "tenants/new") { request, form in
      guard request.project.allowsTenants else { throw WireError.badRequest("TENANTS_NOT_ALLOWED") }
      let config = try TenantForm.config(form)
      let tenant = try await request.audited(nil) {
        try await request.domain.administration.createTenant(config, in: request.project)
      }
      return .redirect(
        "tenants/\(ConsolePath.encode(tenant.tenantId ?? ""))", notice: "tenants.made")
    }
  }

  /// A path without the tenant in view, because these pages belong to the project.
  static func path(_ parts: [String], _ request: ConsoleRequest) -> String {
    ([ConsolePath.project(request.project.id.rawValue)] + parts.map(ConsolePath.encode)).joined(
      separator: "/")
  }

  private struct Content: Sendable {
    struct Row: Sendable {
      let id: String
      let name: String
      let path: String
      let usersPath: String
      let methodsPath: String
      let ways: String
      let isDisabled: Bool
    }

    let tenants: [Row]
    let isEmpty: Bool
    let isFirst: Bool
    let firstPath: String
    let nextPath: String?
    let allowsTenants: Bool
    let newPath: String
    let settingsPath: String
  }
}

/// A tenant's form, for its template.
struct TenantContent: Sendable {
  /// The facts about an existing tenant.
  struct Known: Sendable {
    let id: String
    let revision: String
    let createdAt: String
    let usersPath: String
    let methodsPath: String
    let deletePath: String
  }

  let action: String
  let backPath: String
  let name: String
  let isDisabled: Bool
  let ways: [TenantForm.Way]
  /// Nil for a new tenant.
  let known: Known?
}
