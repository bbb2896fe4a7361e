import Identity
import IdentityProviders
import IdentityWire
import Secrets

/// A requested change of a provider's settings, from the REST API, the console or the command line. A nil
/// member leaves its setting unchanged.
public struct ProviderChange: Sendable {
  public var enabled: Bool?
  public var displayName: FieldChange<String>?
  public var clientID: String?
  /// Nil keeps the stored secret, unless an address that receives it changes. The same applies to ``privateKey``.
  public var clientSecret: FieldChange<Secret>?
  /// The bundle IDs of Apple and Game Center, or Google's other client IDs.
  public var audiences: [String]?
  /// The team ID and key ID of Apple's key.
  public var teamID: String?
  public var keyID: String?
  /// True to remove the team and the key, with its private key.
  public var removesAppleKey = false
  public var privateKey: FieldChange<Secret>?
  /// An OpenID provider's issuer. A new issuer resets the endpoints and the permission for private addresses: the
  /// operator gave this permission for the former issuer.
  public var issuer: String?
  /// For Microsoft: the accounts that may sign in. Removing the value allows all accounts.
  public var tenant: FieldChange<String>?
  public var responseType: ProviderSettings.ResponseType?
  public var tokenAuthentication: FieldChange<ProviderSettings.TokenAuthentication>?
  public var clientKeyID: FieldChange<String>?
  /// Domains whose e-mail addresses are trusted. Empty for all domains or no domains, depending on ``EmailTrust``.
  public var emailDomains: [String]?
  /// True to revoke the app's access at the provider when an account is deleted.
  public var revokesOnDeletion: Bool?
  /// The description of an OAuth 2.0 provider.
  public var oauth: OAuthProviderChange?
  /// True if the change is a whole form or resource of an OpenID or OAuth 2.0 provider. It must then be
  /// complete even if the provider is disabled.
  public var isWhole = false
  /// Sets the operator's own addresses. They are checked when the provider is enabled.
  public var endpoints: (@Sendable (inout ProviderEndpoints) -> Void)?

  public init() {}

  /// The maximum length of a text in bytes.
  static let maximumLength = 2_048
  static let maximumAudiences = 100

  /// Returns the change with its lists in stored form.
  ///
  /// - Throws: `MISSING_OAUTH_CLIENT_ID`, `MISSING_ISSUER`, `INVALID_DISPLAY_NAME`, `INVALID_BUNDLE_ID`,
  ///   `INVALID_CONFIG` for a value that is never valid.
  func checked(for provider: Provider) throws(IdentityError) -> ProviderChange {
    var change = self
    if provider.clientProof == .chosen {
      if clientID?.isEmpty == true { throw .missingClientID("An OpenID Connect provider needs a client id.") }
      if issuer?.isEmpty == true {
        throw .refused(.missingIssuer, "An OpenID Connect provider needs its issuer.")
      }
    }
    if provider.fields.contains(.profile) {
      guard tokenAuthentication?.value?.needsClientSecret ?? true else {
        throw .invalidConfig("A provider of OAuth 2.0 takes client_secret_basic or client_secret_post.")
      }
      guard issuer == nil, responseType ?? .code == .code, privateKey?.value == nil, clientKeyID?.value == nil
      else {
        throw .invalidConfig("A provider of OAuth 2.0 takes a client secret. It takes no issuer and no key.")
      }
    } else if oauth != nil {
      throw .invalidConfig("Only providers named oauth.NAME take addresses and a profile.")
    }
    if revokesOnDeletion == true, provider.revocation == nil {
      throw .invalidConfig("\(provider.name) cannot revoke an app's access.")
    }
    _ = try ProviderConfigText.checked(clientID, "clientId")
    _ = try ProviderConfigText.checked(clientSecret?.value?.reveal(), "clientSecret")
    change.audiences = try checkedAudiences(provider)
    _ = try ProviderConfigText.checked(teamID, "teamId")
    _ = try ProviderConfigText.checked(keyID, "keyId")
    _ = try ProviderConfigText.checked(clientKeyID?.value, "keyId")
    _ = try ProviderConfigText.checked(issuer, "issuer")
    _ = try ProviderConfigText.displayName(displayName?.value)
    if let tenant = tenant?.value {
      guard provider.fields.contains(.tenant), ProviderCatalog.isTenant(tenant) else {
        throw .invalidConfig("The tenant has to be common, organizations, consumers, an id or a domain name.")
      }
    }
    if let key = privateKey?.value { try Self.check(key, of: provider) }
    if let emailDomains { change.emailDomains = try ProviderConfigText.emailDomains(emailDomains) }
    return change
  }

  private func checkedAudiences(_ provider: Provider) throws(IdentityError) -> [String]? {
    guard let audiences else { return nil }
    let areApps = provider.fields.contains(.appleKey)
    guard audiences.count <= Self.maximumAudiences else {
      throw .invalidConfig(
        "There may be \(Self.maximumAudiences) \(areApps ? "bundle ids" : "whitelistedAudiences").")
    }
    var checked: [String] = []
    for audience in audiences {
      if areApps {
        try RegisteredName.bundleID(audience)
      } else {
        _ = try ProviderConfigText.checked(audience, "whitelistedAudiences")
        guard !audience.isEmpty else { throw .invalidConfig("A member of whitelistedAudiences is empty.") }
      }
      if areApps || !checked.containsBytes(of: audience) { checked.append(audience) }
    }
    return checked
  }

  private static func check(_ key: Secret, of provider: Provider) throws(IdentityError) {
    guard key.reveal().utf8.count <= 16_384 else { throw .invalidConfig("The private key is too long.") }
    if provider.clientProof == .signedSecret {
      guard ProviderCatalog.isApplePrivateKey(key) else {
        throw .invalidConfig("The private key has to be PEM text of a P-256 key, as downloaded (.p8).")
      }
    } else if !ProviderCatalog.isClientKey(key) {
      throw .invalidConfig("The private key has to be PEM text of a P-256, P-384 or RSA key.")
    }
  }

  /// - Parameter privateHosts: private hosts of OpenID providers that the operator allows the caller to use.
  func apply(to settings: inout ProviderSettings, privateHosts: PrivateHosts) throws(IdentityError) {
    if let enabled { settings.enabled = enabled }
    if let displayName { settings.displayName = displayName.value }
    if let clientID { settings.clientID = clientID }
    if let audiences { settings.additionalAudiences = audiences }
    if teamID != nil || keyID != nil {
      settings.apple = .init(
        teamID: teamID ?? settings.apple?.teamID ?? "", keyID: keyID ?? settings.apple?.keyID ?? "")
    }
    if removesAppleKey { settings.apple = nil }
    if let issuer { try move(&settings, to: issuer, privateHosts) }
    if let tenant { settings.tenant = tenant.value?.lowercased() }
    try oauth?.apply(to: &settings, privateHosts: privateHosts)
    if let responseType { settings.responseType = responseType }
    if let tokenAuthentication { settings.tokenAuthentication = tokenAuthentication.value }
    if let clientKeyID { settings.clientKeyID = clientKeyID.value }
    if let emailDomains { settings.emailDomains = emailDomains.isEmpty ? nil : emailDomains }
    if let revokesOnDeletion { settings.revokesOnDeletion = revokesOnDeletion }
    endpoints?(&settings.endpoints)
  }

  /// Sets the given secrets, and removes those that the change removes.
  func apply(to secrets: inout ProviderSecrets) {
    if let clientSecret { secrets.clientSecret = clientSecret.value }
    if let privateKey { secrets.privateKey = privateKey.value }
    if removesAppleKey { secrets.privateKey = nil }
  }

  /// - Throws: `INVALID_CONFIG` if access is to be revoked but no address for it is known. OpenID providers
  ///   publish theirs.
  func requireRevocation(_ settings: ProviderSettings, _ provider: Provider) throws(IdentityError) {
    guard settings.revokesOnDeletion, !ProviderCatalog.isOpenID(settings.providerID),
      ProviderCatalog.endpoints(for: settings)?.revocation?.isEmpty ?? true
    else { return }
    throw .invalidConfig("\(provider.name) needs its revocation endpoint before access can be revoked.")
  }

  /// - Parameter isMoved: true if the change dropped the stored secrets.
  /// - Throws: `MISSING_OAUTH_CLIENT_ID`, `MISSING_OAUTH_CLIENT_SECRET`, `INVALID_CONFIG`.
  func requireUsableFlow(
    _ settings: ProviderSettings, _ secrets: ProviderSecrets, _ provider: Provider, isMoved: Bool
  ) throws(IdentityError) {
    let note = isMoved ? " " + IdentityError.boundSecret : ""
    if isWhole, provider.fields.contains(.profile) {
      let missing = ProviderCatalog.missing(settings, secrets: secrets, for: .webFlow)
      guard missing.isEmpty else { throw .incomplete(provider, missing, isMoved: isMoved) }
    }
    guard isWhole, provider.clientProof == .chosen, settings.responseType == .code else { return }
    let method = settings.tokenAuthentication
    guard secrets.clientSecret?.isEmpty == false || method?.needsClientSecret == false else {
      throw .missingClientSecret("The code flow needs the client secret.\(note)")
    }
    guard method != .privateKey || secrets.privateKey?.isEmpty == false else {
      throw .invalidConfig("private_key_jwt needs the private key.\(note)")
    }
  }

  private func move(_ settings: inout ProviderSettings, to issuer: String, _ privateHosts: PrivateHosts)
    throws(IdentityError)
  {
    let privateHost = privateHosts.host(of: issuer)
    if settings.endpoints.issuer != issuer {
      // The issuers of the lab and of an operator's own provider need not be https addresses on the Internet.
      try RegisteredName.issuer(issuer, allowsPlainHTTP: privateHost != nil)
      settings.endpoints = ProviderEndpoints()
      settings.endpoints.issuer = issuer
    }
    settings.endpoints.privateHost = settings.endpoints.allowPrivateAddresses ? nil : privateHost
  }
}

/// The settings that an enabled provider lacks.
public struct IncompleteProvider: ErrorDiagnosis {
  /// A sentence for each setting.
  public var missing: [String]
}

extension IdentityError {
  static let boundSecret = "A stored secret is not sent to another address. Give it again."

  /// - Parameter isMoved: true if the change dropped the stored secrets.
  static func incomplete(_ provider: Provider, _ missing: [MissingSetting], isMoved: Bool) -> IdentityError {
    let secrets = [provider.clientSecretName, .privateKey]
    let note = isMoved && missing.contains { secrets.contains($0.name) } ? [boundSecret] : []
    let sentences = missing.map(\.sentence) + note
    let error: IdentityError =
      switch missing.first?.name {
      case provider.clientIDName: .missingClientID("A provider without a client id cannot be enabled.")
      case provider.clientSecretName:
        .missingClientSecret(
          (["\(provider.providerID) cannot be enabled without its secret."] + note).joined(separator: " "))
      default: .invalidConfig(sentences.joined(separator: " "))
      }
    return error.diagnosed(IncompleteProvider(missing: sentences))
  }
}
