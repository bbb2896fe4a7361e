import Foundation
import Identity
import IdentityWire

/// Calls X's APIs with OAuth 1.0a. Each request is signed with the app's secret, so that another app's tokens
/// fail.
struct TwitterAPI: Sendable {
  /// The maximum size of a form answer in bytes.
  private static let maximumFormBytes = 16_384
  /// The maximum size of a profile in bytes.
  private static let maximumProfileBytes = 262_144

  let api: ProviderAPI
  let settings: ProviderSettings
  let client: OAuth1Token
  let now: Instant
  let random: any RandomSource

  /// - Throws: `OPERATION_NOT_ALLOWED` if the settings lack an API key or its secret.
  init(
    _ services: ProviderServices, _ settings: ProviderSettings, _ secrets: ProviderSecrets, now: Instant,
    random: any RandomSource
  ) throws(IdentityError) {
    guard !settings.clientID.isEmpty else {
      throw .incompleteConfiguration(settings.providerID, needs: "its API key")
    }
    let secret = try secrets.requireClientSecret(settings.providerID, named: "its API key secret")
    api = services.api
    self.settings = settings
    client = OAuth1Token(token: settings.clientID, secret: secret)
    self.now = now
    self.random = random
  }

  // MARK: The flow

  /// Requests temporary credentials (RFC 5849 section 2.1).
  ///
  /// - Parameter callback: the URL to which the browser returns.
  func temporaryCredentials(callback: String) async throws(IdentityError) -> OAuth1Token {
    let endpoint = try required(
      endpoints?.temporaryCredentials, "request token", of: settings.providerID)
    let response = try await post(endpoint, .init(client: client, callback: callback))
    guard response.isSuccess else {
      let summary = summary(of: response, hiding: nil)
      throw .invalidIDPResponse("Error getting request token: \(response.status) \(summary)")
        .diagnosed(Diagnosis.temporaryCredentialsRefused(answer: "HTTP \(response.status) \(summary)"))
    }
    let form = FormURLEncoded(parsing: response.body)
    guard let token = OAuth1Token(form["oauth_token"], secret: form["oauth_token_secret"]) else {
      throw .invalidIDPResponse("Error getting request token: there is none in the answer.")
        .diagnosed(Diagnosis.tokenMissing(kind: "request token"))
    }
    // A server of OAuth 1.0, before the revision 1.0a, does not bind a verifier to the callback.
    guard form["oauth_callback_confirmed"] == "true" else {
      throw .invalidIDPResponse("Error getting request token: the callback is not confirmed.").diagnosed(
        Diagnosis.temporaryCredentialsRefused(
          answer: "oauth_callback_confirmed=\(form["oauth_callback_confirmed"] ?? "")"))
    }
    return token
  }

  /// Requests token credentials (RFC 5849 section 2.3).
  ///
  /// - Returns: the credentials, and the user's id if the answer contains it.
  func tokenCredentials(
    for temporary: OAuth1Token, verifier: String
  ) async throws(IdentityError) -> (token: OAuth1Token, userID: String?) {
    guard OAuth1Token.isUsable(verifier) else {
      throw .invalidIDPResponse("The OAuth verifier is malformed.").diagnosed(Diagnosis.codeMalformed)
    }
    let endpoint = try required(endpoints?.token, "token", of: settings.providerID)
    let response = try await post(
      endpoint, .init(client: client, token: temporary, verifier: verifier))
    guard response.isSuccess else {
      let summary = summary(of: response, hiding: temporary, verifier)
      throw .invalidIDPResponse(
        "Error getting access token from \(displayable(settings.providerID)): \(response.status) \(summary)"
      ).diagnosed(Diagnosis.codeRefused(answer: "HTTP \(response.status) \(summary)"))
    }
    let form = FormURLEncoded(parsing: response.body)
    guard let token = OAuth1Token(form["oauth_token"], secret: form["oauth_token_secret"]) else {
      throw .invalidIDPResponse(
        "Error getting access token from \(displayable(settings.providerID)): there is none in the answer."
      ).diagnosed(Diagnosis.tokenMissing(kind: "token"))
    }
    CheckTrace.pass(.code, seen: safeToLog(endpoint))
    return (token, form["user_id"])
  }

  // MARK: The profile

  /// Fetches the profile of a token's user. X answers the request only for the app that the token was
  /// issued to.
  func profile(of token: OAuth1Token) async throws(IdentityError) -> JSONValue {
    let endpoint = try required(endpoints?.userInfo, "user", of: settings.providerID)
    let url = endpoint + (endpoint.contains("?") ? "&" : "?") + "include_email=true"
    let response = try await api.send(
      url, authorization: try sign("GET", url, .init(client: client, token: token)),
      maximumBytes: Self.maximumProfileBytes, settings: settings)
    let json = try api.json(response, from: url)
    guard response.isSuccess else {
      let summary = summary(of: response, hiding: token)
      throw .invalidIDPResponse(
        "Failed to fetch resource from \(safeToLog(url))?include_email=true, http status: \(response.status), "
          + "http response: \(summary)"
      ).diagnosed(Diagnosis.accessTokenRefused(answer: summary))
    }
    return json
  }

  // MARK: Requests

  private var endpoints: ProviderEndpoints? { ProviderCatalog.endpoints(for: settings) }

  private func post(
    _ endpoint: String, _ authorization: OAuth1Authorization
  ) async throws(IdentityError) -> OutgoingHTTP.Response {
    try await api.send(
      endpoint, body: .form([]), authorization: try sign("POST", endpoint, authorization), accept: "*/*",
      maximumBytes: Self.maximumFormBytes, settings: settings)
  }

  private func sign(
    _ method: String, _ url: String, _ authorization: OAuth1Authorization
  ) throws(IdentityError) -> ProviderAPI.Authorization {
    guard let header = authorization.header(method, url, OAuth1Stamp(now: now, random: random)) else {
      throw .incompleteConfiguration(settings.providerID, needs: "endpoints that are URLs")
    }
    return .signed(header)
  }

  /// Summarizes an error answer, which is JSON, or XML if X refuses a callback URL.
  private func summary(
    of response: OutgoingHTTP.Response, hiding token: OAuth1Token?, _ verifier: String? = nil
  ) -> String {
    ProviderErrorText.summary(
      of: response.body, hiding: [client.secret, token?.token, token?.secret, verifier])
  }
}

extension OutgoingHTTP.Response {
  var isSuccess: Bool { (200..<300).contains(status) }
}
