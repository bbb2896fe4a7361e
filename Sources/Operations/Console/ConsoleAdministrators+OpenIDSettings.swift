import Identity
import IdentityProviders
import IdentityWire
import Secrets

extension ConsoleAdministrators {
  /// Stores the settings of the console's OpenID provider, after its published documents were read.
  ///
  /// If the issuer or the client changes, links to the previous provider are removed. Administrators who got their
  /// roles from its groups are removed, too. After any change, administrators with roles from groups must sign in
  /// again.
  ///
  /// - Parameters:
  ///   - secret: nil keeps the stored secret, unless the issuer or client changes; empty for a public client.
  /// - Returns: the stored settings, with the issuer as the provider spells it.
  /// - Throws: `INVALID_CONFIG`, `PROJECT_NOT_FOUND`; `INVALID_IDP_RESPONSE` if the provider cannot be read.
  @discardableResult
  public func setOpenID(_ wanted: ConsoleOpenID, secret: Secret?) async throws(IdentityError) -> ConsoleOpenID
  {
    guard let before = try await project() else {
      throw .refused(.projectNotFound, "The console has no owner yet.")
    }
    try wanted.check()
    try await check(
      ConsoleRights(
        projects: Dictionary(
          wanted.groups.grants.compactMap { grant in grant.project.map { ($0, grant.role) } },
          uniquingKeysWith: { $1 })))
    var endpoints = ProviderEndpoints()
    endpoints.allowPrivateAddresses = wanted.allowsPrivateAddresses
    let described = try await service.providers.describeIssuer(
      wanted.issuer, leave: endpoints, now: service.clock.now())
    endpoints.issuer = described.issuer
    var stored = wanted
    stored.issuer = described.issuer
    stored.groups.scopes = wanted.scopes.isEmpty ? nil : wanted.scopes
    let isSame = ConsoleOpenID(before)?.isSameClient(as: stored) ?? false
    var settings = ProviderSettings(
      providerID: ConsoleOpenID.providerID, enabled: true, clientID: wanted.clientID)
    settings.endpoints = endpoints
    if let secret, !secret.isEmpty {
      do {
        settings.sealedSecrets = try service.projects.seal(
          ProviderSecrets(clientSecret: secret), for: settings.providerID, in: Scope(project: .console))
      } catch {
        throw .unavailable(.internalError, cause: "the client secret could not be sealed")
      }
    } else if secret == nil, isSame {
      settings.keepSecret(of: before.provider(ConsoleOpenID.providerID))
    }
    if settings.sealedSecrets == nil { settings.tokenAuthentication = .publicClient }
    let (writing, groups, latest) = (settings, stored.groups, stored)
    try await change { project, accounts in
      let known = ConsoleOpenID(project)
      let writes =
        known?.isSameClient(as: latest) == true
        ? accounts.filter(ConsoleAdministrator.isManaged).flatMap { account in
          var account = account
          return endingSessions(of: &account)
        } : forgettingOpenID(accounts)
      project.providerList.set(writing)
      project.consoleGroups = groups
      return writes
    }
    stored.hasSecret = settings.sealedSecrets != nil
    return stored
  }

  /// Deletes the settings. Also removes administrators whose rights come from groups, and all links to the provider.
  ///
  /// - Throws: `CONFIGURATION_NOT_FOUND`.
  public func deleteOpenID() async throws(IdentityError) {
    guard try await project() != nil else { throw .configurationNotFound }
    try await change { project, accounts in
      guard project.provider(ConsoleOpenID.providerID) != nil else {
        throw IdentityError.configurationNotFound
      }
      project.providers.removeAll { $0.providerID == ConsoleOpenID.providerID }
      project.consoleGroups = nil
      return forgettingOpenID(accounts)
    }
  }

  /// Removes a local administrator's link to the OpenID provider, and ends their sessions.
  ///
  /// - Throws: `USER_NOT_FOUND`; `CONFIGURATION_NOT_FOUND` without a link; `INVALID_CONFIG` for an administrator who
  ///   cannot sign in without the link.
  public func unlinkOpenID(of id: AccountID) async throws(IdentityError) {
    try await change { _, accounts in
      guard var account = accounts.first(where: { $0.id == id }) else {
        throw IdentityError.refused(.userNotFound)
      }
      guard !ConsoleAdministrator.isManaged(account) else {
        throw IdentityError.invalidConfig("This administrator signs in with the OpenID provider alone.")
      }
      guard account.link(ConsoleOpenID.providerID) != nil else { throw IdentityError.configurationNotFound }
      account.links.removeAll { $0.providerID == ConsoleOpenID.providerID }
      return endingSessions(of: &account)
    }
  }

  private func forgettingOpenID(_ accounts: [Account]) -> [StoreWrite] {
    let now = service.clock.now()
    return accounts.flatMap { account -> [StoreWrite] in
      if ConsoleAdministrator.isManaged(account) { return StoreWrite.deletion(of: account, now: now) }
      guard account.link(ConsoleOpenID.providerID) != nil else { return [] }
      var account = account
      account.links.removeAll { $0.providerID == ConsoleOpenID.providerID }
      return endingSessions(of: &account)
    }
  }
}
