import Identity
import IdentityProviders
import IdentityWire

extension IdentityService {
  /// `v2/accounts:revokeToken`: revokes the access that an ID token's user granted the app at Apple.
  ///
  /// - Throws: `INVALID_PROVIDER_ID`, `MISSING_TOKEN`, `INVALID_TOKEN_TYPE`, `INVALID_REDIRECT_URI`; the
  ///   errors of ``authenticate(_:_:mayLackFactor:)``; the error for the provider's refusal.
  public func revokeToken(_ request: RevokeTokenRequest, _ caller: Caller) async throws(IdentityError)
    -> EmptyMessage
  {
    _ = try await authenticate(request.idToken, caller)
    guard let providerID = request.providerId, !providerID.isEmpty else {
      throw .refused(.missingProviderID)
    }
    guard providerID == "apple.com" else {
      throw .refused(.invalidProviderID, "Only tokens of apple.com can be revoked.")
    }
    guard let text = request.token, !text.isEmpty else { throw .refused(.missingToken) }
    let token: AppleTokenRevocation.Token
    switch request.tokenType {
    case .refreshToken: token = .refresh(text)
    case .accessToken: token = .access(text)
    case .code: token = .code(text, redirectURI: try Self.redirectURI(request.redirectUri))
    case .unspecified, nil: throw .refused(.invalidTokenType)
    }
    let settings = try enabledProvider(providerID, caller, credential: "revokeToken")
    let secrets = try projects.secrets(of: settings, in: caller.scope)
    try await providers.appleRevocation.revoke(
      token, bundleID: caller.client.bundleID, with: settings, secrets: secrets, now: clock.now())
    return EmptyMessage()
  }

  private static func redirectURI(_ text: String?) throws(IdentityError) -> String? {
    guard let text, !text.isEmpty else { return nil }
    guard ReturnPolicy.webURL(text) != nil else { throw .refused(.invalidRedirectURI) }
    return text
  }
}
