import Foundation
import Identity
import IdentityWire

/// Exchanges a code for tokens at the token endpoint (RFC 6749 section 4.1.3, RFC 7636 section 4.5).
struct TokenExchange: Sendable {
  static let maximumCodeLength = 4096

  enum ClientAuthentication: Sendable {
    /// `client_secret_post`
    case inBody(secret: String)
    /// `client_secret_basic`
    case basic(secret: String)
    /// `client_secret_basic`, and `client_secret_post` if the first method is refused. A provider that
    /// supports both methods may accept only one of them for a client.
    case basicOrInBody(secret: String)
    /// `private_key_jwt`
    case assertion(String)
    case none

    /// Adds the authentication to a request.
    ///
    /// - Returns: the request's header, and the secret in the request.
    func authenticate(_ clientID: String, in form: inout [(name: String, value: String)])
      -> (authorization: ProviderAPI.Authorization?, secret: String?)
    {
      switch self {
      case .inBody(let secret):
        form.append(("client_secret", secret))
        return (nil, secret)
      case .basic(let secret):
        // RFC 6749 section 2.3.1 requires both parts to be form-encoded first.
        let header = ProviderAPI.Authorization.basic(
          user: FormURLEncoded.encode(clientID), password: FormURLEncoded.encode(secret))
        return (header, secret)
      case .assertion(let text):
        form.append(("client_assertion_type", ClientAssertion.type))
        form.append(("client_assertion", text))
        return (nil, text)
      case .basicOrInBody, .none: return (nil, nil)
      }
    }
  }

  let api: ProviderAPI

  /// - Parameter redirectURI: nil for a code from the provider's own SDK, without a browser.
  /// - Throws: an error if the provider refuses the code, even with HTTP 200 as GitHub does, or if the
  ///   answer has no tokens.
  func redeem(
    code: String, redirectURI: String?, codeVerifier: String?, at endpoint: String,
    authentication: ClientAuthentication, settings: ProviderSettings
  ) async throws(IdentityError) -> ProviderTokens {
    try await redeemAnswer(
      code: code, redirectURI: redirectURI, codeVerifier: codeVerifier, at: endpoint,
      authentication: authentication, settings: settings
    ).tokens
  }

  /// Returns the tokens, and the whole answer.
  ///
  /// - Throws: the errors of ``redeem(code:redirectURI:codeVerifier:at:authentication:settings:)``.
  func redeemAnswer(
    code: String, redirectURI: String?, codeVerifier: String?, at endpoint: String,
    authentication: ClientAuthentication, settings: ProviderSettings
  ) async throws(IdentityError) -> (tokens: ProviderTokens, answer: JSONValue) {
    guard !code.isEmpty, code.utf8.count <= Self.maximumCodeLength else {
      throw .invalidIDPResponse("The authorization code is malformed.").diagnosed(Diagnosis.codeMalformed)
    }
    let (answer, summary) = try await ask(
      code: code, redirectURI: redirectURI, codeVerifier: codeVerifier, at: endpoint,
      authentication: authentication, settings: settings)
    guard answer.isSuccess, answer.json["error"] == nil else {
      throw .invalidIDPResponse(
        "Error getting access token from \(displayable(settings.providerID)): \(summary)"
      ).diagnosed(Diagnosis.codeRefused(answer: summary))
    }
    if let length = answer.json["id_token"]?.stringValue?.utf8.count,
      length > UnverifiedJWT.maximumProviderLength
    {
      throw .invalidIDPResponse("The ID Token is too large.").diagnosed(Diagnosis.tokenTooLarge)
    }
    let tokens = Self.tokens(answer.json)
    guard tokens.accessToken != nil || tokens.idToken != nil else {
      throw .invalidIDPResponse(
        "Error getting access token from \(displayable(settings.providerID)): there is none in the answer."
      ).diagnosed(Diagnosis.tokenMissing(kind: "token"))
    }
    if ProviderCatalog.entry(for: settings)?.provesByIDToken == false { try Self.checkType(answer.json) }
    CheckTrace.pass(.code, seen: safeToLog(endpoint))
    return (tokens, answer.json)
  }

  /// Refuses an access token of an unknown type (RFC 6749 section 7.1). Some providers name no type.
  private static func checkType(_ answer: JSONValue) throws(IdentityError) {
    guard let type = answer["token_type"], !type.isNull, type.stringValue?.lowercased() != "bearer" else {
      return
    }
    let seen = displayable(type.stringValue ?? "")
    throw .invalidIDPResponse("The access token is of the type \"\(seen)\", and not a bearer token.")
      .diagnosed(Diagnosis.accessTokenType(seen: seen))
  }

  /// Sends a code. Returns the raw answer, and a summary of it that is safe to show.
  private func ask(
    code: String, redirectURI: String?, codeVerifier: String?, at endpoint: String,
    authentication: ClientAuthentication, settings: ProviderSettings
  ) async throws(IdentityError) -> (answer: ProviderAPI.Answer, summary: String) {
    if case .basicOrInBody(let secret) = authentication {
      let first = try await ask(
        code: code, redirectURI: redirectURI, codeVerifier: codeVerifier, at: endpoint,
        authentication: .basic(secret: secret), settings: settings)
      guard first.answer.json["error"]?.stringValue == "invalid_client" else { return first }
      return try await ask(
        code: code, redirectURI: redirectURI, codeVerifier: codeVerifier, at: endpoint,
        authentication: .inBody(secret: secret), settings: settings)
    }
    var form: [(name: String, value: String)] = [
      ("grant_type", "authorization_code"), ("code", code), ("client_id", settings.clientID),
    ]
    if let redirectURI { form.append(("redirect_uri", redirectURI)) }
    // A provider refuses a verifier if the authorization request had no challenge.
    if let codeVerifier, ProviderCatalog.entry(for: settings)?.takesPKCE == true {
      form.append(("code_verifier", codeVerifier))
    }
    let (authorization, secretSent) = authentication.authenticate(settings.clientID, in: &form)
    let answer = try await api.call(
      endpoint, body: .form(form), authorization: authorization, settings: settings)
    return (answer, ProviderErrorText.summary(answer.json, hiding: [code, codeVerifier, secretSent]))
  }

  /// The token endpoint's answer about a client.
  enum ClientVerdict: Sendable, Equatable {
    case known
    case refused(answer: String)
    /// The answer does not show whether the client is known.
    case unclear(answer: String)
  }

  static let madeUpCode = "made-up-by-latchkey-to-ask-for-its-client"

  /// Sends an invalid code to test the client. If the provider checks the client before the code, the
  /// answer shows whether it knows the client.
  func verdict(
    redirectURI: String?, at endpoint: String, authentication: ClientAuthentication,
    settings: ProviderSettings
  ) async throws(IdentityError) -> ClientVerdict {
    let (answer, summary) = try await ask(
      code: Self.madeUpCode, redirectURI: redirectURI, codeVerifier: nil,
      at: endpoint, authentication: authentication, settings: settings)
    // Facebook's error is an object with a code. 1 and 101 are about the app and its secret, 100 is about
    // the authorization code.
    let error = answer.json["error"]
    switch error?.stringValue ?? error?["code"]?.integerValue.map(String.init) {
    case "invalid_grant", "bad_verification_code", "100": return .known
    case "invalid_client", "unauthorized_client", "incorrect_client_credentials", "redirect_uri_mismatch",
      "1", "101":
      return .refused(answer: summary)
    default: return .unclear(answer: summary)
    }
  }

  private static func tokens(_ json: JSONValue) -> ProviderTokens {
    func text(_ name: String) -> String? {
      guard let text = json[name]?.stringValue, !text.isEmpty,
        text.utf8.count <= UnverifiedJWT.maximumProviderLength
      else { return nil }
      return text
    }
    var tokens = ProviderTokens()
    tokens.accessToken = text("access_token")
    tokens.idToken = text("id_token")
    tokens.refreshToken = text("refresh_token")
    tokens.grantedScopes = text("scope")
    // Some providers write the number as text.
    let seconds = json["expires_in"]?.integerValue ?? json["expires_in"]?.stringValue.flatMap { Int64($0) }
    tokens.expiresIn = seconds.flatMap { (0...315_360_000).contains($0) ? Int($0) : nil }
    return tokens
  }
}
