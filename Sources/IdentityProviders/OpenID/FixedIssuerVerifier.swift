import Identity
import IdentityWire

/// Verifies an OpenID Connect provider with a known issuer and known endpoints, without discovery.
struct FixedIssuerVerifier: ProviderVerifier {
  let services: ProviderServices

  func verify(
    _ credential: ProviderCredential, with settings: ProviderSettings, secrets: ProviderSecrets,
    now: Instant
  ) async throws(IdentityError) -> ProviderIdentity {
    guard let provider = ProviderCatalog.entry(for: settings.providerID),
      let endpoints = ProviderCatalog.endpoints(for: settings)
    else { throw .invalidCredential("unknown provider") }
    var settings = settings
    settings.endpoints = endpoints
    switch credential {
    case .idToken where !provider.credentials.contains(.idToken):
      throw .unsupportedCredential(settings.providerID, takes: "a code of the browser's flow")
    case .authorizationCode(let code, let redirectURI, let verifier, _, let user) where !provider.takesNonce:
      // The authorization request had no nonce, so the ID token has none.
      let bare = ProviderCredential.authorizationCode(
        code: code, redirectURI: redirectURI, codeVerifier: verifier, expectedNonce: nil, user: user)
      return try await OpenIDVerifier(services: services).verify(
        bare, with: settings, secrets: secrets, now: now)
    default:
      return try await OpenIDVerifier(services: services).verify(
        credential, with: settings, secrets: secrets, now: now)
    }
  }
}
