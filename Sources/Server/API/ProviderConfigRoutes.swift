import Hummingbird
import Identity
import IdentityWire
import Operations

/// `v2/projects/{p}[/tenants/{t}]/defaultSupportedIdpConfigs`, `…/oauthIdpConfigs`, `…/inboundSamlConfigs`, and
/// `v2/defaultSupportedIdps`.
struct ProviderConfigRoutes: Sendable {
  let administration: ProjectAdministration

  func add(to operations: OperationRouter) {
    add(DefaultSupportedIdpConfig.self, to: operations)
    add(OAuthIdpConfig.self, to: operations)
    add(InboundSAMLConfig.self, to: operations)
    for path in OperationRouter.modern("defaultSupportedIdps", version: "v2") {
      operations.onTree(.get, path, whenDisabled: true) { (request: ListRequest, caller) in
        try administration.defaultSupportedIdps(request, in: caller.scope)
      }
    }
  }

  private func add<Config: ProviderConfig>(_ kind: Config.Type, to operations: OperationRouter) {
    let parents = ["projects/{project}", "projects/{project}/tenants/{tenant}"]
    for path in parents.flatMap({ OperationRouter.modern("\($0)/\(Config.collection)", version: "v2") }) {
      operations.onTree(.get, path, whenDisabled: true) { (request: ListRequest, caller) in
        try caller.requireAdministrator()
        let page: ListProviderConfigsResponse<Config> = try await administration.providerConfigs(
          request, of: caller.providerList, in: caller.scope)
        return page
      }
      operations.onTree(.post, path, refusesUnknownNames: true, whenDisabled: true, hasGet: true) {
        (request: CreateProviderConfigRequest<Config>, caller) in
        try caller.requireAdministrator()
        return try await administration.createProviderConfig(request, in: caller.scope)
      }
      operations.onTree(.get, "\(path)/{configId}", whenDisabled: true) {
        (request: ProviderConfigRequest, caller) in
        try caller.requireAdministrator()
        let config: Config = try await administration.providerConfig(
          request.configId, of: caller.providerList, in: caller.scope)
        return config
      }
      operations.onTree(.patch, "\(path)/{configId}", refusesUnknownNames: true, whenDisabled: true) {
        (request: UpdateProviderConfigRequest<Config>, caller) in
        try caller.requireAdministrator()
        return try await administration.updateProviderConfig(request, in: caller.scope)
      }
      operations.onTree(.delete, "\(path)/{configId}", whenDisabled: true) {
        (request: ProviderConfigRequest, caller) in
        try caller.requireAdministrator()
        try await administration.deleteProviderConfig(request.configId, of: kind, in: caller.scope)
        return EmptyMessage()
      }
    }
  }
}
