import Identity
import IdentityWire

/// From what an app or a callback brought to who the provider says that the user is: the only maker of a
/// ``ProviderIdentity`` besides the development server's parser of unsigned credentials.
public protocol ProviderVerifier: Sendable {
  /// Checks a credential with the provider's keys or interfaces. Nothing is stored; the caller redeems
  /// ``ProviderIdentity/redemption``, in the same transaction in which it uses the identity.
  ///
  /// - Parameters:
  ///   - settings: of an enabled provider; whether it is enabled is the caller's question.
  ///   - now: compared with the token's times and used for the caches' freshness.
  /// - Throws: `INVALID_IDP_RESPONSE`, `MISSING_OR_INVALID_NONCE`, `INVALID_CREDENTIAL_OR_PROVIDER_ID` for a
  ///   kind of credential that the provider does not have, `OPERATION_NOT_ALLOWED` when the settings lack
  ///   something that this credential needs.
  func verify(
    _ credential: ProviderCredential, with settings: ProviderSettings, secrets: ProviderSecrets,
    now: Instant
  ) async throws(IdentityError) -> ProviderIdentity
}

/// What the verifiers share: one set of caches and one HTTP client.
struct ProviderServices: Sendable {
  let api: ProviderAPI
  let idTokens: IDTokenVerification
  let discovery: DiscoveryCache
  let gameCenterCertificates: DocumentCache<GameCenterCertificate>
  var exchange: TokenExchange { TokenExchange(api: api) }
  var userInfo: UserInfoEndpoint { UserInfoEndpoint(api: api, idTokens: idTokens) }

  init(http: OutgoingHTTP) {
    api = ProviderAPI(http: http)
    idTokens = IDTokenVerification(keys: JWKSCache(http: http))
    discovery = DiscoveryCache(http: http)
    gameCenterCertificates = DocumentCache(http: http) { GameCenterCertificate(der: $0) }
  }
}

/// An OAuth access token is a bearer token of visible ASCII (RFC 6750 section 2.1), of bounded size.
func checkAccessToken(_ token: String) throws(IdentityError) {
  guard !token.isEmpty, token.utf8.count <= 8192, token.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
  else {
    throw .invalidIDPResponse("The access token is malformed.").diagnosed(Diagnosis.accessTokenMalformed)
  }
}

/// A needed endpoint, or the error that says which is missing.
func required(
  _ endpoint: String?, _ name: String, of providerID: String
) throws(IdentityError) -> String {
  guard let endpoint, !endpoint.isEmpty else {
    throw .incompleteConfiguration(providerID, needs: "its \(name) endpoint")
  }
  return endpoint
}

/// The token endpoint, or the error that says that it is missing.
func tokenEndpoint(of settings: ProviderSettings) throws(IdentityError) -> String {
  try required(ProviderCatalog.endpoints(for: settings)?.token, "token", of: settings.providerID)
}

/// `ProviderIdentity` refuses empty and overlong ids; so do we, in words.
func identity(_ providerID: String, rawID: String) throws(IdentityError) -> ProviderIdentity {
  guard let identity = ProviderIdentity(providerID: providerID, rawID: rawID) else {
    throw .invalidIDPResponse("The provider's answer does not contain a usable user id.")
      .diagnosed(Diagnosis.profile(what: "The provider's answer does not contain a usable user id."))
  }
  return identity
}
