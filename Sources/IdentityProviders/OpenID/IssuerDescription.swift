import Identity
import IdentityWire

/// An OpenID provider's published data, for the administrator who adds it.
public struct IssuerDescription: Sendable, Equatable {
  /// The issuer as in the discovery document and in the provider's tokens.
  public var issuer: String
  public var authorizationEndpoint: String?
  public var tokenEndpoint: String?
  public var jwksURI: String?
  /// The ids of the usable keys.
  public var keyIDs: [String]
}

extension ProviderRegistry {
  static let discoveryPath = "/.well-known/openid-configuration"

  /// Fetches an issuer's published data: its discovery document and its keys.
  ///
  /// - Parameters:
  ///   - address: the issuer, or the URL of its discovery document. A missing or additional final slash is
  ///     tolerated. The result contains the document's spelling.
  ///   - endpoints: says which private addresses may be fetched.
  /// - Throws: `INVALID_IDP_RESPONSE` with its diagnosis if the document is not available or names another
  ///   issuer.
  public func describeIssuer(
    _ address: String, leave endpoints: ProviderEndpoints = ProviderEndpoints(), now: Instant
  )
    async throws(IdentityError) -> IssuerDescription
  {
    var issuer = address
    if issuer.hasSuffix(Self.discoveryPath) { issuer = String(issuer.dropLast(Self.discoveryPath.count)) }
    let document = try await discovery(issuer, endpoints, now)
    let jwksURI = try required(document.jwksURI, "key set", of: "The issuer")
    let keyIDs = try await services.idTokens.keys.keyIDs(
      at: jwksURI, allowPrivateAddresses: endpoints.allowsPrivateAddresses(of: jwksURI), now: now)
    return IssuerDescription(
      issuer: document.issuer, authorizationEndpoint: document.authorizationEndpoint,
      tokenEndpoint: document.tokenEndpoint, jwksURI: jwksURI, keyIDs: keyIDs)
  }

  private func discovery(_ issuer: String, _ endpoints: ProviderEndpoints, _ now: Instant)
    async throws(IdentityError) -> DiscoveryDocument
  {
    var settings = ProviderSettings(providerID: "oidc.new", enabled: false, clientID: "")
    settings.endpoints.issuer = issuer
    settings.endpoints.allowPrivateAddresses = endpoints.allowPrivateAddresses
    settings.endpoints.privateHost = endpoints.privateHost
    return try await services.discovery.document(for: settings, now: now)
  }
}
