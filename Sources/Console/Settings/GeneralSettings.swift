import Identity
import IdentityWire
import Operations

/// The project's name and ids.
enum GeneralSettings {
  static func add(to routes: ConsoleRouteTable) {
    routes.page("settings") { request in
      let project = request.project
      let name = request.submitted("name")?["name"] ?? project.displayName ?? ""
      return .settings(
        .general, request, template: "settings_general",
        content: Content(
          tabs: SettingsTabs(.general, request), id: project.id.rawValue, number: project.number,
          issuer: project.issuer, createdAt: request.texts.moment(project.createdAt),
          apiKeys: project.apiKeys.enumerated().map { .init(id: "api-key-\($0.offset)", text: $0.element) },
          name: name, nameAction: request.path("settings/name"), allowsTenants: project.allowsTenants,
          tenantsAction: request.path("settings/tenants"), tenantsPath: request.path("tenants")))
    }
    routes.action("settings/name", from: "settings") { request, form in
      let name = try form.text("name", maximum: 200)
      _ = try await request.audited(nil) {
        try await request.domain.administration.changeDisplayName(
          to: name.isEmpty ? nil : name, of: request.project.id)
      }
      return .redirect("settings", notice: "common.saved")
    }
    routes.action("settings/tenants", from: "settings") { request, form in
      var change = ProjectConfig()
      change.multiTenant = .init()
      change.multiTenant?.allowTenants = form.isOn("allowTenants")
      try await request.change(change, "multiTenant.allowTenants")
      return .redirect("settings", notice: "common.saved")
    }
  }

  private struct Content: Sendable {
    struct Key: Sendable {
      let id: String
      let text: String
    }

    let tabs: SettingsTabs
    let id: String
    let number: String
    let issuer: String
    let createdAt: String
    let apiKeys: [Key]
    let name: String
    let nameAction: String
    let allowsTenants: Bool
    let tenantsAction: String
    let tenantsPath: String
  }
}

extension ConsoleRequest {
  /// Changes the project's configuration as the REST API does.
  ///
  /// - Parameter mask: the members to change.
  func change(_ config: ProjectConfig, _ mask: String) async throws {
    _ = try await audited(nil) {
      try await domain.administration.updateConfig(config, mask: try FieldMask(mask), in: project.id)
    }
  }
}
