import Identity
import IdentityWire

/// Sign in with Apple: ID tokens of native apps (audience: the bundle id) and of the web flow (audience: the
/// services id), and codes.
///
/// Apple never gives a picture, tells the name once and outside the token, and writes flags as booleans or
/// as text.
struct AppleVerifier: ProviderVerifier {
  /// Apple's discovery document has named both.
  static let issuers = ["https://appleid.apple.com", "https://account.apple.com"]

  let services: ProviderServices

  func verify(
    _ credential: ProviderCredential, with settings: ProviderSettings, secrets: ProviderSecrets,
    now: Instant
  ) async throws(IdentityError) -> ProviderIdentity {
    switch credential {
    case .idToken(let token, let rawNonce, let accessToken, let user):
      var tokens = ProviderTokens()
      tokens.accessToken = accessToken
      return try await identity(
        token, nonce: .mutual(raw: rawNonce), tokens: tokens, user: user, settings: settings, now: now)
    case .authorizationCode(let code, let redirectURI, let verifier, let nonce, let user):
      let endpoint = try required(
        ProviderCatalog.endpoints(for: settings)?.token, "token", of: settings.providerID)
      let secret = try AppleClientSecret.make(settings: settings, secrets: secrets, now: now)
      let tokens = try await services.exchange.redeem(
        code: code, redirectURI: redirectURI, codeVerifier: verifier, at: endpoint,
        authentication: .inBody(secret: secret), settings: settings)
      guard let token = tokens.idToken else {
        throw .invalidIDPResponse("The answer of Apple's token endpoint contains no ID Token.")
          .diagnosed(Diagnosis.tokenMissing(kind: "ID token"))
      }
      return try await identity(
        token, nonce: .verbatim(expected: nonce), tokens: tokens, user: user, settings: settings, now: now)
    case .accessToken, .temporaryCredentials:
      throw .unsupportedCredential(settings.providerID, takes: "an ID token")
    }
  }

  private func identity(
    _ token: String, nonce: NonceRule, tokens: ProviderTokens, user: AppleUser?,
    settings: ProviderSettings, now: Instant
  ) async throws(IdentityError) -> ProviderIdentity {
    let endpoints = ProviderCatalog.endpoints(for: settings)
    let verified = try await services.idTokens.verify(
      token,
      .init(
        providerID: settings.providerID, issuers: endpoints?.issuer.map { [$0] } ?? Self.issuers,
        audiences: settings.acceptedAudiences,
        jwksURL: try required(endpoints?.jwks, "key set", of: settings.providerID),
        allowPrivateAddresses: settings.endpoints.allowPrivateAddresses, nonce: nonce,
        context: settings.appleAudiences),
      now: now)
    var identity = try IdentityProviders.identity(settings.providerID, rawID: verified.subject)
    identity.takeEmail(
      verified.claims["email"]?.stringValue, isVerified: flag(verified.claims["email_verified"]))
    identity.firstName = user?.firstName
    identity.lastName = user?.lastName
    identity.displayName = user?.displayName
    identity.rawUserInfo = .object(verified.claims)
    identity.tokens = tokens
    identity.tokens.idToken = verified.text
    identity.redemption = verified.redemption
    return identity
  }
}

extension ProviderSettings {
  /// Native apps and the web have different audiences, of which one is often forgotten.
  fileprivate var appleAudiences: Diagnosis.AudienceContext {
    if clientID.isEmpty { return .appleBundleIDsOnly }
    let apps = additionalAudiences + (registeredBundleIDs ?? [])
    return apps.allSatisfy(\.isEmpty) ? .appleServicesIDOnly : .general
  }
}
