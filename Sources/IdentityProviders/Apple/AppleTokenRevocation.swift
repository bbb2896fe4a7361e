import Identity
import IdentityWire

/// Revokes an app's access to an Apple account (Sign in with Apple REST API, "Revoke tokens"). Apple
/// requires apps to revoke the access when a user deletes an account.
public struct AppleTokenRevocation: Sendable {
  public enum Token: Sendable {
    case access(String)
    case refresh(String)
    /// - Parameter redirectURI: the redirect URI of the request that returned the code; nil for a native app.
    case code(String, redirectURI: String?)
  }

  let services: ProviderServices

  /// - Parameter bundleID: the bundle id that the calling app claims. A native app's tokens belong to its
  ///   bundle id. If the settings do not contain this bundle id, the first bundle id in the settings is
  ///   used.
  /// - Throws: `INVALID_IDP_RESPONSE` if Apple refuses, `OPERATION_NOT_ALLOWED` if the settings lack Apple's
  ///   key.
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

  /// Returns the client id that a token belongs to: the services id for a code of the web flow, otherwise a
  /// bundle id. If no bundle id is known, returns the services id.
  private static func client(of token: Token, bundleID: String?, _ settings: ProviderSettings) -> String {
    if case .code(_, .some) = token { return settings.clientID }
    if let bundleID, settings.acceptedAudiences.contains(bundleID) { return bundleID }
    return settings.additionalAudiences.first { !$0.isEmpty } ?? settings.acceptedAudiences.first
      ?? settings.clientID
  }
}
