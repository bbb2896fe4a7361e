import Identity
import IdentityWire

/// Takes an app's access to an Apple account back (Sign in with Apple REST API, "Revoke tokens"), as Apple
/// asks of apps whose users delete their account.
public struct AppleTokenRevocation: Sendable {
  public enum Token: Sendable {
    case access(String)
    case refresh(String)
    /// - Parameter redirectURI: of the request that the code came from; nil for a native app's.
    case code(String, redirectURI: String?)
  }

  let services: ProviderServices

  /// - Parameter bundleID: of the app that asks, as it says. Tokens of a native app belong to its bundle id;
  ///   one that the settings do not know stands for the first that they do.
  /// - Throws: `INVALID_IDP_RESPONSE` when Apple refuses, `OPERATION_NOT_ALLOWED` when the settings lack
  ///   Apple's key.
  public func revoke(
    _ token: Token, bundleID: String?, with settings: ProviderSettings, secrets: ProviderSecrets,
    now: Instant
  ) async throws(IdentityError) {
    let endpoints = ProviderCatalog.endpoints(for: settings)
    let endpoint = try required(endpoints?.revocation, "revocation", of: settings.providerID)
    var settings = settings
    settings.clientID = Self.client(of: token, bundleID: bundleID, settings)
    let secret = try AppleClientSecret.make(settings: settings, secrets: secrets, now: now)
    let text: String
    let hint: String
    switch token {
    case .access(let value): (text, hint) = (value, "access_token")
    case .refresh(let value): (text, hint) = (value, "refresh_token")
    case .code(let code, let redirectURI):
      let tokens = try await services.exchange.redeem(
        code: code, redirectURI: redirectURI, codeVerifier: nil,
        at: try required(endpoints?.token, "token", of: settings.providerID),
        authentication: .inBody(secret: secret), settings: settings)
      if let refresh = tokens.refreshToken {
        (text, hint) = (refresh, "refresh_token")
      } else if let access = tokens.accessToken {
        (text, hint) = (access, "access_token")
      } else {
        throw .invalidIDPResponse("The answer of Apple's token endpoint contains no token to revoke.")
      }
    }
    try checkAccessToken(text)
    let answer = try await services.api.call(
      endpoint,
      body: .form([
        ("client_id", settings.clientID), ("client_secret", secret), ("token", text),
        ("token_type_hint", hint),
      ]), acceptsEmptyAnswer: true, settings: settings)
    guard answer.isSuccess else {
      let summary = ProviderErrorText.summary(answer.json, hiding: [text, secret])
      throw .invalidIDPResponse("Error revoking the token at apple.com: \(summary)")
    }
  }

  /// Codes of the web flow and everything of an app that no bundle id is known of belong to the services id.
  private static func client(of token: Token, bundleID: String?, _ settings: ProviderSettings) -> String {
    if case .code(_, .some) = token { return settings.clientID }
    if let bundleID, settings.acceptedAudiences.contains(bundleID) { return bundleID }
    return settings.additionalAudiences.first { !$0.isEmpty } ?? settings.acceptedAudiences.first
      ?? settings.clientID
  }
}
