import Identity
import IdentityProviders
import IdentityWire

extension ProjectAdministration {
  /// - Throws: `INVALID_CONFIG_ID`, `CONFIGURATION_EXISTS`; for an incomplete configuration, the error for the
  ///   missing setting.
  public func createProviderConfig<Config: ProviderConfig>(
    _ request: CreateProviderConfigRequest<Config>, in scope: Scope
  )
    async throws(IdentityError) -> Config
  {
    guard let id = request.id, Config.accepts(id: id) else {
      throw .refused(.invalidConfigID, "\(Config.idParameter) names no provider of this kind.")
    }
    return try await changeProviderConfig(id, in: scope) { (known: Config?) throws(IdentityError) in
      guard known == nil else { throw .conflict(.configurationExists) }
      return request.config
    }
  }

  /// Sets the fields that the mask names to their values in the request. Atomic.
  ///
  /// - Throws: `CONFIGURATION_NOT_FOUND`, `INVALID_ARGUMENT` for a mask without fields; for a configuration that
  ///   would be incomplete, the error for the missing setting.
  public func updateProviderConfig<Config: ProviderConfig>(
    _ request: UpdateProviderConfigRequest<Config>, in scope: Scope
  )
    async throws(IdentityError) -> Config
  {
    let mask = try IdentityError.reading { () throws(MessageFault) in
      let mask = try FieldMask(request.updateMask)
      try mask.check(against: Config.self)
      return mask
    }
    return try await changeProviderConfig(request.configId, in: scope) {
      (known: Config?) throws(IdentityError) in
      guard let known else { throw .configurationNotFound }
      let merged = try IdentityError.reading { () throws(MessageFault) in
        try mask.merging(request.config, into: known)
      }
      return merged.settled(request.config, by: mask)
    }
  }

  private func changeProviderConfig<Config: ProviderConfig>(
    _ id: String, in scope: Scope, _ change: (Config?) throws(IdentityError) -> Config
  ) async throws(IdentityError) -> Config {
    let editor = try await editor(in: scope)
    let list = try await projects.updateProviders(in: scope) { (list) throws(IdentityError) in
      let config = try change(try Config(id, in: list, secrets: editor.secrets))
      try config.write(id, to: &list, by: editor)
    }
    if list.samlProvider(id)?.signsRequest == true { try await makeSAMLKeys(in: scope.project) }
    guard let config = try await named(Config.self, id, in: list, scope) else {
      throw .configurationNotFound
    }
    return config
  }

  /// - Throws: `CONFIGURATION_NOT_FOUND`.
  public func providerConfig<Config: ProviderConfig>(_ id: String, of list: ProviderList, in scope: Scope)
    async throws(IdentityError) -> Config
  {
    guard let config = try await named(Config.self, id, in: list, scope) else {
      throw .configurationNotFound
    }
    return config
  }

  /// Returns one page of the listed configurations, ordered by ID.
  ///
  /// - Throws: `INVALID_PAGE_SELECTION`.
  public func providerConfigs<Config: ProviderConfig>(
    _ request: ListRequest, of list: ProviderList, in scope: Scope
  ) async throws(IdentityError) -> ListProviderConfigsResponse<Config> {
    let known = Config.ids(in: list).filter { request.showOauth2 == true || Config.isListed($0) }
    let (ids, next) = try page(of: known, request, named: Config.collection, in: scope)
    var configs: [Config] = []
    for id in ids {
      if let config = try await named(Config.self, id, in: list, scope) { configs.append(config) }
    }
    return ListProviderConfigsResponse(configs: configs, nextPageToken: next)
  }

  /// - Throws: `CONFIGURATION_NOT_FOUND`.
  public func deleteProviderConfig(_ id: String, of kind: (some ProviderConfig).Type, in scope: Scope)
    async throws(IdentityError)
  {
    _ = try await projects.updateProviders(in: scope) { (list) throws(IdentityError) in
      guard kind.ids(in: list).contains(id) else { throw .configurationNotFound }
      list.remove(id)
    }
  }

  /// Returns the providers that can be configured by name.
  ///
  /// - Throws: `INVALID_PAGE_SELECTION`.
  public func defaultSupportedIdps(_ request: ListRequest, in scope: Scope) throws(IdentityError)
    -> ListDefaultSupportedIdpsResponse
  {
    let known = ProviderCatalog.supportedIDs.filter(DefaultSupportedIdpConfig.accepts)
    let (ids, next) = try page(of: known, request, named: "defaultSupportedIdps", in: scope)
    return ListDefaultSupportedIdpsResponse(
      defaultSupportedIdps: ids.map {
        .init(idpId: $0, description: ProviderCatalog.entry(for: $0)?.name ?? $0)
      }, nextPageToken: next)
  }

  private func page(of ids: [String], _ request: ListRequest, named name: String, in scope: Scope)
    throws(IdentityError) -> (ids: [String], next: String?)
  {
    let after = try projects.pageTokens.open(request.pageToken, of: name, in: scope)
    let rest = ids.sorted().filter { id in after.map { id > $0 } ?? true }
    let page = Array(rest.prefix(PageSize.checked(request.pageSize)))
    guard rest.count > page.count, let last = page.last else { return (page, nil) }
    return (page, try projects.pageTokens.seal(last, of: name, in: scope))
  }

  private func named<Config: ProviderConfig>(
    _ type: Config.Type, _ id: String, in list: ProviderList, _ scope: Scope
  ) async throws(IdentityError) -> Config? {
    let known = try Config(id, in: list) { (settings) throws(IdentityError) in
      try projects.secrets(of: settings, in: scope)
    }
    guard var config = known else { return nil }
    let tenant = scope.tenant.map { "/tenants/\($0)" } ?? ""
    config.name = "projects/\(scope.project)\(tenant)/\(Config.collection)/\(id)"
    return try await projects.project(scope.project).map(config.published) ?? config
  }
}
