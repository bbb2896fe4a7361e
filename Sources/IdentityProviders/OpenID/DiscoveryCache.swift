import Foundation
import Identity
import IdentityWire

/// The used parts of an OpenID provider's discovery document (OpenID Connect Discovery 1.0 section 3).
struct DiscoveryDocument: Sendable {
  let issuer: String
  let authorizationEndpoint: String?
  let tokenEndpoint: String?
  let jwksURI: String?
  let userInfoEndpoint: String?
  /// RFC 8414 section 2.
  let revocationEndpoint: String?
  /// The supported response modes. If the document names none, the default is `query` and `fragment`.
  let responseModes: [String]
  /// The supported methods of client authentication. If the document names none, the list is empty, and the
  /// default is `client_secret_basic`.
  let tokenAuthenticationMethods: [String]

  init?(json bytes: [UInt8]) {
    guard let json = try? JSONParser(maximumBytes: 262_144, maximumDepth: 16).parse(bytes),
      let issuer = json["issuer"]?.stringValue
    else { return nil }
    self.issuer = issuer
    authorizationEndpoint = json["authorization_endpoint"]?.stringValue
    tokenEndpoint = json["token_endpoint"]?.stringValue
    jwksURI = json["jwks_uri"]?.stringValue
    userInfoEndpoint = json["userinfo_endpoint"]?.stringValue
    revocationEndpoint = json["revocation_endpoint"]?.stringValue.flatMap { $0.isEmpty ? nil : $0 }
    responseModes =
      json["response_modes_supported"]?.arrayValue?.compactMap(\.stringValue) ?? ["query", "fragment"]
    tokenAuthenticationMethods =
      json["token_endpoint_auth_methods_supported"]?.arrayValue?.compactMap(\.stringValue) ?? []
  }
}

/// The discovery documents of generic OpenID providers, cached for as long as their HTTP headers allow.
struct DiscoveryCache: Sendable {
  private let documents: DocumentCache<DiscoveryDocument>

  init(http: OutgoingHTTP) {
    documents = DocumentCache(http: http) { DiscoveryDocument(json: $0) }
  }

  /// - Throws: an error if the document is not available, or if it names another issuer. A missing or
  ///   additional final slash is tolerated, because people type issuers and the document's URL is the same
  ///   in both cases.
  func document(
    for settings: ProviderSettings, now: Instant
  ) async throws(IdentityError) -> DiscoveryDocument {
    guard let issuer = settings.endpoints.issuer, !issuer.isEmpty else {
      throw .incompleteConfiguration(settings.providerID, needs: "its issuer")
    }
    let url =
      (issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer) + "/.well-known/openid-configuration"
    let document = try await document(at: url, settings, now: now)
    guard settings.acceptedIssuers.containsBytes(of: document.issuer) else {
      throw .issuerUnreachable(cause: "discovery \(safeToLog(url)) is of another issuer")
        .diagnosed(Diagnosis.issuer(seen: document.issuer, expected: [issuer]))
    }
    CheckTrace.pass(.discovery, seen: safeToLog(url))
    return document
  }

  /// Returns the URL at which the provider revokes tokens, from the settings or the document. Nil if
  /// neither contains the URL.
  func revocationEndpoint(
    of settings: ProviderSettings, now: Instant
  ) async throws(IdentityError) -> String? {
    if let own = settings.endpoints.revocation { return own }
    return try await document(for: settings, now: now).revocationEndpoint
  }

  /// Fetches a document. The caller checks its issuer.
  ///
  /// - Throws: an error if the document is not available.
  func document(at url: String, _ settings: ProviderSettings, now: Instant) async throws(IdentityError)
    -> DiscoveryDocument
  {
    do {
      return try await documents.document(
        .init(url: url, allowPrivateAddresses: settings.endpoints.allowsPrivateAddresses(of: url)), now: now)
    } catch {
      throw .issuerUnreachable(cause: "discovery \(safeToLog(url)): \(error)")
        .diagnosed(Diagnosis.discoveryUnavailable(address: safeToLog(url), reason: error.words))
    }
  }
}

extension ProviderSettings {
  /// The issuer of a generic OpenID provider, with and without a final slash.
  var acceptedIssuers: [String] {
    guard let issuer = endpoints.issuer, !issuer.isEmpty else { return [] }
    return [issuer, issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer + "/"]
  }
}
