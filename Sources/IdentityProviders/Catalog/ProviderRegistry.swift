import Identity
import IdentityWire

/// The verifiers of all providers, around one HTTP client and one set of caches. One for a server.
public struct ProviderRegistry: Sendable {
  let services: ProviderServices

  /// - Parameter http: stays the caller's to shut down.
  public init(http: OutgoingHTTP) { services = ProviderServices(http: http) }

  init(services: ProviderServices) { self.services = services }

  /// Nil for a provider that is not supported.
  public func verifier(for providerID: String) -> (any ProviderVerifier)? {
    ProviderCatalog.entry(for: providerID)?.verifier(services)
  }

  public var gameCenter: GameCenterVerifier { GameCenterVerifier(services: services) }
  public var appleRevocation: AppleTokenRevocation { AppleTokenRevocation(services: services) }

  public var grantRevocation: GrantRevocation { GrantRevocation(services: services) }

  /// Looks whether a sign-in could be had with the settings, without anybody signing in.
  ///
  /// - Parameter redirectURI: where the provider would send the browser back to.
  public func preflight(
    _ settings: ProviderSettings, secrets: ProviderSecrets, redirectURI: String, now: Instant
  ) async -> [SignInCheck] {
    await ProviderPreflight(
      services: services, settings: settings, secrets: secrets, redirectURI: redirectURI, now: now
    ).run()
  }

  /// The address to send the browser to. Asks a generic OpenID provider's discovery document for its
  /// authorization endpoint when the settings do not name one.
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
