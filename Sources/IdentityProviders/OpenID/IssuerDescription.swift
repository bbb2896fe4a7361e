import Identity
import IdentityWire

/// What an OpenID provider says of itself, for whoever adds it to look at.
public struct IssuerDescription: Sendable, Equatable {
  /// As it stands in the discovery document, and in the provider's tokens.
  public var issuer: String
  public var authorizationEndpoint: String?
  public var tokenEndpoint: String?
  public var jwksURI: String?
  /// Of the keys that can be used.
  public var keyIDs: [String]
}

extension ProviderRegistry {
  static let discoveryPath = "/.well-known/openid-configuration"

  /// Fetches what an issuer publishes: its discovery document and its keys.
  ///
  /// - Parameters:
  ///   - address: the issuer, or where its discovery document is. A slash too many or too few at its end is forgiven:
  ///     what counts is how the document writes it.
  ///   - endpoints: which private addresses may be fetched.
  /// - Throws: `INVALID_IDP_RESPONSE` with its diagnosis for one that cannot be had, or is of another issuer.
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
