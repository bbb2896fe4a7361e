import Foundation
import IdentityWire

extension ProviderLab {
  /// Makes an ID token as the provider would for an app on a device.
  ///
  /// A fault that was set by the control API applies when the options have none.
  ///
  /// - Throws: ``LabError`` for a provider without ID tokens, an unknown person or a fault that no token
  ///   shows.
  public func mintIDToken(provider: String, _ options: LabTokenOptions = .init()) async throws -> String {
    let id = try knownProvider(provider)
    guard id != .github else { throw LabError(message: "GitHub has no ID tokens; ask for kind access.") }
    try Self.requireTokens(id)
    return try rules(of: id).idToken(
      for: try grant(id, options), authorizedParty: id == .google ? Self.clients.google.id : nil,
      lifetime: options.lifetime, now: options.now)
  }

  /// Makes an opaque access token that the provider's own services know.
  ///
  /// With `wrong-audience` it belongs to another app, with `expired` it has run out, with
  /// `wrong-signature`, `unknown-key` or `alg-none` the provider does not know it.
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

  /// Makes an authorization code as a native app gets one: its exchange needs no `redirect_uri`.
  ///
  /// - Throws: ``LabError`` as ``mintIDToken(provider:_:)``.
  public func mintCode(provider: String, _ options: LabTokenOptions = .init()) async throws -> String {
    let rules = rules(of: try knownProvider(provider))
    try Self.requireTokens(rules.profile.id)
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
      options.fault.map { FaultOrder($0) } ?? state.takeGrantFault(at: provider, for: [.token, .person])
    if let order, order.fault.place == .callback, order.fault != .reusedCode {
      throw LabError(message: "The fault \(order.fault.rawValue) shows in a redirect, not in a token.")
    }
    if let order, order.fault.place == .samlResponse {
      throw LabError(message: "The fault \(order.fault.rawValue) shows in a SAML response, not in a token.")
    }
    let person = try options.subject()
    let audience = options.audience ?? Self.defaultAudience(at: provider)
    return Grant(
      provider: provider, clientID: audience, redirectURI: "",
      scopes: options.scopes ?? Self.defaultScopes(at: provider),
      nonce: options.rawNonce.map(LabDigest.sha256Hexadecimal) ?? options.nonce,
      person: person.applying(order?.fault), subject: person.subject(at: provider), codeChallenge: nil,
      authenticatedAt: options.now ?? now, order: order, isNative: audience == Self.clients.apple.bundleID)
  }

  private static func defaultAudience(at provider: LabProviderID) -> String {
    switch provider {
    case .apple: clients.apple.bundleID
    case .facebook: clients.facebook.id
    case .github: clients.github.id
    case .google: clients.google.id
    case .openID: clients.oidc.id
    case .saml: ""
    }
  }

  private static func defaultScopes(at provider: LabProviderID) -> [String] {
    switch provider {
    case .apple: ["name", "email"]
    case .facebook: ["public_profile", "email"]
    case .github: ["user:email", "read:user"]
    case .google, .openID: ["openid", "email", "profile"]
    case .saml: []
    }
  }
}
