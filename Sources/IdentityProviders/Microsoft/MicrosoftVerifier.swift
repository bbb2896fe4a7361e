import Identity
import IdentityWire

/// Verifies Microsoft's work, school and personal accounts, by ID token or by code.
///
/// Access tokens from an app are refused, because Microsoft does not say which app they were issued to. The
/// expected issuer is the issuer of the token's own tenant. A separate check decides if that tenant may
/// sign in. An administrator of any tenant can set an arbitrary e-mail address (nOAuth), so only `oid` and
/// `tid` identify the user.
struct MicrosoftVerifier: ProviderVerifier {
  let services: ProviderServices

  func verify(
    _ credential: ProviderCredential, with settings: ProviderSettings, secrets: ProviderSecrets,
    now: Instant
  ) async throws(IdentityError) -> ProviderIdentity {
    let response = try await services.exchange.tokenResponse(
      for: credential, from: "Microsoft's", settings: settings
    ) { () async throws(IdentityError) in
      let secret = try secrets.requireClientSecret(settings.providerID, named: "its client secret")
      let endpoint = try await self.endpoints(settings, now: now).token
      return (try required(endpoint, "token", of: settings.providerID), .inBody(secret: secret))
    }
    // Without a code, it is unknown to which app the access token was issued.
    let accessToken = response.isRedeemed ? try response.tokens.requireAccessToken(of: "Microsoft's") : nil
    let endpoints = try await self.endpoints(settings, now: now)
    let verified = try await self.verified(response.idToken, response.nonce, endpoints, settings, now: now)
    let account = try MicrosoftAccount(verified.claims)
    var profile: [String: JSONValue]?
    if let accessToken { profile = try await self.profile(of: account, accessToken, endpoints, settings) }
    return try account.identity(verified, profile: profile, tokens: response.tokens, settings: settings)
  }

  /// Returns the endpoints, including the endpoints that the operator's own issuer publishes.
  private func endpoints(_ settings: ProviderSettings, now: Instant) async throws(IdentityError)
    -> ProviderEndpoints
  {
    guard var endpoints = ProviderCatalog.endpoints(for: settings) else {
      throw .invalidCredential("unknown provider")
    }
    if ProviderCatalog.isDiscovered(settings), endpoints.token == nil || endpoints.jwks == nil {
      let document = try await services.discovery.document(for: settings, now: now)
      endpoints.token = endpoints.token ?? document.tokenEndpoint
      endpoints.jwks = endpoints.jwks ?? document.jwksURI
    }
    return endpoints
  }

  // MARK: The ID token

  private func verified(
    _ token: String, _ nonce: NonceRule, _ endpoints: ProviderEndpoints, _ settings: ProviderSettings,
    now: Instant
  ) async throws(IdentityError) -> ProviderIDToken {
    let claims =
      (try? UnverifiedJWT(
        token, costlyText: .dropped, maximumLength: UnverifiedJWT.maximumProviderLength))?.claims
    // If the claims are unreadable, the verification below refuses the token.
    let issuers =
      if let claims { try await acceptedIssuers(for: claims, endpoints, settings, now: now) } else {
        [String]()
      }
    let jwks = try required(endpoints.jwks, "key set", of: settings.providerID)
    let tenantID = claims?["tid"]?.stringValue ?? ""
    return try await services.idTokens.verify(
      token,
      .init(
        providerID: settings.providerID, issuers: issuers, audiences: settings.acceptedAudiences,
        jwksURL: jwks, allowPrivateAddresses: settings.endpoints.allowsPrivateAddresses(of: jwks),
        nonce: nonce,
        acceptsKeyIssuer: { published in
          issuers.containsBytes(of: published.replacing("{tenantid}", with: tenantID))
        }),
      now: now)
  }

  /// Returns the only issuer that a token with these claims may have.
  ///
  /// - Throws: `INVALID_IDP_RESPONSE` for a token of a tenant that may not sign in, and for an access token.
  private func acceptedIssuers(
    for claims: [String: JSONValue], _ endpoints: ProviderEndpoints, _ settings: ProviderSettings,
    now: Instant
  ) async throws(IdentityError) -> [String] {
    // An access token for this app's API has the same audience and issuer as an ID token. Other apps also
    // receive access tokens for this API, so an access token does not prove a sign-in to this app.
    if let claim = ["scp", "azpacr", "idtyp"].first(where: { claims[$0] != nil }) {
      throw .invalidIDPResponse("The token is not an ID Token.").diagnosed(Diagnosis.notIDToken(claim: claim))
    }
    if settings.endpoints.issuer != nil { return settings.acceptedIssuers }
    let seen = claims["tid"]?.stringValue
    guard let seen, MicrosoftTenant.isID(seen) else {
      throw Self.refusal(of: seen, expected: "the id of a tenant")
    }
    try await require(seen, in: MicrosoftTenant(of: settings), endpoints, settings, now: now)
    if settings.chosenTenant != nil {
      // The settings may exclude the tenant of a domain that the app chose. Only the domain's discovery
      // document shows the tenant id, so the tenant is compared with the settings here.
      let allowed = MicrosoftTenant(of: settings.choosing(tenant: nil))
      try await require(seen, in: allowed, endpoints, settings, now: now)
    }
    return [MicrosoftIssuer.of(tenantID: seen)]
  }

  /// - Throws: `INVALID_IDP_RESPONSE` for an account of another tenant.
  private func require(
    _ seen: String, in tenant: MicrosoftTenant, _ endpoints: ProviderEndpoints, _ settings: ProviderSettings,
    now: Instant
  ) async throws(IdentityError) {
    switch tenant {
    case .common: break
    case .organizations:
      guard seen != MicrosoftTenant.consumersID else {
        throw Self.refusal(of: seen, expected: "an organisation's account")
      }
    case .consumers:
      guard seen == MicrosoftTenant.consumersID else {
        throw Self.refusal(of: seen, expected: "a personal account (\(MicrosoftTenant.consumersID))")
      }
    case .directory(let id):
      guard seen == id else { throw Self.refusal(of: seen, expected: id) }
    case .domain(let name):
      let id = try await tenantID(ofDomain: name, endpoints, settings, now: now)
      guard seen == id else { throw Self.refusal(of: seen, expected: "\(id) (\(name))") }
    }
  }

  private func tenantID(
    ofDomain name: String, _ endpoints: ProviderEndpoints, _ settings: ProviderSettings, now: Instant
  ) async throws(IdentityError) -> String {
    let url = try required(endpoints.discovery, "discovery", of: settings.providerID)
    let document = try await services.discovery.document(at: url, settings, now: now)
    guard let id = MicrosoftIssuer.tenantID(in: document.issuer) else {
      throw .issuerUnreachable(cause: "discovery \(safeToLog(url)) names no tenant")
        .diagnosed(
          Diagnosis.issuer(seen: document.issuer, expected: [MicrosoftIssuer.of(tenantID: "TENANT-ID")]))
    }
    return id
  }

  private static func refusal(of tenantID: String?, expected: String) -> IdentityError {
    .invalidIDPResponse("The account is in a tenant that may not sign in.")
      .diagnosed(Diagnosis.tenant(seen: tenantID, expected: expected))
  }

  // MARK: The profile

  /// Fetches the user's profile from Microsoft Graph.
  private func profile(
    of account: MicrosoftAccount, _ accessToken: String, _ endpoints: ProviderEndpoints,
    _ settings: ProviderSettings
  ) async throws(IdentityError) -> [String: JSONValue] {
    try checkAccessToken(accessToken)
    let answer = try await services.api.call(
      try required(endpoints.userInfo, "profile", of: settings.providerID),
      authorization: .bearer(accessToken), settings: settings)
    guard answer.isSuccess, answer.json["error"] == nil, let profile = answer.json.objectValue else {
      let summary = ProviderErrorText.summary(answer.json["error"] ?? answer.json, hiding: [accessToken])
      throw .invalidIDPResponse("Unsuccessful profile response from Microsoft: \(summary)")
        .diagnosed(Diagnosis.accessTokenRefused(answer: summary))
    }
    guard let id = profile["id"]?.stringValue, !id.isEmpty else {
      throw .invalidIDPResponse(
        "Unable to retrieve user's identity from microsoft.com response, JSON response does not contain id."
      ).diagnosed(Diagnosis.profile(what: "The provider's answer does not say who the user is."))
    }
    guard account.isMeant(by: id) else {
      let what = "The ID token and the profile belong to different users."
      throw .invalidIDPResponse(what).diagnosed(Diagnosis.profile(what: what))
    }
    CheckTrace.pass(.profile, seen: id)
    return profile
  }
}
