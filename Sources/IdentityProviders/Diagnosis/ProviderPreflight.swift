import Identity
import IdentityWire

/// Checks whether a sign-in is possible with a provider's settings. Nobody is signed in. It checks that the
/// required documents can be fetched and that the provider knows the client.
struct ProviderPreflight: Sendable {
  let services: ProviderServices
  let settings: ProviderSettings
  let secrets: ProviderSecrets
  /// The URL to which the provider would redirect the browser.
  let redirectURI: String
  let now: Instant

  /// Runs all checks, even if some fail. Checks that need an unavailable discovery document are skipped.
  func run() async -> [SignInCheck] {
    guard let entry = ProviderCatalog.entry(for: settings.providerID) else { return [] }
    var checks = [configuration(entry)]
    var hasDocument = true
    func check(
      _ name: SignInCheck.Name, needsDocument: Bool = false,
      _ body: () async throws(IdentityError) -> SignInCheck
    ) async {
      guard hasDocument || !needsDocument else {
        checks.append(SignInCheck(name, .notReached))
        return
      }
      do throws(IdentityError) {
        checks.append(try await body())
      } catch {
        checks.append(SignInCheck(name, .failed, report: error.signInReport))
      }
    }
    if entry.clientProof == .signedSecret, !settings.clientID.isEmpty {
      await check(.clientSecret) { () throws(IdentityError) in
        _ = try AppleClientSecret.make(settings: settings, secrets: secrets, now: now)
        return SignInCheck(
          .clientSecret, .passed, seen: settings.apple.map { "\($0.teamID), \($0.keyID)" })
      }
    }
    let isDiscovered = ProviderCatalog.isDiscovered(settings)
    let isRevoked = settings.revokesOnDeletion && entry.revocation == .token && isDiscovered
    let endpoints = ProviderCatalog.endpoints(for: settings)
    if isDiscovered, settings.needsDiscovery || isRevoked && settings.endpoints.revocation == nil {
      await check(.discovery) { () async throws(IdentityError) in
        let document = try await services.discovery.document(for: settings, now: now)
        return SignInCheck(.discovery, .passed, seen: document.authorizationEndpoint)
      }
      hasDocument = checks.last?.outcome == .passed
    }
    if isRevoked {
      await check(.revocation, needsDocument: settings.endpoints.revocation == nil, revocation)
    }
    if entry.credentials.contains(.idToken) {
      await check(.keys, needsDocument: endpoints?.jwks == nil, keys)
    }
    let takesCodes =
      entry.hasWebFlow && !ProviderCatalog.isAnsweredByIDToken(settings)
      || entry.credentials.contains(.serverAuthCode)
    if takesCodes, !settings.clientID.isEmpty {
      await check(.client, needsDocument: endpoints?.token == nil) { () async throws(IdentityError) in
        try await client(redirectURI: entry.hasWebFlow ? redirectURI : nil)
      }
    }
    return checks
  }

  private func configuration(_ entry: Provider) -> SignInCheck {
    let missing = ProviderCatalog.missingSettings(
      settings, secrets: secrets, for: entry.hasWebFlow ? .webFlow : .appCredentials)
    guard !missing.isEmpty else { return SignInCheck(.configuration, .passed) }
    // Credentials of the provider's own SDK may need fewer settings than the browser flow.
    let isEnough = ProviderCatalog.missingSettings(settings, secrets: secrets, for: .appCredentials).isEmpty
    return SignInCheck(
      .configuration, isEnough ? .noted : .failed,
      report: DiagnosisReport("configuration", missing.joined(separator: " ")))
  }

  private func revocation() async throws(IdentityError) -> SignInCheck {
    guard let endpoint = try await services.discovery.revocationEndpoint(of: settings, now: now) else {
      return SignInCheck(
        .revocation, .failed,
        report: DiagnosisReport(
          "revocation",
          "The discovery document has no revocation_endpoint: access is not revoked when an account is deleted.",
          seen: settings.endpoints.issuer.map(safeToLog),
          advice: "Turn the revocation off, or name the endpoint with --revocation-endpoint."))
    }
    do {
      try OutgoingHTTP.check(
        endpoint, allowPrivateAddresses: settings.endpoints.allowsPrivateAddresses(of: endpoint))
    } catch {
      return SignInCheck(
        .revocation, .failed,
        report: DiagnosisReport(
          "revocation", "The revocation endpoint cannot be used: \(error.words).", seen: safeToLog(endpoint))
      )
    }
    return SignInCheck(.revocation, .passed, seen: safeToLog(endpoint))
  }

  private func keys() async throws(IdentityError) -> SignInCheck {
    let endpoints = ProviderCatalog.endpoints(for: settings)
    let known = settings.providerID == "facebook.com" ? endpoints?.limitedLoginJWKS : endpoints?.jwks
    let url: String
    if let known {
      url = known
    } else {
      let document = try await services.discovery.document(for: settings, now: now)
      url = try required(document.jwksURI, "key set", of: settings.providerID)
    }
    let keyIDs = try await services.idTokens.keys.keyIDs(
      at: url, allowPrivateAddresses: settings.endpoints.allowsPrivateAddresses(of: url), now: now)
    guard !keyIDs.isEmpty else {
      return SignInCheck(
        .keys, .failed,
        report: DiagnosisReport(
          "keys", "The provider publishes no key that can be used.", seen: safeToLog(url)))
    }
    return SignInCheck(.keys, .passed, seen: "\(safeToLog(url)): \(keyIDs.joined(separator: ", "))")
  }

  private func client(redirectURI: String?) async throws(IdentityError) -> SignInCheck {
    if ProviderCatalog.entry(for: settings.providerID)?.isOAuth1 == true { return try await oauth1Client() }
    let (endpoint, authentication) = try await tokenEndpoint()
    let verdict = try await services.exchange.verdict(
      redirectURI: redirectURI, at: endpoint, authentication: authentication, settings: settings)
    switch verdict {
    case .known: return SignInCheck(.client, .passed, seen: settings.clientID)
    case .refused(let answer):
      return SignInCheck(
        .client, .failed,
        report: DiagnosisReport(
          "client",
          "The provider's token endpoint does not take the client id with this secret, or not this redirect URI.",
          seen: answer))
    case .unclear(let answer): return SignInCheck(.client, .noted, seen: answer)
    }
  }

  /// Requests temporary credentials to test the client. The flow does not continue.
  private func oauth1Client() async throws(IdentityError) -> SignInCheck {
    let request = AuthorizationRequest(settings: settings, redirectURI: redirectURI, state: "test")
    _ = try await ProviderRegistry(services: services).temporaryCredentials(
      for: request, secrets: secrets, now: now)
    return SignInCheck(.client, .passed, seen: settings.clientID)
  }

  private func tokenEndpoint() async throws(IdentityError) -> (String, TokenExchange.ClientAuthentication) {
    if settings.providerID == "apple.com" {
      let secret = try AppleClientSecret.make(settings: settings, secrets: secrets, now: now)
      return (try ownTokenEndpoint(), .inBody(secret: secret))
    }
    if ProviderCatalog.entry(for: settings)?.fields.contains(.profile) == true {
      return try OAuthVerifier(services: services).tokenEndpoint(settings, secrets)
    }
    if ProviderCatalog.isDiscovered(settings) {
      return try await OpenIDVerifier(services: services).tokenEndpoint(
        settings, secrets, now: now)
    }
    let secret = try secrets.requireClientSecret(settings.providerID, named: "its client secret")
    return (try ownTokenEndpoint(), .inBody(secret: secret))
  }

  private func ownTokenEndpoint() throws(IdentityError) -> String {
    try required(ProviderCatalog.endpoints(for: settings)?.token, "token", of: settings.providerID)
  }
}
