import Identity
import IdentityWire

/// Verifies Google's ID tokens, access tokens and codes.
///
/// Google's SDKs for Firebase do not pass on the nonce, so the nonce is compared only if the request
/// contains it. An ID token may be presented again if its nonce was not compared.
struct GoogleVerifier: ProviderVerifier {
  static let issuers = ["https://accounts.google.com", "accounts.google.com"]

  let services: ProviderServices

  func verify(
    _ credential: ProviderCredential, with settings: ProviderSettings, secrets: ProviderSecrets,
    now: Instant
  ) async throws(IdentityError) -> ProviderIdentity {
    if case .accessToken(let token, _) = credential {
      return try await profile(token, settings: settings, now: now)
    }
    let response = try await services.exchange.tokenResponse(
      for: credential, from: "Google's", settings: settings, takes: "an ID token or an access token",
      appNonce: { .whenGiven(raw: $0) }
    ) { () async throws(IdentityError) in
      let endpoint = try tokenEndpoint(of: settings)
      let secret = try secrets.requireClientSecret(settings.providerID, named: "its client secret")
      return (endpoint, .inBody(secret: secret))
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
        audienceMismatch: { found, _ in Self.audienceMismatch(found) }),
      now: now)
    var claims = verified.claims
    claims["id"] = .string(verified.subject)
    claims["verified_email"] = claims["email_verified"]
    var identity = try make(claims, id: verified.subject, settings: settings, tokens: response.tokens)
    identity.tokens.idToken = verified.text
    identity.redemption = verified.redemption
    if !verified.nonceWasChecked { identity.redemption?.isRepeatable = true }
    return identity
  }

  /// Checks the audience of an access token with `tokeninfo`, and fetches the profile.
  private func profile(
    _ token: String, settings: ProviderSettings, now: Instant
  ) async throws(IdentityError) -> ProviderIdentity {
    try checkAccessToken(token)
    let endpoints = ProviderCatalog.endpoints(for: settings)
    let check = try await services.api.call(
      try required(endpoints?.tokenCheck, "tokeninfo", of: settings.providerID),
      query: [("access_token", token)], settings: settings)
    guard check.isSuccess, check.json["error"] == nil else {
      let summary = ProviderErrorText.summary(check.json, hiding: [token])
      throw .invalidIDPResponse("Unsuccessful check authorization response from Google: \(summary)")
        .diagnosed(Diagnosis.accessTokenRefused(answer: summary))
    }
    guard let audience = check.json["aud"]?.stringValue, !audience.isEmpty,
      settings.acceptedAudiences.containsBytes(of: audience)
    else {
      throw .invalidIDPResponse("access_token audience is not for this project").diagnosed(
        Diagnosis.accessTokenOfAnotherApp(
          seen: check.json["aud"]?.stringValue, expected: settings.acceptedAudiences.joined(separator: " or ")
        ))
    }
    let left =
      check.json["expires_in"]?.integerValue ?? check.json["expires_in"]?.stringValue.flatMap { Int64($0) }
    if let left, left <= 0 {
      throw .invalidIDPResponse("The access token has expired.").diagnosed(Diagnosis.accessTokenExpired)
    }

    let answer = try await services.api.call(
      try required(endpoints?.userInfo, "user info", of: settings.providerID),
      authorization: .bearer(token), settings: settings)
    guard answer.isSuccess, answer.json["error"] == nil, let profile = answer.json.objectValue else {
      let summary = ProviderErrorText.summary(answer.json, hiding: [token])
      throw .invalidIDPResponse("Unsuccessful userinfo response from Google: \(summary)")
        .diagnosed(Diagnosis.accessTokenRefused(answer: summary))
    }
    guard let id = (profile["id"] ?? profile["sub"])?.stringValue, !id.isEmpty else {
      throw .invalidIDPResponse(
        "Unable to retrieve user's identity from google.com response, JSON response does not contain id."
      ).diagnosed(Diagnosis.profile(what: "The provider's answer does not say who the user is."))
    }
    if let subject = check.json["sub"], !subject.stringValue.hasSameBytes(as: id) {
      throw .invalidIDPResponse("The access token and the profile belong to different users.")
        .diagnosed(Diagnosis.profile(what: "The access token and the profile belong to different users."))
    }
    var tokens = ProviderTokens(accessToken: token)
    tokens.expiresIn = left.flatMap { (0...315_360_000).contains($0) ? Int($0) : nil }
    tokens.grantedScopes = check.json["scope"]?.stringValue
    return try make(profile, id: id, settings: settings, tokens: tokens)
  }

  /// Creates the identity from an ID token's claims or from a profile, in the form that the official
  /// service returns.
  private func make(
    _ source: [String: JSONValue], id: String, settings: ProviderSettings, tokens: ProviderTokens
  ) throws(IdentityError) -> ProviderIdentity {
    var identity = try IdentityProviders.identity(settings.providerID, rawID: id)
    var info: [String: JSONValue] = ["id": .string(id)]
    for name in ["name", "given_name", "family_name", "locale", "email", "picture", "hd"] {
      info[name] = source[name]
    }
    let verified = flag(source["verified_email"] ?? source["email_verified"])
    if source["email"] != nil { info["verified_email"] = .bool(verified) }
    info["granted_scopes"] = tokens.grantedScopes.map(JSONValue.string)
    var claims = info
    claims["email_verified"] = .bool(verified)
    identity.takeStandardClaims(claims)
    identity.rawUserInfo = .object(info)
    identity.tokens = tokens
    return identity
  }

  private static func audienceMismatch(_ found: [String]) -> IdentityError {
    let shown = displayable(found.joined(separator: ", "), limit: 256)
    return .invalidIDPResponse(
      "Invalid Idp Response: the Google id_token is not allowed to be used with this application. Its "
        + "audience (OAuth 2.0 client ID) is \(shown), which is not authorized to be used in the project.")
  }
}
