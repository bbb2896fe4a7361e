import Identity
import IdentityWire
import Operations

/// A page of one form of settings.
struct SettingsPage: Sendable {
  let tabs: [MethodsTab.Link]
  let lead: String
  let action: String
  let fields: [SettingField]
  /// Worth knowing before one changes something.
  var notices: [String] = []
  /// Where one came from; nil for one of the tabs.
  var back: String?

  static func page(
    _ request: ConsoleRequest, tab: MethodsTab? = nil, title: String, lead: String, path: String,
    fields: [SettingField], notices: [String] = []
  ) -> ConsolePage {
    ConsolePage(
      section: .methods, title: title, template: "methods_settings",
      content: SettingsPage(
        tabs: MethodsTab.links(tab, request), lead: lead, action: request.path(path), fields: fields,
        notices: notices, back: tab == nil ? request.path("methods") : nil))
  }
}

extension ConsoleRequest {
  /// How the accounts in view are let in, as it is stored.
  var signIn: SignInSettings { tenant?.signIn ?? project.signIn }

  /// Changes the configuration of the project or of the tenant that is looked at, with the checks of the REST API.
  ///
  /// - Parameter fields: the paths of the mask, which the two write differently.
  func configure(
    project fields: [String], _ change: (inout ProjectConfig) throws -> Void,
    tenant tenantFields: [String], _ tenantChange: (inout TenantConfig) throws -> Void
  ) async throws {
    if let tenant {
      var config = TenantConfig()
      try tenantChange(&config)
      let (message, mask) = (config, try FieldMask(tenantFields.joined(separator: ",")))
      _ = try await audited(nil) { () async throws in
        try await domain.administration.updateTenant(message, mask: mask, of: tenant)
      }
    } else {
      var config = ProjectConfig()
      try change(&config)
      let (message, mask) = (config, try FieldMask(fields.joined(separator: ",")))
      _ = try await audited(nil) { () async throws in
        try await domain.administration.updateConfig(message, mask: mask, in: project.id)
      }
    }
  }
}
