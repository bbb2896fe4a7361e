import Identity
import IdentityWire

/// Verifies GitHub access tokens and codes. A token is accepted only if GitHub confirms that it was issued
/// to this app. Tokens of other apps and personal tokens fail.
struct GitHubVerifier: ProviderVerifier {
  let services: ProviderServices

  func verify(
    _ credential: ProviderCredential, with settings: ProviderSettings, secrets: ProviderSecrets,
    now: Instant
  ) async throws(IdentityError) -> ProviderIdentity {
    guard !settings.clientID.isEmpty else {
      throw .incompleteConfiguration(settings.providerID, needs: "its client id")
    }
    let secret = try secrets.requireClientSecret(settings.providerID, named: "its client secret")
    switch credential {
    case .accessToken(let token, _):
      return try await profile(
        token, tokens: ProviderTokens(accessToken: token), secret: secret, settings: settings)
    case .authorizationCode(let code, let redirectURI, let verifier, _, _):
      let endpoint = try tokenEndpoint(of: settings)
      let tokens = try await services.exchange.redeem(
        code: code, redirectURI: redirectURI, codeVerifier: verifier, at: endpoint,
        authentication: .inBody(secret: secret), settings: settings)
      let token = try tokens.requireAccessToken(of: "GitHub's")
      return try await profile(token, tokens: tokens, secret: secret, settings: settings)
    case .idToken, .temporaryCredentials:
      throw .unsupportedCredential(settings.providerID, takes: "an access token")
    }
  }

  private func profile(
    _ token: String, tokens: ProviderTokens, secret: String, settings: ProviderSettings
  ) async throws(IdentityError) -> ProviderIdentity {
    try checkAccessToken(token)
    let owner = try await tokenOwner(token, secret: secret, settings: settings)
    let endpoints = ProviderCatalog.endpoints(for: settings)
    let answer = try await services.api.call(
      try required(endpoints?.userInfo, "user", of: settings.providerID),
      authorization: .bearer(token), settings: settings)
    guard answer.isSuccess else {
      let summary = ProviderErrorText.summary(answer.json, hiding: [token, secret])
      throw .invalidIDPResponse("Unsuccessful user response from Github: \(summary)")
        .diagnosed(Diagnosis.accessTokenRefused(answer: summary))
    }
    let user = answer.json
    guard let id = user["id"]?.integerValue, id > 0 else {
      throw .invalidIDPResponse(
        "Unable to retrieve user's identity from github.com response, JSON response does not contain id."
      ).diagnosed(Diagnosis.profile(what: "The provider's answer does not say who the user is."))
    }
    guard owner == nil || owner == id else {
      throw .invalidIDPResponse("The access token and the profile belong to different users.")
        .diagnosed(Diagnosis.profile(what: "The access token and the profile belong to different users."))
    }
    CheckTrace.pass(.profile, seen: String(id))
    var identity = try IdentityProviders.identity(settings.providerID, rawID: String(id))
    identity.displayName = personalName(user["name"])
    identity.screenName = personalName(user["login"])
    identity.photoURL = pictureURL(user["avatar_url"])
    identity.rawUserInfo = user
    identity.tokens = tokens
    identity.tokens.grantedScopes = tokens.grantedScopes ?? answer.scopes
    if let (address, verified) = try await primaryAddress(token, settings: settings) {
      identity.takeEmail(address, isVerified: verified)
    } else {
      identity.takeEmail(user["email"]?.stringValue, isVerified: false)
    }
    return identity
  }

  /// Checks a token. GitHub answers 404 if the token belongs to another app.
  ///
  /// - Returns: the id of the token's user, if the answer contains it.
  private func tokenOwner(
    _ token: String, secret: String, settings: ProviderSettings
  ) async throws(IdentityError) -> Int64? {
    let template = try required(
      ProviderCatalog.endpoints(for: settings)?.tokenCheck, "token check", of: settings.providerID)
    let answer = try await services.api.call(
      template.replacing("{client_id}", with: FormURLEncoded.encode(settings.clientID)),
      body: .json(["access_token": .string(token)]),
      authorization: .basic(user: settings.clientID, password: secret), settings: settings)
    guard answer.isSuccess, answer.json["error"] == nil else {
      let summary = ProviderErrorText.summary(answer.json, hiding: [token, secret])
      throw .invalidIDPResponse("Unsuccessful check authorization response from Github: \(summary)")
        .diagnosed(Diagnosis.accessTokenRefused(answer: summary))
    }
    if let app = answer.json["app"]?["client_id"], !app.stringValue.hasSameBytes(as: settings.clientID) {
      throw .invalidIDPResponse("The access token was made for another GitHub app.").diagnosed(
        Diagnosis.accessTokenOfAnotherApp(seen: app.stringValue, expected: settings.clientID))
    }
    CheckTrace.pass(.accessToken, seen: answer.json["app"]?["client_id"]?.stringValue)
    return answer.json["user"]?["id"]?.integerValue
  }

  /// Returns the primary e-mail address, and true if GitHub has verified it. Nil if the token may not read
  /// the address list.
  private func primaryAddress(
    _ token: String, settings: ProviderSettings
  ) async throws(IdentityError) -> (String, Bool)? {
    guard let endpoint = ProviderCatalog.endpoints(for: settings)?.userEmails else { return nil }
    let answer = try await services.api.call(
      endpoint, authorization: .bearer(token), settings: settings)
    guard answer.isSuccess, let list = answer.json.arrayValue else { return nil }
    guard let primary = list.prefix(256).first(where: { $0["primary"] == .bool(true) }),
      let address = primary["email"]?.stringValue, EmailAddress(address) != nil
    else { return nil }
    return (address, primary["verified"] == .bool(true))
  }
}
