import Foundation
import Identity
import IdentityWire
import WebAuthn

/// How passkeys are asked for in the accounts in view.
struct PasskeyPolicy: Sendable {
  let id: RelyingPartyID
  let settings: PasskeySettings
  /// The server's addresses where nobody chose settings.
  fileprivate let links: ActionLinks?

  /// The relying party to which an answer came.
  ///
  /// - Parameter attestation: for a new passkey, ``attestation()``; the answer of a known one has none.
  func relyingParty(
    answeredBy client: CollectedClientData, attestation: AttestationPolicy = .unneeded
  ) -> RelyingParty {
    var origins = settings.expectedOrigins.compactMap(PasskeyOrigin.init)
    if let page = links?.developersPage(of: client) { origins.append(page) }
    return RelyingParty(
      id: id, origins: origins, topOrigins: settings.topOrigins.compactMap(PasskeyOrigin.init),
      attestation: attestation)
  }

  /// Parses the roots.
  ///
  /// - Throws: `PASSKEY_NOT_ENABLED` for roots that can be read no longer: no new passkey is taken then.
  func attestation() throws(IdentityError) -> AttestationPolicy {
    guard !settings.attestationRoots.isEmpty else { return .unneeded }
    guard let policy = AttestationPolicy(rootsInPEM: settings.attestationRoots) else {
      throw .refused(.passkeyNotEnabled).because("the roots of attestations cannot be read")
    }
    return policy
  }
}

extension Caller {
  /// How passkeys are asked for in the accounts in view.
  ///
  /// - Throws: `PASSKEY_NOT_ENABLED`.
  func passkeyPolicy() throws(IdentityError) -> PasskeyPolicy {
    guard let settings = signIn.passkeys ?? links.passkeys(in: scope) else {
      throw .refused(.passkeyNotEnabled, "Passkeys are not set up: there is no RP ID.")
    }
    guard settings.isEnabled, let id = RelyingPartyID(settings.rpID) else {
      throw .refused(.passkeyNotEnabled, "Passkeys are switched off.")
    }
    return PasskeyPolicy(id: id, settings: settings, links: signIn.passkeys == nil ? links : nil)
  }
}

extension ActionLinks {
  /// The RP ID of a development server: browsers take no IP address.
  private static let developmentRPID = "localhost"

  /// The settings of accounts for which nobody chose any: of a development server for `localhost`, of another one for the
  /// domain of its own address, and there for a project's own accounts alone. Nil where the server has no domain.
  func passkeys(in scope: Scope) -> PasskeySettings? {
    isDevelopment || scope.tenant == nil ? defaultSettings : nil
  }

  /// The default RP ID of every project of the server.
  var sharedNames: Set<ExclusiveName> {
    guard let rpID = defaultSettings?.rpID else { return [] }
    return [.relyingPartyID(rpID)]
  }

  private var defaultSettings: PasskeySettings? {
    let sites = origins.compactMap { PasskeyOrigin($0) }
    if isDevelopment {
      let own = sites.filter { $0.host == Self.developmentRPID }.map(\.rawValue)
      return PasskeySettings(rpID: Self.developmentRPID, expectedOrigins: own)
    }
    guard let site = sites.first, let host = site.host, site.rawValue.hasPrefix("https:") else { return nil }
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
