import Identity
import IdentityWire

/// Verifies a credential from an app or a callback, and returns the user's identity at the provider. Only
/// verifiers create a ``ProviderIdentity``. The development server's parser of unsigned credentials is the
/// only exception.
public protocol ProviderVerifier: Sendable {
  /// Verifies a credential with the provider's keys or APIs. Nothing is stored. The caller redeems
  /// ``ProviderIdentity/redemption`` in the same transaction in which it uses the identity.
  ///
  /// - Parameters:
  ///   - settings: the settings of an enabled provider. The caller checks that it is enabled.
  ///   - now: the current time. It is compared with the token's times and with the age of cached documents.
  /// - Throws: `INVALID_IDP_RESPONSE` or `MISSING_OR_INVALID_NONCE` if the verification fails;
  ///   `INVALID_CREDENTIAL_OR_PROVIDER_ID` if the provider does not support this kind of credential;
  ///   `OPERATION_NOT_ALLOWED` if the settings lack a value that this credential needs.
  func verify(
    _ credential: ProviderCredential, with settings: ProviderSettings, secrets: ProviderSecrets,
    now: Instant
  ) async throws(IdentityError) -> ProviderIdentity
}

/// The services that the verifiers share: one HTTP client and one set of caches.
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

/// Checks that an OAuth access token has only visible ASCII characters (RFC 6750 section 2.1) and at most
/// 8192 bytes.
func checkAccessToken(_ token: String) throws(IdentityError) {
  guard !token.isEmpty, token.utf8.count <= 8192, token.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
  else {
    throw .invalidIDPResponse("The access token is malformed.").diagnosed(Diagnosis.accessTokenMalformed)
  }
}

/// Returns a required endpoint. Throws an error that names the endpoint if it is missing.
func required(
  _ endpoint: String?, _ name: String, of providerID: String
) throws(IdentityError) -> String {
  guard let endpoint, !endpoint.isEmpty else {
    throw .incompleteConfiguration(providerID, needs: "its \(name) endpoint")
  }
  return endpoint
}

/// Returns the token endpoint. Throws an error if it is missing.
func tokenEndpoint(of settings: ProviderSettings) throws(IdentityError) -> String {
  try required(ProviderCatalog.endpoints(for: settings)?.token, "token", of: settings.providerID)
}

/// Creates an identity. Throws an error if `ProviderIdentity` refuses the id because it is empty or too
/// long.
func identity(_ providerID: String, rawID: String) throws(IdentityError) -> ProviderIdentity {
  guard let identity = ProviderIdentity(providerID: providerID, rawID: rawID) else {
    throw .invalidIDPResponse("The provider's answer does not contain a usable user id.")
      .diagnosed(Diagnosis.profile(what: "The provider's answer does not contain a usable user id."))
  }
  return identity
}
