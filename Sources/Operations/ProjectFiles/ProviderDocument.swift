import Identity
import IdentityProviders
import IdentityWire
import Secrets

/// Providers for a project file: the API's configurations, and the operator's own settings.
extension ProjectDocument {
  /// Members that the API's configurations do not have.
  static let ownProviderNames = ["audiences", "displayName", "endpoints"]

  func provider(_ id: String, in list: ProviderList, _ scope: Scope) throws(IdentityError) -> [String:
    JSONValue]
  {
    if let settings = list.samlProvider(id) {
      return try samlProvider(settings, in: list)
    }
    guard let settings = list.provider(id) else { return [:] }
    let secrets = try projects.secrets(of: settings, in: scope)
    func placeholder(_ name: ProviderSecretName, _ secret: Secret?) -> JSONValue? {
      guard let secret, !secret.isEmpty else { return nil }
      return self.placeholder(for: secret, name, of: id, in: scope)
    }
    let privateKey = placeholder(.privateKey, secrets.privateKey)
    var members: [String: JSONValue]
    if OAuthIdpConfig.accepts(id: id) {
      members = try Self.encoded(try OAuthIdpConfig(id, in: list, secrets: Self.noSecrets))
      members["audiences"] =
        settings.additionalAudiences.isEmpty
        ? nil : .array(settings.additionalAudiences.map { .string($0) })
      members["privateKey"] = privateKey
      // The API does not accept an issuer for an OAuth 2.0 provider. The issuer is then one of the endpoints.
      if !ProviderCatalog.isOpenID(id) { members["issuer"] = nil }
    } else {
      members = try Self.encoded(try DefaultSupportedIdpConfig(id, in: list, secrets: Self.noSecrets))
      members["displayName"] = settings.displayName.map { .string($0) }
      if var apple = members["appleSignInConfig"]?.objectValue, var key = apple["codeFlowConfig"]?.objectValue
      {
        key["privateKey"] = privateKey
        apple["codeFlowConfig"] = .object(key)
        members["appleSignInConfig"] = .object(apple)
      }
    }
    members["clientSecret"] = placeholder(.clientSecret, secrets.clientSecret)
    members["endpoints"] = settings.endpoints.forFile(of: id)
    return members
  }

  /// Secrets are written separately, as placeholders.
  private static func noSecrets(_ settings: ProviderSettings) -> ProviderSecrets { ProviderSecrets() }

  private func samlProvider(_ settings: SAMLProviderSettings, in list: ProviderList) throws(IdentityError)
    -> [String: JSONValue]
  {
    guard var config = try InboundSAMLConfig(settings.providerID, in: list, secrets: Self.noSecrets) else {
      return [:]
    }
    config.metadataError = nil
    if isForComparison, settings.metadata != nil {
      config.idpConfig?.idpCertificates = nil
      config.idpConfig?.ssoUrl = nil
    }
    return try Self.encoded(config)
  }
}

extension ProviderEndpoints {
  typealias Address = WritableKeyPath<ProviderEndpoints, String?> & Sendable

  static let addresses: [(name: String, path: Address)] = Name.allCases.map { ($0.rawValue, $0.path) }
  static let permissionName = "allowPrivateAddresses"

  /// Returns the addresses of a provider that the API's configuration does not contain.
  static func addressesForFile(of id: String) -> [(name: String, path: Address)] {
    let covered: Set<String> =
      id.hasPrefix("oidc.")
      ? ["issuer"]
      : id.hasPrefix("oauth.") ? ["authorization", "token", "userInfo", "userEmails", "revocation"] : []
    return addresses.filter { !covered.contains($0.name) }
  }

  /// Nil if the API's configuration contains everything.
  func forFile(of id: String) -> JSONValue? {
    var members: [String: JSONValue] = [:]
    for (name, path) in Self.addressesForFile(of: id) {
      members[name] = self[keyPath: path].map { .string($0) }
    }
    if allowPrivateAddresses { members[Self.permissionName] = true }
    return members.isEmpty ? nil : .object(members)
  }
}
