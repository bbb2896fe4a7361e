import Identity

/// What is fixed about each provider: the one table of it.
public enum ProviderCatalog {
  enum Kind: Sendable {
    case apple, facebook, gitHub, google, openID, gameCenter
  }

  public enum CredentialKind: String, Sendable, CaseIterable {
    case idToken, accessToken, authorizationCode
  }

  public struct Entry: Sendable {
    public let providerID: String
    public let name: String
    /// Asked for when the app asks for nothing.
    public let defaultScopes: [String]
    /// Asked for whatever the app asks for.
    public let requiredScopes: [String]
    /// Between scopes in the authorization request.
    public let scopeSeparator: String
    public let credentials: Set<CredentialKind>
    /// The provider's own authorization parameter for the language of its pages.
    public let languageParameter: String?
    /// Whether the provider takes PKCE (RFC 7636) in this flow.
    public let takesPKCE: Bool
    /// Whether `nonce` is a parameter of its authorization request.
    public let takesNonce: Bool
    /// The real addresses. A generic OpenID provider's are found by discovery.
    public let endpoints: ProviderEndpoints
    let kind: Kind

    /// Whether people sign in with it in a browser, and not in apps alone.
    public var hasWebFlow: Bool { credentials.contains(.authorizationCode) }
  }

  /// Authorization parameters that are the server's and never an app's.
  public static let forbiddenParameters: Set<String> = [
    "client_id", "redirect_uri", "response_type", "scope", "state", "nonce", "code_challenge",
    "code_challenge_method", "response_mode", "request", "request_uri", "client_secret",
  ]

  /// `oidc.*` stands for every generic OpenID provider.
  public static let supportedIDs = [
    "apple.com", "facebook.com", "gc.apple.com", "github.com", "google.com", "oidc.*",
  ]

  public static func entry(for providerID: String) -> Entry? {
    switch providerID {
    case "apple.com": apple
    case "facebook.com": facebook
    case "github.com": gitHub
    case "google.com": google
    case GameCenterVerifier.providerID: gameCenter
    default: isOpenID(providerID) ? openID(providerID) : nil
    }
  }

  /// The provider's addresses with the settings' overrides laid over them.
  public static func endpoints(for settings: ProviderSettings) -> ProviderEndpoints? {
    guard let entry = entry(for: settings.providerID) else { return nil }
    var merged = settings.endpoints
    let real = entry.endpoints
    merged.issuer = merged.issuer ?? real.issuer
    merged.authorization = merged.authorization ?? real.authorization
    merged.token = merged.token ?? real.token
    merged.jwks = merged.jwks ?? real.jwks
    merged.userInfo = merged.userInfo ?? real.userInfo
    merged.userEmails = merged.userEmails ?? real.userEmails
    merged.tokenCheck = merged.tokenCheck ?? real.tokenCheck
    merged.revocation = merged.revocation ?? real.revocation
    merged.limitedLoginJWKS = merged.limitedLoginJWKS ?? real.limitedLoginJWKS
    return merged
  }

  /// Whether an authorization response that names this issuer (RFC 9207) may come from the provider. One of
  /// whom no issuer is known is not judged by it.
  public static func mayAnswer(as issuer: String, _ settings: ProviderSettings) -> Bool {
    let expected: [String]
    switch entry(for: settings.providerID)?.kind {
    case .openID: expected = settings.acceptedIssuers
    case _ where settings.endpoints.issuer != nil: expected = settings.endpoints.issuer.map { [$0] } ?? []
    case .apple: expected = AppleVerifier.issuers
    case .facebook: expected = FacebookVerifier.limitedLoginIssuers
    case .google: expected = GoogleVerifier.issuers
    case .gitHub, .gameCenter, nil: expected = []
    }
    return expected.isEmpty || expected.containsBytes(of: issuer)
  }

  /// Whether the browser brings an ID token, and no code that is exchanged for one.
  static func isAnsweredByIDToken(_ settings: ProviderSettings) -> Bool {
    let kind = entry(for: settings.providerID)?.kind
    return (kind == .google || kind == .openID) && settings.responseType == .idToken
  }

  static func isOpenID(_ providerID: String) -> Bool {
    let name = providerID.dropFirst("oidc.".count)
    return providerID.hasPrefix("oidc.") && (1...64).contains(name.utf8.count)
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
          UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
          true
        default: false
        }
      }
  }

  private static let apple: Entry = {
    var endpoints = ProviderEndpoints()
    endpoints.authorization = "https://appleid.apple.com/auth/authorize"
    endpoints.token = "https://appleid.apple.com/auth/token"
    endpoints.jwks = "https://appleid.apple.com/auth/keys"
    endpoints.revocation = "https://appleid.apple.com/auth/revoke"
    return Entry(
      providerID: "apple.com", name: "Apple", defaultScopes: ["name", "email"], requiredScopes: [],
      scopeSeparator: " ", credentials: [.idToken, .authorizationCode], languageParameter: "locale",
      takesPKCE: false, takesNonce: true, endpoints: endpoints, kind: .apple)
  }()

  private static let facebook: Entry = {
    var endpoints = ProviderEndpoints()
    endpoints.authorization = "https://www.facebook.com/v25.0/dialog/oauth"
    endpoints.token = "https://graph.facebook.com/v25.0/oauth/access_token"
    endpoints.userInfo = "https://graph.facebook.com/v25.0/me"
    endpoints.tokenCheck = "https://graph.facebook.com/v25.0/debug_token"
    endpoints.limitedLoginJWKS = "https://limited.facebook.com/.well-known/oauth/openid/jwks/"
    return Entry(
      providerID: "facebook.com", name: "Facebook", defaultScopes: ["public_profile", "email"],
      requiredScopes: [], scopeSeparator: ",",
      credentials: [.idToken, .accessToken, .authorizationCode], languageParameter: "locale",
      takesPKCE: false, takesNonce: false, endpoints: endpoints, kind: .facebook)
  }()

  private static let gitHub: Entry = {
    var endpoints = ProviderEndpoints()
    endpoints.authorization = "https://github.com/login/oauth/authorize"
    endpoints.token = "https://github.com/login/oauth/access_token"
    endpoints.userInfo = "https://api.github.com/user"
    endpoints.userEmails = "https://api.github.com/user/emails"
    endpoints.tokenCheck = "https://api.github.com/applications/{client_id}/token"
    return Entry(
      providerID: "github.com", name: "GitHub", defaultScopes: ["user:email"],
      requiredScopes: ["user:email"], scopeSeparator: " ",
      credentials: [.accessToken, .authorizationCode], languageParameter: nil, takesPKCE: true,
      takesNonce: false, endpoints: endpoints, kind: .gitHub)
  }()

  private static let google: Entry = {
    var endpoints = ProviderEndpoints()
    endpoints.authorization = "https://accounts.google.com/o/oauth2/v2/auth"
    endpoints.token = "https://oauth2.googleapis.com/token"
    endpoints.jwks = "https://www.googleapis.com/oauth2/v3/certs"
    endpoints.userInfo = "https://www.googleapis.com/userinfo/v2/me"
    endpoints.tokenCheck = "https://oauth2.googleapis.com/tokeninfo"
    endpoints.revocation = "https://oauth2.googleapis.com/revoke"
    return Entry(
      providerID: "google.com", name: "Google", defaultScopes: ["openid", "email", "profile"],
      requiredScopes: ["openid", "email", "profile"], scopeSeparator: " ",
      credentials: [.idToken, .accessToken, .authorizationCode], languageParameter: "hl",
      takesPKCE: true, takesNonce: true, endpoints: endpoints, kind: .google)
  }()

  /// The key set is where Apple's certificates are.
  private static let gameCenter: Entry = {
    var endpoints = ProviderEndpoints()
    endpoints.jwks = "https://static.gc.apple.com/public-key/"
    return Entry(
      providerID: GameCenterVerifier.providerID, name: "Game Center", defaultScopes: [], requiredScopes: [],
      scopeSeparator: " ", credentials: [], languageParameter: nil, takesPKCE: false, takesNonce: false,
      endpoints: endpoints, kind: .gameCenter)
  }()

  private static func openID(_ providerID: String) -> Entry {
    Entry(
      providerID: providerID, name: providerID, defaultScopes: ["openid", "email", "profile"],
      requiredScopes: ["openid"], scopeSeparator: " ", credentials: [.idToken, .authorizationCode],
      languageParameter: "ui_locales", takesPKCE: true, takesNonce: true,
      endpoints: ProviderEndpoints(), kind: .openID)
  }
}
