import Foundation
import Identity
import IdentityWire
import WebAuthn

/// Who asks for passkeys, and by which settings.
struct PasskeyPolicy: Sendable {
  var relyingParty: RelyingParty
  var settings: PasskeySettings
}

extension Caller {
  /// Who asks for passkeys in the accounts in view.
  ///
  /// - Parameter client: from where an answer came; nil before there is one.
  /// - Throws: `PASSKEY_NOT_ENABLED`.
  func passkeyPolicy(answeredBy client: CollectedClientData? = nil) throws(IdentityError) -> PasskeyPolicy {
    guard let settings = signIn.passkeys ?? links.passkeys(in: scope) else {
      throw .refused(.passkeyNotEnabled, "Passkeys are not set up: there is no RP ID.")
    }
    guard settings.isEnabled, let id = RelyingPartyID(settings.rpID) else {
      throw .refused(.passkeyNotEnabled, "Passkeys are switched off.")
    }
    var origins = settings.expectedOrigins.compactMap(PasskeyOrigin.init)
    if signIn.passkeys == nil, let client, let page = links.developersPage(of: client) {
      origins.append(page)
    }
    return PasskeyPolicy(
      relyingParty: RelyingParty(
        id: id, origins: origins, topOrigins: settings.topOrigins.compactMap(PasskeyOrigin.init),
        attestation: try AttestationPolicy(settings)),
      settings: settings)
  }
}

extension ActionLinks {
  /// The RP ID of a development server: browsers take no IP address.
  private static let developmentRPID = "localhost"

  /// The settings of accounts for which nobody chose any: of a development server for `localhost`, of another one for the
  /// domain of its own address, and there for a project's own accounts alone. Nil where the server has no domain.
  func passkeys(in scope: Scope) -> PasskeySettings? {
    let sites = origins.compactMap { PasskeyOrigin($0) }
    if isDevelopment {
      let own = sites.filter { $0.host == Self.developmentRPID }.map(\.rawValue)
      return PasskeySettings(rpID: Self.developmentRPID, expectedOrigins: own)
    }
    guard scope.tenant == nil, let site = sites.first, let host = site.host, site.rawValue.hasPrefix("https:")
    else { return nil }
    return PasskeySettings(rpID: host, expectedOrigins: [site.rawValue])
  }

  /// A page on any port of `localhost`, as programmers have them, that answers a development server.
  fileprivate func developersPage(of client: CollectedClientData) -> PasskeyOrigin? {
    guard isDevelopment, let origin = PasskeyOrigin(client.origin), origin.host == Self.developmentRPID else {
      return nil
    }
    return origin
  }
}

extension AttestationPolicy {
  /// - Throws: `PASSKEY_NOT_ENABLED` for roots that can be read no longer: nothing is taken then.
  fileprivate init(_ settings: PasskeySettings) throws(IdentityError) {
    guard !settings.attestationRoots.isEmpty else {
      self = .unneeded
      return
    }
    guard let policy = AttestationPolicy(rootsInPEM: settings.attestationRoots) else {
      throw .refused(.passkeyNotEnabled).because("the roots of attestations cannot be read")
    }
    self = policy
  }
}
