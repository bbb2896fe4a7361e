import Identity

/// What is fixed about one provider. Each has a folder of its own, with the one value that describes it and the verifier of
/// its credentials; ``ProviderCatalog`` lists them.
public struct Provider: Sendable {
  public enum CredentialKind: String, Sendable, CaseIterable {
    case idToken, accessToken, authorizationCode
  }

  /// What somebody who sets it up fills in.
  public enum Field: Sendable, Hashable {
    case clientID
    case clientSecret
    /// More audiences of its ID tokens.
    case audiences
    /// The team, and the key by which Apple's client secret is signed.
    case appleKey
  }

  /// How the project proves to the provider who it is.
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

  public let providerID: String
  public let name: String
  /// Asked for when the app asks for nothing.
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
  /// What the provider calls a client id.
  public var clientIDName = MissingSetting.Name.clientID
  public var clientSecretName = MissingSetting.Name.clientSecret
  public var clientProof = ClientProof.secret
  /// For what an audience does in the place of a client id.
  public var isKnownByAudience: Set<ProviderCatalog.Purpose> = []
  public var fields: Set<Field> = [.clientID, .clientSecret]
  /// Where at the provider somebody registers an app.
  public var registration: String?
  /// Whether an ID token says who the user is, and not what the provider answers to an access token.
  var provesByIDToken = true
  /// Whether a discovery document says where everything is.
  var isDiscovered = false
  /// Whether the browser may come back with an ID token in the place of a code.
  var mayAnswerByIDToken = false
  /// Whether name and address come with the browser, in a form.
  var postsProfile = false
  /// Who may say that an answer is theirs (RFC 9207); none where that is not known.
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

  /// Whether people sign in with it in a browser, and not in apps alone.
  public var hasWebFlow: Bool { credentials.contains(.authorizationCode) }
}
