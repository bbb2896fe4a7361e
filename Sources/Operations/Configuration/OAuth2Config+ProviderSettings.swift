import Identity
import IdentityWire

extension OAuthIdpConfig.OAuth2Config {
  private typealias Path = WritableKeyPath<Profile, String?> & Sendable

  private static let paths: [(ProfileMapping.Field, Path)] = [
    (.userID, \.userId), (.email, \.email), (.emailVerified, \.emailVerified), (.displayName, \.displayName),
    (.screenName, \.screenName), (.photoURL, \.photoUrl), (.tokenUserID, \.tokenUserId),
  ]

  init(_ settings: ProviderSettings) {
    self.init()
    authorizationEndpoint = settings.endpoints.authorization
    tokenEndpoint = settings.endpoints.token
    userInfoEndpoint = settings.endpoints.userInfo
    userEmailsEndpoint = settings.endpoints.userEmails
    revocationEndpoint = settings.endpoints.revocation
    let dialect = settings.dialect ?? OAuthDialect()
    scopes = dialect.scopes.isEmpty ? nil : dialect.scopes
    scopeSeparator = dialect.scopeSeparator
    pkce = dialect.usesPKCE
    profileRequest = dialect.profileRequest.rawValue
    guard let mapping = settings.profile, !mapping.isEmpty else { return }
    var profile = Profile()
    for (field, path) in Self.paths { profile[keyPath: path] = mapping[field]?.text }
    self.profile = profile
  }

  /// Returns a change that replaces all fields: missing fields are removed.
  ///
  /// - Throws: `INVALID_CONFIG`.
  func change() throws(IdentityError) -> OAuthProviderChange {
    var change = OAuthProviderChange()
    change.authorizationEndpoint = authorizationEndpoint ?? ""
    change.tokenEndpoint = tokenEndpoint ?? ""
    change.userInfoEndpoint = userInfoEndpoint ?? ""
    change.userEmailsEndpoint = userEmailsEndpoint ?? ""
    change.revocationEndpoint = revocationEndpoint ?? ""
    for (field, path) in Self.paths { change.profile[field] = profile?[keyPath: path] ?? "" }
    change.scopes = scopes ?? []
    change.scopeSeparator = scopeSeparator ?? ""
    change.usesPKCE = pkce ?? OAuthDialect().usesPKCE
    guard let name = profileRequest, !name.isEmpty else {
      change.profileRequest = OAuthDialect().profileRequest
      return change
    }
    guard let request = OAuthDialect.ProfileRequest(rawValue: name) else {
      let known = OAuthDialect.ProfileRequest.allCases.map(\.rawValue).joined(separator: ", ")
      throw .invalidConfig("oauth2Config.profileRequest is one of \(known).")
    }
    change.profileRequest = request
    return change
  }
}
