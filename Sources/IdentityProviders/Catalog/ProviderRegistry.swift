import Identity
import IdentityWire

/// The verifiers of all providers, with one shared HTTP client and set of caches. A server has one registry.
public struct ProviderRegistry: Sendable {
  let services: ProviderServices

  /// - Parameter http: the HTTP client. The caller shuts it down.
  public init(http: OutgoingHTTP) { services = ProviderServices(http: http) }

  init(services: ProviderServices) { self.services = services }

  /// Returns the verifier; nil if the provider is not supported.
  public func verifier(for providerID: String) -> (any ProviderVerifier)? {
    ProviderCatalog.entry(for: providerID)?.verifier(services)
  }

  public var gameCenter: GameCenterVerifier { GameCenterVerifier(services: services) }
  public var appleRevocation: AppleTokenRevocation { AppleTokenRevocation(services: services) }

  public var grantRevocation: GrantRevocation { GrantRevocation(services: services) }

  /// Checks whether a sign-in is possible with the settings. Nobody is signed in.
  ///
  /// - Parameter redirectURI: the URL to which the provider would redirect the browser.
  public func preflight(
    _ settings: ProviderSettings, secrets: ProviderSecrets, redirectURI: String, now: Instant
  ) async -> [SignInCheck] {
    await ProviderPreflight(
      services: services, settings: settings, secrets: secrets, redirectURI: redirectURI, now: now
    ).run()
  }

  /// Returns the URL to send the browser to. If the settings of a generic OpenID provider name no
  /// authorization endpoint, its discovery document is fetched.
  public func authorizationURL(
    _ request: AuthorizationRequest, now: Instant
  ) async throws(IdentityError) -> String {
    let settings = request.settings
    if let endpoint = ProviderCatalog.endpoints(for: settings)?.authorization {
      return try request.url(endpoint: endpoint)
    }
    guard ProviderCatalog.isDiscovered(settings) else {
      throw .invalidCredential("unknown provider")
    }
    let document = try await services.discovery.document(for: settings, now: now)
    var request = request
    request.responseModes = document.responseModes
    return try request.url(
      endpoint: try required(document.authorizationEndpoint, "authorization", of: settings.providerID))
  }
}
