/// What a project knows of one identity provider. Secrets are sealed; only the server opens them.
public struct ProviderSettings: Sendable, Equatable, Codable {
  /// `apple.com`, `facebook.com`, `github.com`, `google.com`, `oidc.…`
  public var providerID: String
  public var enabled: Bool
  public var displayName: String?
  /// The OAuth client id: Apple's services id, Facebook's app id.
  public var clientID: String
  /// More audiences under which an ID token is accepted: Apple's bundle ids, Google's other client ids.
  public var additionalAudiences: [String] = []
  public var apple: AppleKey?
  public var responseType = ResponseType.code
  /// Where the provider is. Nil members mean the provider's real addresses.
  public var endpoints = ProviderEndpoints()
  /// ``ProviderSecrets`` sealed under the master key.
  public var sealedSecrets: [UInt8]?

  public enum ResponseType: String, Sendable, Codable { case code, idToken }

  /// The public half of Apple's client authentication; the private key is among the secrets.
  public struct AppleKey: Sendable, Equatable, Codable {
    public var teamID: String
    public var keyID: String

    public init(teamID: String, keyID: String) {
      self.teamID = teamID
      self.keyID = keyID
    }
  }

  public init(providerID: String, enabled: Bool, clientID: String) {
    self.providerID = providerID
    self.enabled = enabled
    self.clientID = clientID
  }

  /// Exactly these audiences pass; compared whole, never by part (an empty one is never among them).
  public var acceptedAudiences: [String] { ([clientID] + additionalAudiences).filter { !$0.isEmpty } }
}

/// Overrides for the addresses of a provider: the provider lab, GitHub Enterprise, a generic OpenID
/// provider without discovery. Absolute URLs.
public struct ProviderEndpoints: Sendable, Equatable, Codable {
  public var issuer: String?
  public var authorization: String?
  public var token: String?
  public var jwks: String?
  public var userInfo: String?
  /// GitHub: the signed-in user's addresses.
  public var userEmails: String?
  /// Facebook's `debug_token`, Google's `tokeninfo`, GitHub's check-a-token: tells for which app an access
  /// token was made. GitHub's holds `{client_id}`.
  public var tokenCheck: String?
  public var revocation: String?
  /// Facebook Limited Login's keys.
  public var limitedLoginJWKS: String?
  /// Whether loopback and private addresses may be fetched: only for a provider that the operator runs.
  public var allowPrivateAddresses = false

  public init() {}
}
