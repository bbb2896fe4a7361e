import Identity
import IdentityWire

/// Verifies any OAuth 2.0 provider (`oauth.…`), by code. The code is exchanged for an access token, and the
/// profile fetched with it identifies the user. Access tokens from an app are refused, because it is unknown
/// to which app they were issued.
struct OAuthVerifier: ProviderVerifier {
  /// The maximum size of a profile in bytes. The profile is stored like the claims of an ID token.
  static let maximumBytes = UserInfoEndpoint.maximumBytes

  let services: ProviderServices

  func verify(
    _ credential: ProviderCredential, with settings: ProviderSettings, secrets: ProviderSecrets,
    now: Instant
  ) async throws(IdentityError) -> ProviderIdentity {
    guard case .authorizationCode(let code, let redirectURI, let verifier, _, _) = credential else {
      throw .unsupportedCredential(settings.providerID, takes: "an authorization code")
    }
    let mapping = settings.profile ?? ProfileMapping()
    guard let idPath = mapping[.userID] else {
      throw .incompleteConfiguration(settings.providerID, needs: "the path of the user id")
    }
    let (endpoint, authentication) = try tokenEndpoint(settings, secrets)
    let (tokens, answer) = try await services.exchange.redeemAnswer(
      code: code, redirectURI: redirectURI, codeVerifier: verifier, at: endpoint,
      authentication: authentication, settings: settings)
    let token = try tokens.requireAccessToken(of: "the provider's")
    try checkAccessToken(token)
    CheckTrace.pass(.accessToken)

    let address = try required(settings.endpoints.userInfo, "user info", of: settings.providerID)
    let profile = try await profile(at: address, token, settings)
    let rawID = try userID(in: profile, at: idPath, token)
    if let path = mapping[.tokenUserID] {
      guard let owner = path.value(in: answer).flatMap(Self.userID), owner.hasSameBytes(as: rawID) else {
        let what = "The access token and the profile belong to different users."
        throw .invalidIDPResponse(what).diagnosed(Diagnosis.profile(what: what))
      }
    }
    CheckTrace.pass(.profile, seen: rawID)

    var identity = try IdentityProviders.identity(settings.providerID, rawID: rawID)
    func value(_ field: ProfileMapping.Field, in document: JSONValue) -> JSONValue? {
      mapping[field]?.value(in: document)
    }
    identity.displayName = personalName(value(.displayName, in: profile))
    identity.screenName = personalName(value(.screenName, in: profile))
    identity.photoURL = pictureURL(value(.photoURL, in: profile))
    identity.rawUserInfo = profile.objectValue == nil ? .object([:]) : profile
    identity.tokens = tokens
    if let addresses = try await addresses(beside: profile, token, settings) {
      identity.takeEmail(
        value(.email, in: addresses)?.stringValue, isVerified: flag(value(.emailVerified, in: addresses)))
    }
    return identity
  }

  /// Returns the token endpoint and the client authentication there. The settings name the method. If they
  /// name none, both methods of RFC 6749 section 2.3.1 are tried.
  func tokenEndpoint(
    _ settings: ProviderSettings, _ secrets: ProviderSecrets
  ) throws(IdentityError) -> (String, TokenExchange.ClientAuthentication) {
    let endpoint = try required(settings.endpoints.token, "token", of: settings.providerID)
    let secret = try secrets.requireClientSecret(settings.providerID, named: "its client secret")
    return switch settings.tokenAuthentication {
    case .basic: (endpoint, .basic(secret: secret))
    case .post: (endpoint, .inBody(secret: secret))
    default: (endpoint, .basicOrInBody(secret: secret))
    }
  }

  private func profile(
    at address: String, _ token: String, _ settings: ProviderSettings
  ) async throws(IdentityError) -> JSONValue {
    let answer = try await ask(address, token, settings)
    // With HTTP 200, only a text in `error` means an error. An object in `error` may report success.
    guard answer.isSuccess, answer.json["error"]?.stringValue?.isEmpty ?? true else {
      throw Self.refusal(answer.json, token)
    }
    return answer.json
  }

  private static func refusal(_ answer: JSONValue, _ token: String) -> IdentityError {
    let summary = ProviderErrorText.summary(answer, hiding: [token])
    return .invalidIDPResponse("Unsuccessful user info response: \(summary)")
      .diagnosed(Diagnosis.accessTokenRefused(answer: summary))
  }

  /// Returns the document that contains the e-mail address. Nil if the token may not read the document.
  private func addresses(
    beside profile: JSONValue, _ token: String, _ settings: ProviderSettings
  ) async throws(IdentityError) -> JSONValue? {
    guard let address = settings.endpoints.userEmails, !address.isEmpty else { return profile }
    let answer = try await ask(address, token, settings)
    guard answer.isSuccess else { return nil }
    return answer.json
  }

  private func ask(
    _ address: String, _ token: String, _ settings: ProviderSettings
  ) async throws(IdentityError) -> ProviderAPI.Answer {
    let parameter = [(name: "access_token", value: token)]
    let request = settings.dialect?.profileRequest ?? .bearer
    var body: ProviderAPI.Body?
    switch request {
    case .bearer, .query: break
    case .bearerPost: body = .empty
    case .form: body = .form(parameter)
    }
    return try await services.api.call(
      address, query: request == .query ? parameter : [], body: body,
      authorization: request == .bearer || request == .bearerPost ? .bearer(token) : nil,
      maximumBytes: Self.maximumBytes, settings: settings)
  }

  private func userID(
    in profile: JSONValue, at path: ProfilePath, _ token: String
  ) throws(IdentityError) -> String {
    if let id = path.value(in: profile).flatMap(Self.userID) { return id }
    if let error = profile["error"], !error.isNull { throw Self.refusal(profile, token) }
    throw .invalidIDPResponse("The provider's answer does not contain a usable user id at \(path.text).")
      .diagnosed(
        Diagnosis.profile(
          what: "The provider's answer has no user id at \(path.text): a text, or an integer above 0."))
  }

  /// Returns a text unchanged, and an integer in decimal digits. Nil for any value that several users could
  /// share: blank text, zero, a rounded number, a Boolean.
  static func userID(_ value: JSONValue) -> String? {
    switch value {
    case .string(let text): text.utf8.contains { $0 > 0x20 && $0 != 0x7F } ? text : nil
    case .integer(let number): number > 0 ? String(number) : nil
    default: nil
    }
  }
}
