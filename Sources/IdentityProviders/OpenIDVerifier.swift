import Identity
import IdentityWire

/// Any OpenID Connect provider (`oidc.…`), by ID token or by code. Addresses come from the settings, or from
/// the discovery document of the issuer.
struct OpenIDVerifier: ProviderVerifier {
  let services: ProviderServices

  func verify(
    _ credential: ProviderCredential, with settings: ProviderSettings, secrets: ProviderSecrets,
    now: Timestamp
  ) async throws(WireError) -> ProviderIdentity {
    switch credential {
    case .idToken(let token, let rawNonce, let accessToken, _):
      var tokens = ProviderTokens()
      tokens.accessToken = accessToken
      return try await identity(
        token, nonce: .mutual(raw: rawNonce), tokens: tokens, settings: settings, now: now)
    case .authorizationCode(let code, let redirectURI, let verifier, let nonce, _):
      let secret = try secrets.requireClientSecret(settings.providerID, named: "its client secret")
      let (endpoint, authentication) = try await tokenEndpoint(settings, secret: secret, now: now)
      let tokens = try await services.exchange.redeem(
        code: code, redirectURI: redirectURI, codeVerifier: verifier, at: endpoint,
        authentication: authentication, settings: settings)
      guard let token = tokens.idToken else {
        throw .invalidIDPResponse("The answer of the provider's token endpoint contains no ID Token.")
          .diagnosed(Diagnosis.tokenMissing(kind: "ID token"))
      }
      return try await identity(
        token, nonce: .verbatim(expected: nonce), tokens: tokens, settings: settings, now: now)
    case .accessToken:
      throw .unsupportedCredential(settings.providerID, takes: "an ID token")
    }
  }

  /// An address from the settings is taken to want the secret in the body; a discovery document that says
  /// nothing means Basic (OpenID Connect Discovery 1.0 section 3).
  func tokenEndpoint(
    _ settings: ProviderSettings, secret: String, now: Timestamp
  ) async throws(WireError) -> (String, TokenExchange.ClientAuthentication) {
    if let endpoint = settings.endpoints.token { return (endpoint, .inBody(secret: secret)) }
    let document = try await services.discovery.document(for: settings, now: now)
    let endpoint = try required(document.tokenEndpoint, "token", of: settings.providerID)
    let methods = document.tokenAuthenticationMethods
    return (
      endpoint,
      methods.contains("client_secret_basic") || !methods.contains("client_secret_post")
        ? .basic(secret: secret) : .inBody(secret: secret)
    )
  }

  private func identity(
    _ token: String, nonce: NonceRule, tokens: ProviderTokens, settings: ProviderSettings, now: Timestamp
  ) async throws(WireError) -> ProviderIdentity {
    guard let issuer = settings.endpoints.issuer, !issuer.isEmpty else {
      throw .incompleteConfiguration(settings.providerID, needs: "its issuer")
    }
    let jwks: String
    if let own = settings.endpoints.jwks {
      jwks = own
    } else {
      let document = try await services.discovery.document(for: settings, now: now)
      jwks = try required(document.jwksURI, "key set", of: settings.providerID)
    }
    let verified = try await services.idTokens.verify(
      token,
      .init(
        providerID: settings.providerID, issuers: [issuer], audiences: settings.acceptedAudiences,
        jwksURL: jwks, allowPrivateAddresses: settings.endpoints.allowPrivateAddresses, nonce: nonce),
      now: now)
    var identity = try IdentityProviders.identity(settings.providerID, rawID: verified.subject)
    identity.takeStandardClaims(verified.claims)
    identity.screenName = personalName(verified.claims["preferred_username"])
    identity.tokens = tokens
    identity.tokens.idToken = verified.text
    identity.redemption = verified.redemption
    return identity
  }
}
