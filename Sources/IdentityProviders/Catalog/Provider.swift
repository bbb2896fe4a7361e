import Identity

/// The fixed properties of one provider. Each provider has a folder with this value and its verifier; ``ProviderCatalog``
/// lists them.
public struct Provider: Sendable {
  public enum CredentialKind: String, Sendable, CaseIterable {
    case idToken, accessToken, authorizationCode
    /// A code that an app has from the provider's own SDK. It belongs to no flow of ours.
    case serverAuthCode
  }

  /// A setting to fill in.
  public enum Field: Sendable, Hashable {
    case clientID
    case clientSecret
    /// More audiences of its ID tokens.
    case audiences
    /// The team, and the key by which Apple's client secret is signed.
    case appleKey
    /// The accounts that may sign in: `{tenant}` in the addresses.
    case tenant
    /// The addresses, the ways and the profile of a provider that its settings alone describe.
    case profile
  }

  /// The client authentication at the provider.
  public enum ClientProof: Sendable, Equatable {
    case none
    /// A secret, without which nothing can be asked.
    case secret
    /// A secret, where codes are exchanged.
    case secretForCodes
    /// A secret that is signed anew each time, with a key.
    case signedSecret
    /// As the settings say, or the provider's discovery document.
    case chosen
  }

  /// The request that revokes an app's access to a user's account at the provider.
  public enum RevocationMethod: Sendable, Equatable {
    /// The revocation of a token (RFC 7009 section 2.1), at which the client authenticates as at the token endpoint.
    case token
    /// Google's revocation of a token, which needs no client.
    case publicToken
    /// Apple's revocation of a token, by a client secret that is signed anew.
    case appleToken
    /// GitHub's deletion of an app authorization.
    case gitHubGrant
    /// Facebook's deletion of a person's permissions.
    case facebookPermissions
  }

  public let providerID: String
  public let name: String
  /// The scopes of a request for which the app names none.
  public var defaultScopes: [String] = []
  /// Asked for whatever the app asks for.
  public var requiredScopes: [String] = []
  /// Between scopes in the authorization request.
  public var scopeSeparator = " "
  public var credentials: Set<CredentialKind> = []
  /// The provider's own authorization parameter for the language of its pages.
  public var languageParameter: String?
  /// Between the parts of a language, such as `pt-BR`, in that parameter.
  var languageSeparator = "_"
  /// Whether the provider takes PKCE (RFC 7636) in this flow.
  public var takesPKCE = false
  /// Whether `nonce` is a parameter of its authorization request.
  public var takesNonce = false
  /// The real addresses. A generic OpenID provider's are found by discovery.
  public var endpoints = ProviderEndpoints()
  /// The provider's own name for a client id.
  public var clientIDName = MissingSetting.Name.clientID
  public var clientSecretName = MissingSetting.Name.clientSecret
  public var clientProof = ClientProof.secret
  /// The purposes for which an audience replaces the client id.
  public var isKnownByAudience: Set<ProviderCatalog.Purpose> = []
  public var fields: Set<Field> = [.clientID, .clientSecret]
  /// Nil if the provider cannot revoke an app's access.
  public var revocation: RevocationMethod?
  /// The address at the provider for registering an app.
  public var registration: String?
  /// The authorization parameter that asks for a refresh token, which revokes access when the access token has expired.
  var offlineParameter: (name: String, value: String)?
  /// True if an ID token identifies the user; false if the profile does, fetched with an access token.
  var provesByIDToken = true
  /// True if the profile is fetched beside the ID token.
  var asksForProfile = false
  /// True if a discovery document names the endpoints.
  var isDiscovered = false
  /// True if the settings may name an issuer in the place of the provider's own. Its endpoints are discovered.
  var mayHaveOtherIssuer = false
  /// True if the browser flow may return an ID token instead of a code.
  var mayAnswerByIDToken = false
  /// True if the provider posts name and address to the redirect URI.
  var postsProfile = false
  /// True if it speaks OAuth 1.0a (RFC 5849): a flow begins with temporary credentials, and a token has a secret.
  public var isOAuth1 = false
  /// The issuers that an authorization response may name (RFC 9207). Empty if unknown.
  var issuers: [String] = []
  let verifier: @Sendable (ProviderServices) -> any ProviderVerifier

  init(
    _ providerID: String, _ name: String,
    verifier: @escaping @Sendable (ProviderServices) -> any ProviderVerifier
  ) {
    self.providerID = providerID
    self.name = name
    self.verifier = verifier
  }

  /// Sets up a flow of OpenID Connect with PKCE and a nonce.
  ///
  /// - Parameter languageParameter: takes languages as BCP 47 writes them.
  mutating func useOpenIDConnect(
    languageParameter: String, scopes: [String] = ["openid", "email", "profile"]
  ) {
    defaultScopes = scopes
    requiredScopes = scopes
    self.languageParameter = languageParameter
    languageSeparator = "-"
    takesPKCE = true
    takesNonce = true
  }

  /// True if it has a browser flow.
  public var hasWebFlow: Bool { credentials.contains(.authorizationCode) }
}
