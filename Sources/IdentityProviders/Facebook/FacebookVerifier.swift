import Crypto
import Foundation
import Identity
import IdentityWire

/// Verifies both kinds of Facebook Login: classic Login by access token, checked with the Graph API, and
/// Limited Login by ID token, checked by signature and nonce. Facebook never verifies e-mail addresses.
struct FacebookVerifier: ProviderVerifier {
  /// Facebook has used each of these issuers.
  static let limitedLoginIssuers = [
    "https://www.facebook.com", "https://facebook.com", "https://limited.facebook.com",
  ]
  static let profileFields =
    "id,name,email,first_name,last_name,picture.width(100).height(100)"

  let services: ProviderServices

  func verify(
    _ credential: ProviderCredential, with settings: ProviderSettings, secrets: ProviderSecrets,
    now: Instant
  ) async throws(IdentityError) -> ProviderIdentity {
    switch credential {
    case .idToken(let token, let rawNonce, _, _):
      return try await limitedLogin(token, rawNonce: rawNonce, settings: settings, now: now)
    case .accessToken(let token, _):
      return try await profile(
        token, tokens: ProviderTokens(accessToken: token), settings: settings, secrets: secrets, now: now)
    case .authorizationCode(let code, let redirectURI, let verifier, _, _):
      let endpoint = try tokenEndpoint(of: settings)
      let secret = try secrets.requireClientSecret(settings.providerID, named: "its app secret")
      let tokens = try await services.exchange.redeem(
        code: code, redirectURI: redirectURI, codeVerifier: verifier, at: endpoint,
        authentication: .inBody(secret: secret), settings: settings)
      let token = try tokens.requireAccessToken(of: "Facebook's")
      return try await profile(token, tokens: tokens, settings: settings, secrets: secrets, now: now)
    case .temporaryCredentials:
      throw .unsupportedCredential(settings.providerID, takes: "an access token or an ID token")
    }
  }

  // MARK: Limited Login

  private func limitedLogin(
    _ token: String, rawNonce: String?, settings: ProviderSettings, now: Instant
  ) async throws(IdentityError) -> ProviderIdentity {
    let endpoints = ProviderCatalog.endpoints(for: settings)
    let verified = try await services.idTokens.verify(
      token,
      .init(
        providerID: settings.providerID,
        issuers: endpoints?.issuer.map { [$0] } ?? Self.limitedLoginIssuers,
        audiences: settings.acceptedAudiences,
        jwksURL: try required(
          endpoints?.limitedLoginJWKS, "Limited Login key set", of: settings.providerID),
        allowPrivateAddresses: settings.endpoints.allowPrivateAddresses,
        nonce: .required(raw: rawNonce)),
      now: now)
    var identity = try IdentityProviders.identity(settings.providerID, rawID: verified.subject)
    identity.takeStandardClaims(verified.claims)
    identity.emailVerifiedByProvider = false
    identity.tokens.idToken = verified.text
    identity.redemption = verified.redemption
    return identity
  }

  // MARK: Classic Login

  private func profile(
    _ token: String, tokens: ProviderTokens, settings: ProviderSettings, secrets: ProviderSecrets,
    now: Instant
  ) async throws(IdentityError) -> ProviderIdentity {
    guard !UnverifiedJWT.looksLike(token) else {
      throw .invalidIDPResponse(
        "The access token is an ID token of Facebook Limited Login. Send it as id_token, together with the "
          + "raw nonce of the request."
      ).diagnosed(Diagnosis.accessTokenIsIDToken)
    }
    try checkAccessToken(token)
    guard !settings.clientID.isEmpty else {
      throw .incompleteConfiguration(settings.providerID, needs: "its app id")
    }
    let secret = try secrets.requireClientSecret(settings.providerID, named: "its app secret")
    let check = try await tokenCheck(token, secret: secret, settings: settings, now: now)
    let me = try await graphProfile(token, secret: secret, settings: settings)
    guard let id = me["id"]?.stringValue, !id.isEmpty else {
      throw .invalidIDPResponse(
        "Unable to retrieve user's identity from facebook.com response, JSON response does not contain id."
      ).diagnosed(Diagnosis.profile(what: "The provider's answer does not say who the user is."))
    }
    guard id.hasSameBytes(as: check.userID) else {
      throw .invalidIDPResponse("The access token and the profile belong to different users.")
        .diagnosed(Diagnosis.profile(what: "The access token and the profile belong to different users."))
    }
    CheckTrace.pass(.profile, seen: id)
    var identity = try IdentityProviders.identity(settings.providerID, rawID: id)
    identity.takeEmail(me["email"]?.stringValue, isVerified: false)
    identity.displayName = personalName(me["name"])
    identity.firstName = personalName(me["first_name"])
    identity.lastName = personalName(me["last_name"])
    identity.photoURL = pictureURL(me["picture"]?["data"]?["url"])
    identity.rawUserInfo = me
    identity.tokens = tokens
    identity.tokens.expiresIn = tokens.expiresIn ?? check.expiresIn
    identity.tokens.grantedScopes = tokens.grantedScopes ?? check.scopes
    return identity
  }

  private struct TokenCheck {
    var userID: String
    var expiresIn: Int?
    var scopes: String?
  }

  /// Asks `debug_token` whether the token is valid and was issued for a user of this app.
  private func tokenCheck(
    _ token: String, secret: String, settings: ProviderSettings, now: Instant
  ) async throws(IdentityError) -> TokenCheck {
    let endpoint = try required(
      ProviderCatalog.endpoints(for: settings)?.tokenCheck, "debug_token", of: settings.providerID)
    let answer = try await services.api.call(
      endpoint, query: [("input_token", token), ("access_token", "\(settings.clientID)|\(secret)")],
      settings: settings)
    guard answer.isSuccess, answer.json["error"] == nil, let data = answer.json["data"] else {
      let summary = ProviderErrorText.summary(answer.json, hiding: [token, secret])
      throw .invalidIDPResponse("Unsuccessful debug_token response from Facebook: \(summary)")
        .diagnosed(Diagnosis.accessTokenRefused(answer: summary))
    }
    guard data["is_valid"] == .bool(true), data["error"] == nil else {
      let summary = ProviderErrorText.summary(data["error"] ?? [:], hiding: [token, secret])
      throw .invalidIDPResponse("Bad access token: \(summary)")
        .diagnosed(Diagnosis.accessTokenRefused(answer: summary))
    }
    guard let app = data["app_id"]?.stringValue, !app.isEmpty, app.hasSameBytes(as: settings.clientID) else {
      throw .invalidIDPResponse("The access token was made for another Facebook app.").diagnosed(
        Diagnosis.accessTokenOfAnotherApp(seen: data["app_id"]?.stringValue, expected: settings.clientID))
    }
    guard data["type"] == .string("USER") else {
      throw .invalidIDPResponse("The access token is not a user's.")
        .diagnosed(Diagnosis.profile(what: "The access token is not a user's."))
    }
    guard let userID = data["user_id"]?.stringValue, !userID.isEmpty else {
      throw .invalidIDPResponse("Unsuccessful debug_token response from Facebook: it names no user.")
        .diagnosed(Diagnosis.profile(what: "The provider does not say whose access token it is."))
    }
    // Zero means that the token never expires.
    guard let expiry = data["expires_at"]?.integerValue, expiry >= 0, expiry < 253_402_300_800,
      expiry == 0 || Instant(seconds: expiry) > now
    else {
      throw .invalidIDPResponse("The access token has expired.").diagnosed(Diagnosis.accessTokenExpired)
    }
    CheckTrace.pass(.accessToken, seen: app)
    let scopes = data["scopes"]?.arrayValue?.compactMap(\.stringValue).joined(separator: ",")
    return TokenCheck(
      userID: userID, expiresIn: expiry == 0 ? nil : Int(expiry - now.seconds), scopes: scopes)
  }

  private func graphProfile(
    _ token: String, secret: String, settings: ProviderSettings
  ) async throws(IdentityError) -> JSONValue {
    let endpoint = try required(
      ProviderCatalog.endpoints(for: settings)?.userInfo, "profile", of: settings.providerID)
    let proof = Self.proof(of: token, secret: secret)
    let answer = try await services.api.call(
      endpoint,
      query: [
        ("fields", Self.profileFields), ("access_token", token), ("appsecret_proof", proof),
      ], settings: settings)
    guard answer.isSuccess, answer.json["error"] == nil, answer.json.objectValue != nil else {
      let summary = ProviderErrorText.summary(answer.json["error"] ?? [:], hiding: [token, secret])
      throw .invalidIDPResponse("Bad access token: \(summary)")
        .diagnosed(Diagnosis.accessTokenRefused(answer: summary))
    }
    return answer.json
  }

  /// Computes `appsecret_proof` (https://developers.facebook.com/docs/graph-api/guides/secure-requests).
  static func proof(of token: String, secret: String) -> String {
    hexadecimal(
      HMAC<SHA256>.authenticationCode(
        for: Data(token.utf8), using: SymmetricKey(data: Data(secret.utf8))))
  }
}
