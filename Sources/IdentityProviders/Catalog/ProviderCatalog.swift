import Identity

/// The providers that there are.
public enum ProviderCatalog {
  /// Authorization parameters that are the server's and never an app's.
  public static let forbiddenParameters: Set<String> = [
    "client_id", "redirect_uri", "response_type", "scope", "state", "nonce", "code_challenge",
    "code_challenge_method", "response_mode", "request", "request_uri", "client_secret",
  ]

  /// True for a parameter that is not the app's to set.
  static func isForbidden(parameter name: String, of provider: Provider) -> Bool {
    let name = name.lowercased()
    return forbiddenParameters.contains(name) || provider.isOAuth1 && name.hasPrefix("oauth_")
  }

  /// `oauth.*` stands for every plain OAuth 2.0 provider, `oidc.*` for every generic OpenID provider.
  public static let supportedIDs = fixed.map(\.providerID).sorted() + ["oauth.*", "oidc.*"]

  /// The providers that need no more than an app registered there: the known ones and ``OpenIDPreset/all``.
  public static let offeredIDs = (fixed.map(\.providerID) + OpenIDPreset.all.map(\.providerID)).sorted()

  /// Those that there is one of each.
  private static let fixed: [Provider] = [
    .apple, .facebook, .gameCenter, .gitHub, .google, .linkedIn, .microsoft, .playGames, .twitter, .yahoo,
  ]

  public static func entry(for providerID: String) -> Provider? {
    fixed.first { $0.providerID.hasSameBytes(as: providerID) }
      ?? (isOpenID(providerID) ? .openID(providerID) : nil)
      ?? (isOAuth(providerID) ? .oAuth(providerID) : nil)
  }

  /// The provider as its settings describe it.
  public static func entry(for settings: ProviderSettings) -> Provider? {
    entry(for: settings.providerID)?.described(by: settings)
  }

  /// The provider's addresses with the settings' overrides laid over them.
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
    // A token of another installation must not go to the provider's public service.
    if settings.endpoints.token == nil || settings.endpoints.token == real.token {
      merged.revocation = merged.revocation ?? real.revocation
    }
    merged.limitedLoginJWKS = merged.limitedLoginJWKS ?? real.limitedLoginJWKS
    merged.discovery = merged.discovery ?? real.discovery
    if entry.fields.contains(.tenant) { merged.fill(tenant: MicrosoftTenant(of: settings).name) }
    return merged
  }

  /// Whether an authorization response that names this issuer (RFC 9207) may come from the provider. One of
  /// whom no issuer is known is not judged by it.
  public static func mayAnswer(as issuer: String, _ settings: ProviderSettings) -> Bool {
    guard let provider = entry(for: settings.providerID) else { return true }
    let expected =
      isDiscovered(settings)
      ? settings.acceptedIssuers : settings.endpoints.issuer.map { [$0] } ?? provider.issuers
    return expected.isEmpty || expected.containsBytes(of: issuer)
  }

  /// True if a discovery document names the endpoints that the settings do not.
  static func isDiscovered(_ settings: ProviderSettings) -> Bool {
    guard let provider = entry(for: settings.providerID) else { return false }
    return provider.isDiscovered || provider.mayHaveOtherIssuer && settings.endpoints.issuer != nil
  }

  /// The settings for one sign-in, with what an app's parameters choose within them.
  ///
  /// - Throws: `INVALID_CUSTOM_PARAMETERS` for a choice that the settings do not leave.
  public static func settings(_ settings: ProviderSettings, choosing parameters: [String: String])
    throws(IdentityError) -> ProviderSettings
  {
    try self.settings(settings, choosingTenant: parameters[tenantParameter])
  }

  /// The settings for one sign-in whose tenant the app chose at its beginning.
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

  /// True for a text that names a tenant of Microsoft's.
  public static func isTenant(_ text: String) -> Bool { MicrosoftTenant(text) != nil }

  /// The app's parameter that chooses a tenant. It stands in the address, and is never a parameter of the provider's.
  static let tenantParameter = "tenant"

  /// Whether the browser brings an ID token, and no code that is exchanged for one.
  static func isAnsweredByIDToken(_ settings: ProviderSettings) -> Bool {
    entry(for: settings.providerID)?.mayAnswerByIDToken == true && settings.responseType == .idToken
  }

  public static func isOpenID(_ providerID: String) -> Bool { isName(providerID, after: "oidc.") }

  static func isOAuth(_ providerID: String) -> Bool { isName(providerID, after: "oauth.") }

  /// True for the id of a provider that a project may have several of: `oauth.…`, `oidc.…`.
  public static func isNamed(_ providerID: String) -> Bool { isOpenID(providerID) || isOAuth(providerID) }

  /// True for an id that an administrator may choose: the prefix and 1 to 64 lower-case letters, digits, `-`, `.` and `_`.
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
  /// Without the addresses that depend on who issues.
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
