/// Where one provider of the lab is reached: the URLs that a server's provider settings take.
public struct LabEndpoints: Sendable, Equatable {
  /// The `iss` claim of the provider's ID tokens, or the entity id of the SAML identity provider. The generic
  /// providers' are addresses of the lab, the others' are the real ones. Nil for providers without ID tokens. `{tenant}`
  /// in an address of Microsoft's stands for a tenant.
  public var issuer: String?
  /// Where people sign in. Empty for Google Play Games, which has no browser flow.
  public var authorization: String
  /// Empty for SAML, which has no codes.
  public var token: String
  /// Where a flow of OAuth 1.0a gets its temporary credentials.
  public var requestToken: String?
  public var discovery: String?
  /// The SAML metadata.
  public var metadata: String?
  public var jwks: String?
  public var userinfo: String?
  /// The list of mail addresses: GitHub's (`/user/emails`), the OAuth 2.0 service's.
  public var emails: String?
  /// Facebook's `debug_token`.
  public var debugToken: String?
  /// Facebook's Graph API without a version and without a slash at the end.
  public var graph: String?
  /// Google's `tokeninfo`.
  public var tokeninfo: String?
  /// GitHub's check of a token. The text `{client_id}` in it stands for the client's id.
  public var checkToken: String?
  public var revoke: String?
}

extension ProviderLab {
  /// The addresses of a provider, by its id; `oauth` or any `oauth.…`, `oidc` or any `oidc.…`, `saml` or any `saml.…` mean the
  /// generic ones. Nil for a provider that the lab does not play.
  public func endpoints(for providerID: String) -> LabEndpoints? {
    guard let provider = LabProviderID(named: providerID) else { return nil }
    let root = "\(baseURL)/\(provider.rawValue)"
    switch provider {
    case .apple:
      return LabEndpoints(
        issuer: AppleLab.issuer, authorization: "\(root)/auth/authorize", token: "\(root)/auth/token",
        jwks: "\(root)/auth/keys", revoke: "\(root)/auth/revoke")
    case .facebook:
      return LabEndpoints(
        issuer: FacebookLab.issuer, authorization: "\(root)/dialog/oauth",
        token: "\(root)/oauth/access_token",
        discovery: "\(baseURL)/limited.facebook.com/.well-known/openid-configuration/",
        jwks: "\(baseURL)/limited.facebook.com/.well-known/oauth/openid/jwks/", userinfo: "\(root)/me",
        debugToken: "\(root)/debug_token", graph: root)
    case .github:
      return LabEndpoints(
        authorization: "\(root)/login/oauth/authorize", token: "\(root)/login/oauth/access_token",
        userinfo: "\(root)/user", emails: "\(root)/user/emails",
        checkToken: "\(root)/applications/{client_id}/token")
    case .google:
      return LabEndpoints(
        issuer: GoogleLab.issuer, authorization: "\(root)/o/oauth2/v2/auth", token: "\(root)/token",
        jwks: "\(root)/oauth2/v3/certs", userinfo: "\(root)/userinfo/v2/me",
        tokeninfo: "\(root)/tokeninfo", revoke: "\(root)/revoke")
    case .linkedIn:
      return LabEndpoints(
        issuer: LinkedInLab.issuer, authorization: "\(root)/oauth/v2/authorization",
        token: "\(root)/oauth/v2/accessToken", jwks: "\(root)/oauth/openid/jwks",
        userinfo: "\(root)/v2/userinfo")
    case .line:
      return LabEndpoints(
        issuer: LINELab.issuer, authorization: "\(root)/oauth2/v2.1/authorize",
        token: "\(root)/oauth2/v2.1/token", jwks: "\(root)/oauth2/v2.1/certs",
        userinfo: "\(root)/oauth2/v2.1/userinfo")
    case .microsoft:
      let authority = "\(root)/{tenant}"
      return LabEndpoints(
        issuer: MicrosoftLab.issuer(of: MicrosoftLab.organization),
        authorization: "\(authority)/oauth2/v2.0/authorize", token: "\(authority)/oauth2/v2.0/token",
        discovery: "\(authority)/v2.0/.well-known/openid-configuration",
        jwks: "\(authority)/discovery/v2.0/keys", userinfo: "\(baseURL)/graph.microsoft.com/v1.0/me")
    case .playGames:
      return LabEndpoints(
        authorization: "", token: "\(root)/token", userinfo: "\(root)/games/v1/players/me")
    case .yahoo:
      return LabEndpoints(
        issuer: YahooLab.issuer, authorization: "\(root)/oauth2/request_auth",
        token: "\(root)/oauth2/get_token", jwks: "\(root)/openid/v1/certs",
        userinfo: "\(root)/openid/v1/userinfo")
    case .openID:
      return LabEndpoints(
        issuer: root, authorization: "\(root)/authorize", token: "\(root)/token",
        discovery: "\(root)/.well-known/openid-configuration", jwks: "\(root)/jwks",
        userinfo: "\(root)/userinfo")
    case .oauth:
      return LabEndpoints(
        authorization: "\(root)/connect/authorize", token: "\(root)/connect/token",
        userinfo: "\(root)/api/v1/whoami", emails: "\(root)/api/v1/mails")
    case .saml:
      return LabEndpoints(
        issuer: "\(root)/metadata", authorization: "\(root)/sso", token: "", metadata: "\(root)/metadata")
    case .twitter:
      return LabEndpoints(
        authorization: "\(root)/oauth/authenticate", token: "\(root)/oauth/access_token",
        requestToken: "\(root)/oauth/request_token",
        userinfo: "\(root)/1.1/account/verify_credentials.json")
    }
  }
}
