import Identity
import IdentityWire

/// Verifies X, formerly Twitter, by token credentials of OAuth 1.0a or by the verifier of a flow. The
/// signed profile request also checks the audience: X answers it only for the app that the token was issued
/// to.
struct TwitterVerifier: ProviderVerifier {
  let services: ProviderServices
  /// Generates the nonces of requests.
  var random: any RandomSource = SystemRandom()

  func verify(
    _ credential: ProviderCredential, with settings: ProviderSettings, secrets: ProviderSecrets,
    now: Instant
  ) async throws(IdentityError) -> ProviderIdentity {
    let twitter = try TwitterAPI(services, settings, secrets, now: now, random: random)
    switch credential {
    case .accessToken(let token, let secret):
      guard let secret, !secret.isEmpty else {
        throw .unsupportedCredential(
          settings.providerID, takes: "an access token together with its oauth_token_secret")
      }
      guard let token = OAuth1Token(token, secret: secret) else {
        throw .invalidIDPResponse("The access token is malformed.")
          .diagnosed(Diagnosis.accessTokenMalformed)
      }
      return try await identity(of: token, userID: nil, twitter)
    case .temporaryCredentials(let temporary, let verifier):
      let (token, userID) = try await twitter.tokenCredentials(for: temporary, verifier: verifier)
      return try await identity(of: token, userID: userID, twitter)
    case .idToken, .authorizationCode:
      throw .unsupportedCredential(
        settings.providerID, takes: "an access token together with its oauth_token_secret")
    }
  }

  /// - Parameter userID: the user's id in the answer that contained the token; nil if that answer contained
  ///   no id.
  private func identity(
    of token: OAuth1Token, userID: String?, _ twitter: TwitterAPI
  ) async throws(IdentityError) -> ProviderIdentity {
    let settings = twitter.settings
    let user = try await twitter.profile(of: token)
    CheckTrace.pass(.accessToken, seen: settings.clientID)
    // The numeric `id` can exceed the integers that JSON parsers represent exactly.
    guard let id = user["id_str"]?.stringValue, Self.isUserID(id) else {
      throw .invalidIDPResponse(
        "Unable to retrieve user's identity from twitter.com response, JSON response does not contain id_str."
      ).diagnosed(Diagnosis.profile(what: "The provider's answer does not say who the user is (id_str)."))
    }
    guard userID == nil || userID.hasSameBytes(as: id) else {
      throw .invalidIDPResponse("The access token and the profile belong to different users.")
        .diagnosed(Diagnosis.profile(what: "The access token and the profile belong to different users."))
    }
    CheckTrace.pass(.profile, seen: id)
    var identity = try IdentityProviders.identity(settings.providerID, rawID: id)
    identity.displayName = personalName(user["name"])
    identity.screenName = personalName(user["screen_name"])
    identity.photoURL = pictureURL(user["profile_image_url_https"]).flatMap { address in
      address.hasPrefix("https://") || settings.endpoints.allowsPrivateAddresses(of: address) ? address : nil
    }
    // X does not say whether the address is verified.
    identity.takeEmail(user["email"]?.stringValue, isVerified: false)
    identity.rawUserInfo = user
    identity.tokens.accessToken = token.token
    identity.tokens.tokenSecret = token.secret
    return identity
  }

  private static func isUserID(_ text: String) -> Bool {
    (1...20).contains(text.utf8.count)
      && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}
