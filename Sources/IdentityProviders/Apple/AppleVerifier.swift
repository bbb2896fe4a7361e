import Identity
import IdentityWire

/// Verifies Sign in with Apple: codes, and ID tokens of native apps (audience: the bundle id) and of the web
/// flow (audience: the services id).
///
/// Apple returns no picture, returns the name only once and outside the token, and writes flags as Booleans
/// or as text.
struct AppleVerifier: ProviderVerifier {
  /// Apple's discovery document has named both issuers.
  static let issuers = ["https://appleid.apple.com", "https://account.apple.com"]

  let services: ProviderServices

  func verify(
    _ credential: ProviderCredential, with settings: ProviderSettings, secrets: ProviderSecrets,
    now: Instant
  ) async throws(IdentityError) -> ProviderIdentity {
    let response = try await services.exchange.tokenResponse(
      for: credential, from: "Apple's", settings: settings
    ) { () async throws(IdentityError) in
      let endpoint = try tokenEndpoint(of: settings)
      return (
        endpoint, .inBody(secret: try AppleClientSecret.make(settings: settings, secrets: secrets, now: now))
      )
    }
    return try await identity(response, settings: settings, now: now)
  }

  private func identity(
    _ response: OpenIDTokenResponse, settings: ProviderSettings, now: Instant
  ) async throws(IdentityError) -> ProviderIdentity {
    let endpoints = ProviderCatalog.endpoints(for: settings)
    let verified = try await services.idTokens.verify(
      response.idToken,
      .init(
        providerID: settings.providerID, issuers: endpoints?.issuer.map { [$0] } ?? Self.issuers,
        audiences: settings.acceptedAudiences,
        jwksURL: try required(endpoints?.jwks, "key set", of: settings.providerID),
        allowPrivateAddresses: settings.endpoints.allowPrivateAddresses, nonce: response.nonce,
        context: settings.appleAudiences),
      now: now)
    var identity = try IdentityProviders.identity(settings.providerID, rawID: verified.subject)
    identity.takeEmail(
      verified.claims["email"]?.stringValue, isVerified: flag(verified.claims["email_verified"]))
    identity.firstName = response.user?.firstName
    identity.lastName = response.user?.lastName
    identity.displayName = response.user?.displayName
    identity.rawUserInfo = .object(verified.claims)
    identity.tokens = response.tokens
    identity.tokens.idToken = verified.text
    identity.redemption = verified.redemption
    return identity
  }
}

extension ProviderSettings {
  /// Native apps and the web have different audiences; operators often forget one of them.
  fileprivate var appleAudiences: Diagnosis.AudienceContext {
    if clientID.isEmpty { return .appleBundleIDsOnly }
    let apps = additionalAudiences + (registeredBundleIDs ?? [])
    return apps.allSatisfy(\.isEmpty) ? .appleServicesIDOnly : .general
  }
}
