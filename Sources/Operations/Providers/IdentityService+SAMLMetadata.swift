import Identity
import IdentityProviders

/// Metadata of SAML providers. Private addresses are fetched only at the hosts that the operator currently names. The
/// settings do not store this permission.
extension IdentityService {
  /// Reads a provider's metadata before it is added.
  ///
  /// - Throws: `INSUFFICIENT_PERMISSION`; the errors of
  ///   ``ProviderRegistry/samlMetadata(at:privateHost:now:)``.
  public func samlMetadata(at url: String, _ caller: Caller) async throws(IdentityError) -> SAMLMetadata {
    try caller.requireAdministrator()
    return try await metadata(at: url)
  }

  /// - Parameter document: metadata that was pasted or read from a file.
  /// - Throws: `INSUFFICIENT_PERMISSION`, `INVALID_CONFIG`.
  public func samlMetadata(in document: [UInt8], _ caller: Caller) throws(IdentityError) -> SAMLMetadata {
    try caller.requireAdministrator()
    return try ProviderRegistry.samlMetadata(document, now: clock.now())
  }

  func metadata(at url: String) async throws(IdentityError) -> SAMLMetadata {
    try await providers.samlMetadata(
      at: url, privateHost: privateProviderHosts.host(of: url), now: clock.now())
  }

  func preflight(_ settings: SAMLProviderSettings) async -> [SignInCheck] {
    await providers.preflight(
      settings, privateHost: settings.metadata.flatMap { privateProviderHosts.host(of: $0.url) },
      now: clock.now())
  }
}
