import Identity
import IdentityProviders
import IdentityWire
import Secrets

extension OAuthIdpConfig: ProviderConfig {
  public static func accepts(id: String) -> Bool { ProviderCatalog.isNamed(id) }

  public static func ids(in list: ProviderList) -> [String] {
    list.providers.map(\.providerID).filter(accepts)
  }

  /// False for a provider whose ID does not begin with `oidc.`. Official clients reject a whole list that contains
  /// it.
  public static func isListed(_ id: String) -> Bool { !isDescribed(id) }

  /// True for a provider that supports only OAuth 2.0.
  private static func isDescribed(_ id: String) -> Bool {
    ProviderCatalog.entry(for: id)?.fields.contains(.profile) == true
  }

  public init?(
    _ id: String, in list: ProviderList,
    secrets: (ProviderSettings) throws(IdentityError) -> ProviderSecrets
  ) throws(IdentityError) {
    guard Self.accepts(id: id), let settings = list.provider(id) else { return nil }
    self.init()
    displayName = settings.displayName
    enabled = settings.enabled
    clientId = settings.clientID
    issuer = settings.endpoints.issuer
    clientSecret = try secrets(settings).clientSecret.flatMap { $0.isEmpty ? nil : $0.reveal() }
    tokenEndpointAuthMethod = settings.tokenAuthentication?.rawValue
    keyId = settings.clientKeyID
    trustedEmailDomains = settings.emailDomains
    revokeOnDeletion = settings.revokesOnDeletion ? true : nil
    if Self.isDescribed(id) { oauth2Config = OAuth2Config(settings) }
    responseType = .init()
    switch settings.responseType {
    case .code: responseType?.code = true
    case .idToken: responseType?.idToken = true
    }
  }

  /// - Throws: `MISSING_OAUTH_CLIENT_ID`, `MISSING_ISSUER`, `INVALID_ISSUER`, `INVALID_OAUTH_RESPONSE_TYPE`,
  ///   `MISSING_OAUTH_CLIENT_SECRET`, `INVALID_DISPLAY_NAME`, `INVALID_CONFIG`.
  public func write(_ id: String, to list: inout ProviderList, by editor: ProviderEditor)
    throws(IdentityError)
  {
    var change = ProviderChange()
    change.enabled = enabled ?? false
    change.displayName = .init(displayName ?? "")
    change.clientID = clientId ?? ""
    change.clientSecret = .init(secret: clientSecret)
    if Self.isDescribed(id) {
      guard issuer ?? "" == "", responseType?.idToken ?? false == false, responseType?.token ?? false == false
      else {
        throw .invalidConfig("A provider of OAuth 2.0 takes no issuer and no response type except code.")
      }
      change.oauth = try oauth2Config?.change()
    } else {
      guard oauth2Config == nil else { throw .invalidConfig("oauth2Config is only for oauth.NAME.") }
      change.issuer = issuer ?? ""
      change.responseType = try chosenResponseType()
    }
    // A client of the official API that replaces the whole configuration does not know the following fields.
    if tokenEndpointAuthMethod != nil {
      change.tokenAuthentication = try chosenTokenAuthentication().map { .replaced($0) } ?? .removed
    }
    change.clientKeyID = .init(keyId)
    change.emailDomains = trustedEmailDomains
    change.revokesOnDeletion = revokeOnDeletion
    change.privateKey = .init(secret: privateKey)
    change.isWhole = true
    try editor.edit(id, change, for: .appCredentials, in: &list)
  }

  /// Removes fields that the mask names and the change lacks, and a client secret that the change does not give.
  public func settled(_ change: Self, by mask: FieldMask) -> Self {
    var settled = self
    settled.clientSecret = mask.touches("clientSecret") ? change.clientSecret ?? "" : nil
    guard !mask.replacesEverything else { return settled }
    if mask.touches("tokenEndpointAuthMethod") {
      settled.tokenEndpointAuthMethod = change.tokenEndpointAuthMethod ?? ""
    }
    if mask.touches("keyId") { settled.keyId = change.keyId ?? "" }
    if mask.touches("trustedEmailDomains") {
      settled.trustedEmailDomains = change.trustedEmailDomains ?? []
    }
    if mask.touches("revokeOnDeletion") {
      settled.revokeOnDeletion = change.revokeOnDeletion ?? false
    }
    if mask.touches("privateKey") { settled.privateKey = change.privateKey ?? "" }
    if mask.touches("oauth2Config") { settled.oauth2Config = settled.oauth2Config ?? .init() }
    return settled
  }

  /// Nil to use the method that the provider announces.
  private func chosenTokenAuthentication() throws(IdentityError) -> ProviderSettings.TokenAuthentication? {
    guard let name = tokenEndpointAuthMethod, !name.isEmpty else { return nil }
    guard let method = ProviderSettings.TokenAuthentication(rawValue: name) else {
      let known = ProviderSettings.TokenAuthentication.allCases.map(\.rawValue).joined(separator: ", ")
      throw .invalidConfig("tokenEndpointAuthMethod is one of \(known).")
    }
    return method
  }

  private func chosenResponseType() throws(IdentityError) -> ProviderSettings.ResponseType {
    switch (responseType?.code ?? false, responseType?.idToken ?? false, responseType?.token ?? false) {
    case (true, false, false): return .code
    case (false, _, false): return .idToken
    default:
      throw .refused(
        .invalidOAuthResponseType, "The response type has to be code or idToken; token is not supported.")
    }
  }
}
