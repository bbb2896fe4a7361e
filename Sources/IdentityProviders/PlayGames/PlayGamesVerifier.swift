import Identity
import IdentityWire

/// Verifies Google Play Games. A game sends a server auth code, which is redeemed once with the game's own
/// web client. The games API returns the player of the resulting access token.
struct PlayGamesVerifier: ProviderVerifier {
  let services: ProviderServices

  func verify(
    _ credential: ProviderCredential, with settings: ProviderSettings, secrets: ProviderSecrets,
    now: Instant
  ) async throws(IdentityError) -> ProviderIdentity {
    // A code with a redirect URI belongs to a browser flow, which Play Games does not have.
    guard case .authorizationCode(let code, nil, nil, nil, _) = credential else {
      throw .unsupportedCredential(settings.providerID, takes: "a server auth code")
    }
    guard !settings.clientID.isEmpty else {
      throw .incompleteConfiguration(settings.providerID, needs: "its client id")
    }
    let secret = try secrets.requireClientSecret(settings.providerID, named: "its client secret")
    let endpoints = ProviderCatalog.endpoints(for: settings)
    let tokens = try await services.exchange.redeem(
      code: code, redirectURI: nil, codeVerifier: nil,
      at: try required(endpoints?.token, "token", of: settings.providerID),
      authentication: .inBody(secret: secret), settings: settings)
    let token = try tokens.requireAccessToken(of: "Google's")
    try checkAccessToken(token)
    let answer = try await services.api.call(
      try required(endpoints?.userInfo, "player", of: settings.providerID), authorization: .bearer(token),
      settings: settings)
    guard answer.isSuccess, answer.json["error"] == nil, let player = answer.json.objectValue else {
      let summary = ProviderErrorText.summary(answer.json["error"] ?? answer.json, hiding: [token, secret])
      throw .invalidIDPResponse("Unsuccessful player response from Google Play Games: \(summary)")
        .diagnosed(Diagnosis.accessTokenRefused(answer: summary))
    }
    guard let id = player["playerId"]?.stringValue, !id.isEmpty else {
      throw .invalidIDPResponse(
        "Unable to retrieve user's identity from playgames.google.com response, JSON response does not "
          + "contain playerId."
      ).diagnosed(Diagnosis.profile(what: "The provider's answer does not say who the player is."))
    }
    CheckTrace.pass(.accessToken)
    CheckTrace.pass(.profile, seen: id)
    var identity = try IdentityProviders.identity(settings.providerID, rawID: id)
    identity.displayName = personalName(player["displayName"])
    identity.photoURL = pictureURL(player["avatarImageUrl"])
    identity.rawUserInfo = .object(player)
    // The refresh token is not returned: the game has its own tokens.
    identity.tokens.accessToken = token
    identity.tokens.expiresIn = tokens.expiresIn
    return identity
  }
}
