import Identity

/// The fixed properties of one provider. Each provider has a folder with this value and its verifier.
/// ``ProviderCatalog`` lists all providers.
public struct Provider: Sendable {
  public enum CredentialKind: String, Sendable, CaseIterable {
    case idToken, accessToken, authorizationCode
    /// A code that an app got from the provider's own SDK, not from a flow of this server.
    case serverAuthCode
  }

  /// A setting that the administrator fills in.
  public enum Field: Sendable, Hashable {
    case clientID
    case clientSecret
    /// Further audiences of the provider's ID tokens.
    case audiences
    /// The team id and the key that signs Apple's client secret.
    case appleKey
    /// The accounts that may sign in: `{tenant}` in the URLs.
    case tenant
    /// The URLs, methods and profile of a provider without built-in support.
    case profile
  }

  /// The client's authentication at the provider.
  public enum ClientProof: Sendable, Equatable {
    case none
    /// A secret that every request needs.
    case secret
    /// A secret that only code exchanges need.
    case secretForCodes
    /// A client secret that is signed with a key for each request.
    case signedSecret
    /// The method that the settings or the provider's discovery document name.
    case chosen
  }

  /// The request that revokes an app's access to a user's account at the provider.
  public enum RevocationMethod: Sendable, Equatable {
    /// Revokes a token (RFC 7009 section 2.1). The client authenticates as at the token endpoint.
    case token
    /// Revokes a Google token. No client authentication is needed.
    case publicToken
    /// Revokes an Apple token, with a newly signed client secret.
    case appleToken
    /// Deletes a GitHub app authorization.
    case gitHubGrant
    /// Deletes a person's permissions at Facebook.
    case facebookPermissions
  }

  public let providerID: String
  public let name: String
  /// The scopes to request if the app requests no scopes.
  public var defaultScopes: [String] = []
  /// The scopes that are always requested.
  public var requiredScopes: [String] = []
  /// The separator of scopes in the authorization request.
  public var scopeSeparator = " "
  public var credentials: Set<CredentialKind> = []
  /// The provider's own authorization parameter for the language of its pages.
  public var languageParameter: String?
  /// The separator between the parts of a language tag, such as `pt-BR`, in ``languageParameter``.
  var languageSeparator = "_"
  /// True if the provider supports PKCE (RFC 7636) in the browser flow.
  public var takesPKCE = false
  /// True if the provider's authorization request supports `nonce`.
  public var takesNonce = false
  /// The production endpoints. The endpoints of a generic OpenID provider are discovered.
  public var endpoints = ProviderEndpoints()
  /// The provider's own term for a client id.
  public var clientIDName = MissingSetting.Name.clientID
  public var clientSecretName = MissingSetting.Name.clientSecret
  public var clientProof = ClientProof.secret
  /// The purposes for which an audience can replace the client id.
  public var isKnownByAudience: Set<ProviderCatalog.Purpose> = []
  public var fields: Set<Field> = [.clientID, .clientSecret]
  /// Nil if the provider cannot revoke an app's access.
  public var revocation: RevocationMethod?
  /// The page at the provider where apps are registered.
  public var registration: String?
  /// The authorization parameter that requests a refresh token. A refresh token can revoke access after the
  /// access token has expired.
  var offlineParameter: (name: String, value: String)?
  /// True if an ID token identifies the user. False if a profile that is fetched with an access token
  /// identifies the user.
  var provesByIDToken = true
  /// True if the profile is fetched in addition to the ID token.
  var asksForProfile = false
  /// True if a discovery document names the endpoints.
  var isDiscovered = false
  /// True if the settings may name another issuer than the provider's own. The endpoints of that issuer are
  /// discovered.
  var mayHaveOtherIssuer = false
  /// True if the browser flow may return an ID token instead of a code.
  var mayAnswerByIDToken = false
  /// True if the provider posts the user's name and e-mail address to the redirect URI.
  var postsProfile = false
  /// True if the provider uses OAuth 1.0a (RFC 5849): a flow begins with temporary credentials, and every
  /// token has a secret.
  public var isOAuth1 = false
  /// The issuers that an authorization response may name (RFC 9207); empty if unknown.
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

  /// Configures OpenID Connect with PKCE and a nonce.
  ///
  /// - Parameter languageParameter: the parameter for BCP 47 language tags.
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

  /// True if the provider has a browser flow.
  public var hasWebFlow: Bool { credentials.contains(.authorizationCode) }
}
