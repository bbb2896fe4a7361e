import Identity
import IdentityWire

/// Revokes an app's access to an Apple account (Sign in with Apple REST API, "Revoke tokens"), as Apple asks of apps whose
/// users delete their account.
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
    var settings = settings
    settings.clientID = Self.client(of: token, bundleID: bundleID, settings)
    let (endpoint, secret) = try services.appleRevocation(settings, secrets, now: now)
    let revocable: RevocableToken
    switch token {
    case .access(let text): revocable = RevocableToken(text: text, kind: .access)
    case .refresh(let text): revocable = RevocableToken(text: text, kind: .refresh)
    case .code(let code, let redirectURI):
      let tokens = try await services.exchange.redeem(
        code: code, redirectURI: redirectURI, codeVerifier: nil,
        at: try required(
          ProviderCatalog.endpoints(for: settings)?.token, "token", of: settings.providerID),
        authentication: .inBody(secret: secret), settings: settings)
      guard let token = tokens.revocable else {
        throw .invalidIDPResponse("The answer of Apple's token endpoint contains no token to revoke.")
      }
      revocable = token
    }
    try checkAccessToken(revocable.text)
    let form = revocable.form(of: settings.clientID, .inBody(secret: secret))
    let answer = try await services.api.call(
      endpoint, body: .form(form.pairs), acceptsEmptyAnswer: true, settings: settings)
    guard answer.isSuccess else {
      let summary = ProviderErrorText.summary(answer.json, hiding: [revocable.text, secret])
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
