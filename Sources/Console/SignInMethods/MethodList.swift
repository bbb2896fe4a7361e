import Identity
import IdentityProviders

/// `methods`: every sign-in method, and whether it is enabled.
struct MethodList: Sendable {
  private struct Content: Sendable {
    let tabs: [MethodsTab.Link]
    let own: [Row]
    let providers: [Row]
    let newOAuth: String
    let newOpenID: String
    let newSAML: String
  }

  struct Row: Sendable {
    let id: String
    let name: String
    let path: String
    let isOn: Bool
    let state: String
    let about: String
    /// The problem of a method that is enabled.
    let warning: String?
    let mark: String
  }

  func add(to routes: ConsoleRouteTable) {
    routes.page("methods") { request in
      ConsolePage(
        section: .methods, title: request.texts("methods.title"), template: "methods_list",
        content: Content(
          tabs: MethodsTab.links(.list, request), own: Self.own(request),
          providers: try Self.providers(request), newOAuth: request.path("methods/new/oauth"),
          newOpenID: request.path("methods/new/oidc"), newSAML: request.path("methods/new/saml")))
    }
  }

  private static func own(_ request: ConsoleRequest) -> [Row] {
    let settings = request.signIn
    var rows = [
      row("email", settings.passwordEnabled, "password", request),
      row("emailLink", settings.emailLinkEnabled, "password", request, path: "email"),
    ]
    // Tenants have no sign-in by phone, but their users' second factors have test numbers.
    if request.tenant == nil { rows.append(row("phone", settings.phoneEnabled, "phone", request)) }
    rows.append(row("anonymous", settings.anonymousEnabled, "anonymous", request))
    let passkeys = request.domain.administration.passkeyConfig(of: request.caller)
    rows.append(
      row("passkeys", passkeys.rpId != nil && passkeys.enabled != false, "passkey", request))
    return rows
  }

  private static func row(
    _ id: String, _ isOn: Bool, _ mark: String, _ request: ConsoleRequest, path: String? = nil
  ) -> Row {
    Row(
      id: id, name: request.texts("methods.\(id)"), path: request.path("methods/\(path ?? id)"), isOn: isOn,
      state: state(isOn, request), about: request.texts("methods.about.\(id)"), warning: nil, mark: mark)
  }

  private static func state(_ isOn: Bool, _ request: ConsoleRequest) -> String {
    request.texts(isOn ? "common.enabled" : "common.disabled")
  }

  /// The built-in providers and the added providers.
  private static func providers(_ request: ConsoleRequest) throws -> [Row] {
    let list = request.caller.providerList
    let status = try request.domain.administration.providerStatus(
      of: list, apps: request.project.apps, in: request.caller.scope)
    let known = Dictionary(status.map { ($0.settings.providerID, $0) }, uniquingKeysWith: { $1 })
    let fixed = ProviderCatalog.offeredIDs
    let added = known.keys.filter { !fixed.contains($0) }.sorted()
    var rows: [Row] = []
    for id in fixed + added {
      let found = known[id]
      let lacks = found.map {
        ProviderGuide.hasWebFlow(id) ? $0.missingForWebFlow : $0.missingForAppCredentials
      }
      let isOn = found?.settings.enabled ?? false
      let warning =
        isOn && lacks?.isEmpty == false
        ? lacks?.map { request.texts("methods.missing.\($0.name.rawValue)") }.joined(separator: " ") : nil
      rows.append(
        Row(
          id: id, name: ProviderGuide.name(of: id, found?.settings.displayName),
          path: request.path(["methods", "providers", id]), isOn: isOn,
          state: found == nil ? request.texts("methods.state.none") : state(isOn, request),
          about: id, warning: warning, mark: id))
    }
    for settings in list.samlProviders.sorted(by: { $0.providerID < $1.providerID }) {
      rows.append(
        Row(
          id: settings.providerID, name: ProviderGuide.name(of: settings.providerID, settings.displayName),
          path: request.path(["methods", "providers", settings.providerID]), isOn: settings.enabled,
          state: state(settings.enabled, request), about: settings.providerID, warning: nil, mark: "saml"))
    }
    return rows
  }
}
