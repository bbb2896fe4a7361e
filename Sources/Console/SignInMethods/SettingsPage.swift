import Identity
import IdentityWire
import Operations

/// A page with one settings form.
struct SettingsPage: Sendable {
  let tabs: [MethodsTab.Link]
  let lead: String
  let action: String
  let fields: [SettingField]
  /// Remarks to read before a change.
  var notices: [String] = []
  /// The page that the link "back" opens; nil if the page is one of the tabs.
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
  /// The stored sign-in settings of the accounts in view.
  var signIn: SignInSettings { tenant?.signIn ?? project.signIn }

  /// Changes the configuration of the project or of the tenant in view, with the checks of the REST API.
  ///
  /// - Parameter fields: the mask's paths, which differ between projects and tenants.
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
