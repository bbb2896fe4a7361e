import Identity

/// All supported providers.
public enum ProviderCatalog {
  /// The authorization parameters that only the server may set.
  public static let forbiddenParameters: Set<String> = [
    "client_id", "redirect_uri", "response_type", "scope", "state", "nonce", "code_challenge",
    "code_challenge_method", "response_mode", "request", "request_uri", "client_secret",
  ]

  /// True if an app may not set the parameter.
  static func isForbidden(parameter name: String, of provider: Provider) -> Bool {
    let name = name.lowercased()
    return forbiddenParameters.contains(name) || provider.isOAuth1 && name.hasPrefix("oauth_")
  }

  /// All supported ids. `oauth.*` stands for every plain OAuth 2.0 provider, `oidc.*` for every generic
  /// OpenID provider.
  public static let supportedIDs = fixed.map(\.providerID).sorted() + ["oauth.*", "oidc.*"]

  /// The ids of the providers that need only an app registration: the providers with built-in support, and
  /// the presets in ``OpenIDPreset/all``.
  public static let offeredIDs = (fixed.map(\.providerID) + OpenIDPreset.all.map(\.providerID)).sorted()

  /// The providers with a fixed id. A project can configure each of them only once.
  private static let fixed: [Provider] = [
    .apple, .facebook, .gameCenter, .gitHub, .google, .linkedIn, .microsoft, .playGames, .twitter, .yahoo,
  ]

  public static func entry(for providerID: String) -> Provider? {
    fixed.first { $0.providerID.hasSameBytes(as: providerID) }
      ?? (isOpenID(providerID) ? .openID(providerID) : nil)
      ?? (isOAuth(providerID) ? .oAuth(providerID) : nil)
  }

  /// Returns the provider, completed by its settings.
  public static func entry(for settings: ProviderSettings) -> Provider? {
    entry(for: settings.providerID)?.described(by: settings)
  }

  /// Returns the provider's endpoints, with the settings' overrides applied.
  public static func endpoints(for settings: ProviderSettings) -> ProviderEndpoints? {
    guard let entry = entry(for: settings.providerID) else { return nil }
    var merged = settings.endpoints
    let real = isDiscovered(settings) ? entry.endpoints.withoutIssuer : entry.endpoints
    merged.issuer = merged.issuer ?? real.issuer
    merged.authorization = merged.authorization ?? real.authorization
    merged.temporaryCredentials = merged.temporaryCredentials ?? real.temporaryCredentials
    merged.token = merged.token ?? real.token
    merged.jwks = merged.jwks ?? real.jwks
    merged.userInfo = merged.userInfo ?? real.userInfo
    merged.userEmails = merged.userEmails ?? real.userEmails
    merged.tokenCheck = merged.tokenCheck ?? real.tokenCheck
    // If the settings name another token endpoint, its tokens must not be sent to the provider's public
    // service.
    if settings.endpoints.token == nil || settings.endpoints.token == real.token {
      merged.revocation = merged.revocation ?? real.revocation
    }
    merged.limitedLoginJWKS = merged.limitedLoginJWKS ?? real.limitedLoginJWKS
    merged.discovery = merged.discovery ?? real.discovery
    if entry.fields.contains(.tenant) { merged.fill(tenant: MicrosoftTenant(of: settings).name) }
    return merged
  }

  /// True if an authorization response with this issuer (RFC 9207) may come from the provider. Also true if
  /// the provider's issuer is unknown.
  public static func mayAnswer(as issuer: String, _ settings: ProviderSettings) -> Bool {
    guard let provider = entry(for: settings.providerID) else { return true }
    let expected =
      isDiscovered(settings)
      ? settings.acceptedIssuers : settings.endpoints.issuer.map { [$0] } ?? provider.issuers
    return expected.isEmpty || expected.containsBytes(of: issuer)
  }

  /// True if a discovery document names the endpoints that the settings lack.
  static func isDiscovered(_ settings: ProviderSettings) -> Bool {
    guard let provider = entry(for: settings.providerID) else { return false }
    return provider.isDiscovered || provider.mayHaveOtherIssuer && settings.endpoints.issuer != nil
  }

  /// Returns the settings for one sign-in, narrowed by the app's parameters.
  ///
  /// - Throws: `INVALID_CUSTOM_PARAMETERS` if the settings do not allow the tenant that the app chose.
  public static func settings(_ settings: ProviderSettings, choosing parameters: [String: String])
    throws(IdentityError) -> ProviderSettings
  {
    try self.settings(settings, choosingTenant: parameters[tenantParameter])
  }

  /// Returns the settings for one sign-in, with the tenant that the app chose when the sign-in began.
  public static func settings(_ settings: ProviderSettings, choosingTenant chosen: String?)
    throws(IdentityError) -> ProviderSettings
  {
    guard let chosen, entry(for: settings.providerID)?.fields.contains(.tenant) == true else {
      return settings
    }
    guard let tenant = MicrosoftTenant(chosen), settings.endpoints.issuer == nil,
      MicrosoftTenant(of: settings).includes(tenant)
    else { throw .malformed("INVALID_CUSTOM_PARAMETERS : The tenant is not one that may sign in.") }
    return settings.choosing(tenant: tenant.name)
  }

  /// True if the text can name a Microsoft tenant.
  public static func isTenant(_ text: String) -> Bool { MicrosoftTenant(text) != nil }

  /// The name of the app's parameter that chooses a tenant. Its value becomes part of the URL. The
  /// parameter itself is never sent.
  static let tenantParameter = "tenant"

  /// True if the browser returns an ID token instead of a code.
  static func isAnsweredByIDToken(_ settings: ProviderSettings) -> Bool {
    entry(for: settings.providerID)?.mayAnswerByIDToken == true && settings.responseType == .idToken
  }

  public static func isOpenID(_ providerID: String) -> Bool { isName(providerID, after: "oidc.") }

  static func isOAuth(_ providerID: String) -> Bool { isName(providerID, after: "oauth.") }

  /// True if a project may have several providers with this prefix: `oauth.…`, `oidc.…`.
  public static func isNamed(_ providerID: String) -> Bool { isOpenID(providerID) || isOAuth(providerID) }

  /// True if an administrator may choose the id: the prefix and 1 to 64 lower-case letters, digits, `-`, `.`
  /// and `_`.
  public static func isName(_ providerID: String, after prefix: String) -> Bool {
    let name = providerID.dropFirst(prefix.count)
    return providerID.hasPrefix(prefix) && (1...64).contains(name.utf8.count)
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
          UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
          true
        default: false
        }
      }
  }
}

extension ProviderEndpoints {
  /// The endpoints without the endpoints that depend on the issuer.
  fileprivate var withoutIssuer: ProviderEndpoints {
    var copy = self
    (copy.issuer, copy.authorization, copy.token, copy.jwks, copy.discovery) = (nil, nil, nil, nil, nil)
    return copy
  }

  fileprivate mutating func fill(tenant: String) {
    func filled(_ address: String?) -> String? { address?.replacing("{tenant}", with: tenant) }
    authorization = filled(authorization)
    token = filled(token)
    jwks = filled(jwks)
    discovery = filled(discovery)
  }
}
