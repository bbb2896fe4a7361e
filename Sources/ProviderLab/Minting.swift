import Foundation
import IdentityWire

extension ProviderLab {
  /// Makes an ID token as the provider would for a native app.
  ///
  /// If the options name no fault, a fault set by the control API applies.
  ///
  /// - Throws: ``LabError`` for a provider without ID tokens, an unknown person or a fault that tokens cannot
  ///   show.
  public func mintIDToken(provider: String, _ options: LabTokenOptions = .init()) async throws -> String {
    let id = try knownProvider(provider)
    guard id != .playGames else {
      throw LabError(message: "Google Play Games has no ID tokens; ask for kind code.")
    }
    try Self.requireTokens(id)
    guard id != .github, id != .oauth, id != .twitter else {
      throw LabError(message: "\(rules(of: id).profile.name) has no ID tokens; ask for kind access.")
    }
    return try rules(of: id).idToken(
      for: try grant(id, options), authorizedParty: id == .google ? Self.clients.google.id : nil,
      lifetime: options.lifetime, now: options.now)
  }

  /// Makes an opaque access token for the provider's own services.
  ///
  /// With `wrong-audience`, the token belongs to another app. With `expired`, it has expired. With `wrong-signature`,
  /// `unknown-key` or `alg-none`, the provider does not know the token.
  ///
  /// - Throws: ``LabError`` as ``mintIDToken(provider:_:)``.
  public func mintAccessToken(
    provider: String, _ options: LabTokenOptions = .init()
  ) async throws -> String {
    let rules = rules(of: try knownProvider(provider))
    try Self.requireTokens(rules.profile.id)
    var grant = try grant(rules.profile.id, options)
    let fault = grant.order?.fault
    if fault == .wrongAudience { grant.clientID = TokenForge.strangerAudience }
    if [.wrongSignature, .unknownKey, .algorithmNone, .algorithmHS256].contains(fault) {
      return rules.profile.accessTokenPrefix + LabDigest.randomAlphanumeric(120)
    }
    let lifetime = fault == .expired ? -3600 : options.lifetime
    return rules.issueAccessToken(for: grant, lifetime: lifetime, now: options.now).token
  }

  /// The secret of an OAuth 1.0a access token. For any other token, it is a random text that matches nothing.
  public func tokenSecret(of accessToken: String) -> String {
    state.token(accessToken)?.secret ?? LabDigest.randomAlphanumeric(45)
  }

  /// Makes a native app's authorization code. Its exchange needs no `redirect_uri`.
  ///
  /// - Throws: ``LabError`` as ``mintIDToken(provider:_:)``.
  public func mintCode(provider: String, _ options: LabTokenOptions = .init()) async throws -> String {
    let rules = rules(of: try knownProvider(provider))
    try Self.requireTokens(rules.profile.id)
    guard !rules.profile.hasTokenSecrets else {
      throw LabError(message: "\(rules.profile.name) has no codes for apps; ask for kind access.")
    }
    return rules.issueCode(for: try grant(rules.profile.id, options))
  }

  private static func requireTokens(_ provider: LabProviderID) throws(LabError) {
    guard provider != .saml else {
      throw LabError(message: "SAML has no tokens and no codes; ask for kind response.")
    }
  }

  func knownProvider(_ name: String) throws(LabError) -> LabProviderID {
    guard let id = LabProviderID(named: name) else { throw .unknownProvider(name) }
    return id
  }

  private func grant(_ provider: LabProviderID, _ options: LabTokenOptions) throws -> Grant {
    let order =
      options.fault.map { FaultSpecification($0) }
      ?? state.takeGrantFault(at: provider, for: [.token, .person, .oauth1, .oauth2])
    if let order, order.fault.place == .callback, order.fault != .reusedCode {
      throw LabError(message: "The fault \(order.fault.rawValue) shows in a redirect, not in a token.")
    }
    if let order, order.fault.place == .samlResponse {
      throw LabError(message: "The fault \(order.fault.rawValue) shows in a SAML response, not in a token.")
    }
    let person = try options.subject()
    let audience = options.audience ?? Self.clients.defaultAudience(at: provider)
    var grant = Grant(
      provider: provider, clientID: audience, redirectURI: "",
      scopes: options.scopes ?? Self.defaultScopes(at: provider),
      nonce: options.rawNonce.map(LabDigest.sha256Hexadecimal) ?? options.nonce,
      person: person.applying(order?.fault), subject: person.subject(at: provider), codeChallenge: nil,
      authenticatedAt: options.now ?? now, order: order, isNative: audience == Self.clients.apple.bundleID)
    grant.tenant = options.tenant
    return grant
  }

  private static func defaultScopes(at provider: LabProviderID) -> [String] {
    switch provider {
    case .apple: ["name", "email"]
    case .facebook: ["public_profile", "email"]
    case .github: ["user:email", "read:user"]
    case .oauth: ["mail", "profile"]
    case .google, .linkedIn, .line, .openID, .yahoo: ["openid", "email", "profile"]
    case .microsoft: ["openid", "email", "profile", "User.Read"]
    case .playGames: ["https://www.googleapis.com/auth/games_lite"]
    case .saml, .twitter: []
    }
  }
}
