import Identity
import IdentityWire

/// Verifies any OpenID Connect provider (`oidc.…`), by ID token or by code. Endpoints come from the settings,
/// or from the issuer's discovery document.
struct OpenIDVerifier: ProviderVerifier {
  let services: ProviderServices

  func verify(
    _ credential: ProviderCredential, with settings: ProviderSettings, secrets: ProviderSecrets,
    now: Instant
  ) async throws(IdentityError) -> ProviderIdentity {
    let response = try await services.exchange.tokenResponse(
      for: credential, from: "the provider's", settings: settings
    ) { () async throws(IdentityError) in
      try await tokenEndpoint(settings, secrets, now: now)
    }
    let verified = try await identity(response, settings: settings, secrets: secrets, now: now)
    guard response.isRedeemed else { return verified.identity }
    return try await completed(verified.identity, verified.claims, verified.expectation, settings, now: now)
  }

  /// Returns the token endpoint, and the client authentication by the settings' method. If the settings
  /// name no method, an endpoint from the settings receives the secret in the body. If a discovery document
  /// names no method, the method is Basic (OpenID Connect Discovery 1.0 section 3).
  func tokenEndpoint(
    _ settings: ProviderSettings, _ secrets: ProviderSecrets, now: Instant
  ) async throws(IdentityError) -> (String, TokenExchange.ClientAuthentication) {
    let endpoint: String
    var methods = ["client_secret_post"]
    if let own = settings.endpoints.token {
      endpoint = own
    } else {
      let document = try await services.discovery.document(for: settings, now: now)
      endpoint = try required(document.tokenEndpoint, "token", of: settings.providerID)
      methods = document.tokenAuthenticationMethods
    }
    switch settings.tokenAuthentication {
    case .privateKey:
      let assertion = try ClientAssertion.make(
        at: endpoint, settings: settings, secrets: secrets, now: now)
      return (endpoint, .assertion(assertion))
    case .publicClient: return (endpoint, .none)
    case .basic, .post, nil: break
    }
    let secret = try secrets.requireClientSecret(settings.providerID, named: "its client secret")
    switch settings.tokenAuthentication {
    case .basic: return (endpoint, .basic(secret: secret))
    case .post: return (endpoint, .inBody(secret: secret))
    default: break
    }
    guard methods.contains("client_secret_post") else { return (endpoint, .basic(secret: secret)) }
    return (
      endpoint,
      methods.contains("client_secret_basic") ? .basicOrInBody(secret: secret) : .inBody(secret: secret)
    )
  }

  private func identity(
    _ response: OpenIDTokenResponse, settings: ProviderSettings, secrets: ProviderSecrets, now: Instant
  ) async throws(IdentityError) -> (
    identity: ProviderIdentity, claims: [String: JSONValue], expectation: IDTokenVerification.Expectation
  ) {
    guard !settings.acceptedIssuers.isEmpty else {
      throw .incompleteConfiguration(settings.providerID, needs: "its issuer")
    }
    let jwks: String
    if let own = settings.endpoints.jwks {
      jwks = own
    } else {
      let document = try await services.discovery.document(for: settings, now: now)
      jwks = try required(document.jwksURI, "key set", of: settings.providerID)
    }
    var expectation = IDTokenVerification.Expectation(
      providerID: settings.providerID, issuers: settings.acceptedIssuers,
      audiences: settings.acceptedAudiences,
      jwksURL: jwks, allowPrivateAddresses: settings.endpoints.allowsPrivateAddresses(of: jwks),
      nonce: response.nonce)
    if OpenIDPreset.signsBySecret(settings.acceptedIssuers) {
      expectation.signingSecret = secrets.clientSecret
    }
    let verified = try await services.idTokens.verify(response.idToken, expectation, now: now)
    var identity = try IdentityProviders.identity(settings.providerID, rawID: verified.subject)
    identity.takeOpenIDClaims(verified.claims)
    identity.tokens = response.tokens
    identity.tokens.idToken = verified.text
    identity.redemption = verified.redemption
    return (identity, verified.claims, expectation)
  }

  /// Adds the claims that only UserInfo contains. An access token from an app is not used, because it may
  /// have been issued to another client.
  private func completed(
    _ identity: ProviderIdentity, _ claims: [String: JSONValue],
    _ expectation: IDTokenVerification.Expectation, _ settings: ProviderSettings, now: Instant
  ) async throws(IdentityError) -> ProviderIdentity {
    guard UserInfoEndpoint.isWanted(beside: claims) else {
      CheckTrace.pass(.profile)
      return identity
    }
    guard let accessToken = identity.tokens.accessToken,
      let endpoint = try await userInfoEndpoint(settings, now: now)
    else {
      CheckTrace.note(.profile)
      return identity
    }
    let found: [String: JSONValue]
    do {
      found = try await services.userInfo.claims(
        at: endpoint, accessToken: accessToken, expectation, settings: settings, now: now)
    } catch {
      // The address in the ID token is enough to find the account, so the failure is only noted.
      guard claims["email"]?.stringValue?.isEmpty == false else { throw error }
      CheckTrace.note(.profile, seen: safeToLog(endpoint))
      return identity
    }
    // An answer without a subject must not be used (OpenID Connect Core 1.0 section 5.3.2).
    guard let subject = found["sub"] else {
      CheckTrace.note(.profile, seen: safeToLog(endpoint))
      return identity
    }
    guard subject.stringValue.hasSameBytes(as: identity.rawID) else {
      let what = "The ID token and the UserInfo answer belong to different users."
      throw .invalidIDPResponse(what).diagnosed(Diagnosis.profile(what: what))
    }
    CheckTrace.pass(.profile, seen: safeToLog(endpoint))
    var identity = identity
    identity.takeOpenIDClaims(UserInfoEndpoint.merge(found, into: claims))
    return identity
  }

  /// Returns the UserInfo endpoint. Nil if the provider has no such endpoint, or if the settings name the
  /// key set and the token endpoint, so that a sign-in needs no discovery.
  private func userInfoEndpoint(_ settings: ProviderSettings, now: Instant) async throws(IdentityError)
    -> String?
  {
    if let own = settings.endpoints.userInfo { return own }
    guard settings.endpoints.jwks == nil || settings.endpoints.token == nil else { return nil }
    return try await services.discovery.document(for: settings, now: now).userInfoEndpoint
  }
}

extension ProviderIdentity {
  fileprivate mutating func takeOpenIDClaims(_ claims: [String: JSONValue]) {
    takeStandardClaims(claims)
    screenName = personalName(claims["preferred_username"])
  }
}
