/// The addresses of a lab provider, in the form of a server's provider settings.
public struct LabEndpoints: Sendable, Equatable {
  /// The `iss` claim of the provider's ID tokens, or the entity ID of the SAML identity provider. For a generic
  /// provider, it is an address of the lab; for any other provider, the real issuer. Nil for providers without ID
  /// tokens. `{tenant}` in an address of Microsoft stands for a tenant.
  public var issuer: String?
  /// The sign-in page. Empty for Google Play Games, which has no browser flow.
  public var authorization: String
  /// The token endpoint. Empty for SAML, which has no codes.
  public var token: String
  /// The address that issues temporary credentials in OAuth 1.0a.
  public var requestToken: String?
  public var discovery: String?
  /// The SAML metadata.
  public var metadata: String?
  public var jwks: String?
  public var userinfo: String?
  /// The list of a person's mail addresses at GitHub (`/user/emails`) or at the OAuth 2.0 service.
  public var emails: String?
  /// Facebook's `debug_token`.
  public var debugToken: String?
  /// Facebook's Graph API without a version and without a slash at the end.
  public var graph: String?
  /// Google's `tokeninfo`.
  public var tokeninfo: String?
  /// GitHub's token check. `{client_id}` in the address stands for the client's ID.
  public var checkToken: String?
  /// The address that revokes an app's access. In GitHub's address, `{client_id}` stands for the client's ID. In
  /// Facebook's address, `{user_id}` stands for the person's ID.
  public var revoke: String?
}

extension LabEndpoints {
  /// The addresses, from their paths below a root.
  fileprivate init(
    issuer: String? = nil, below root: String, authorization: String, token: String, jwks: String? = nil,
    userinfo: String? = nil, emails: String? = nil
  ) {
    self.issuer = issuer
    self.authorization = root + authorization
    self.token = root + token
    self.jwks = jwks.map { root + $0 }
    self.userinfo = userinfo.map { root + $0 }
    self.emails = emails.map { root + $0 }
  }
}

extension ProviderLab {
  /// The addresses of a provider by its ID. `oauth`, `oidc` and `saml`, and all IDs that begin with `oauth.`, `oidc.`
  /// or `saml.`, mean the generic providers. Nil for a provider that the lab does not play.
  public func endpoints(for providerID: String) -> LabEndpoints? {
    guard let provider = LabProviderID(named: providerID) else { return nil }
    let root = "\(baseURL)/\(provider.rawValue)"
    var endpoints: LabEndpoints
    switch provider {
    case .apple:
      endpoints = LabEndpoints(
        issuer: AppleLab.issuer, below: root, authorization: "/auth/authorize", token: "/auth/token",
        jwks: "/auth/keys")
      endpoints.revoke = "\(root)/auth/revoke"
    case .facebook:
      endpoints = LabEndpoints(
        issuer: FacebookLab.issuer, below: root, authorization: "/dialog/oauth", token: "/oauth/access_token",
        userinfo: "/me")
      endpoints.discovery = "\(baseURL)/limited.facebook.com/.well-known/openid-configuration/"
      endpoints.jwks = "\(baseURL)/limited.facebook.com/.well-known/oauth/openid/jwks/"
      endpoints.debugToken = "\(root)/debug_token"
      endpoints.graph = root
      endpoints.revoke = "\(root)/{user_id}/permissions"
    case .github:
      endpoints = LabEndpoints(
        below: root, authorization: "/login/oauth/authorize", token: "/login/oauth/access_token",
        userinfo: "/user", emails: "/user/emails")
      endpoints.checkToken = "\(root)/applications/{client_id}/token"
      endpoints.revoke = "\(root)/applications/{client_id}/grant"
    case .google:
      endpoints = LabEndpoints(
        issuer: GoogleLab.issuer, below: root, authorization: "/o/oauth2/v2/auth", token: "/token",
        jwks: "/oauth2/v3/certs", userinfo: "/userinfo/v2/me")
      endpoints.tokeninfo = "\(root)/tokeninfo"
      endpoints.revoke = "\(root)/revoke"
    case .linkedIn:
      endpoints = LabEndpoints(
        issuer: LinkedInLab.issuer, below: root, authorization: "/oauth/v2/authorization",
        token: "/oauth/v2/accessToken", jwks: "/oauth/openid/jwks", userinfo: "/v2/userinfo")
    case .line:
      endpoints = LabEndpoints(
        issuer: LINELab.issuer, below: root, authorization: "/oauth2/v2.1/authorize",
        token: "/oauth2/v2.1/token", jwks: "/oauth2/v2.1/certs", userinfo: "/oauth2/v2.1/userinfo")
    case .microsoft:
      let authority = "\(root)/{tenant}"
      endpoints = LabEndpoints(
        issuer: MicrosoftLab.issuer(of: MicrosoftLab.organization), below: authority,
        authorization: "/oauth2/v2.0/authorize", token: "/oauth2/v2.0/token", jwks: "/discovery/v2.0/keys")
      endpoints.discovery = "\(authority)/v2.0/.well-known/openid-configuration"
      endpoints.userinfo = "\(baseURL)/graph.microsoft.com/v1.0/me"
    case .playGames:
      endpoints = LabEndpoints(
        authorization: "", token: "\(root)/token", userinfo: "\(root)/games/v1/players/me")
    case .yahoo:
      endpoints = LabEndpoints(
        issuer: YahooLab.issuer, below: root, authorization: "/oauth2/request_auth",
        token: "/oauth2/get_token", jwks: "/openid/v1/certs", userinfo: "/openid/v1/userinfo")
    case .openID:
      endpoints = LabEndpoints(
        issuer: root, below: root, authorization: "/authorize", token: "/token", jwks: "/jwks",
        userinfo: "/userinfo")
      endpoints.discovery = "\(root)/.well-known/openid-configuration"
    case .oauth:
      endpoints = LabEndpoints(
        below: root, authorization: "/connect/authorize", token: "/connect/token",
        userinfo: "/api/v1/whoami", emails: "/api/v1/mails")
      endpoints.revoke = "\(root)/revoke"
    case .saml:
      let metadata = "\(root)/metadata"
      endpoints = LabEndpoints(
        issuer: metadata, authorization: "\(root)/sso", token: "", metadata: metadata)
    case .twitter:
      endpoints = LabEndpoints(
        below: root, authorization: "/oauth/authenticate", token: "/oauth/access_token",
        userinfo: "/1.1/account/verify_credentials.json")
      endpoints.requestToken = "\(root)/oauth/request_token"
    }
    return endpoints
  }
}
