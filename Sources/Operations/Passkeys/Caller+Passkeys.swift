import Foundation
import Identity
import IdentityWire
import WebAuthn

/// The policy for passkeys of the accounts in scope.
struct PasskeyPolicy: Sendable {
  let id: RelyingPartyID
  fileprivate(set) var settings: PasskeySettings
  /// The server's addresses, if the settings are the default.
  fileprivate let links: ActionLinks?

  /// Returns the relying party for a response.
  ///
  /// - Parameter attestation: ``attestation()`` for a new passkey. The response of a known passkey has no attestation.
  func relyingParty(
    answeredBy client: CollectedClientData, attestation: AttestationPolicy = .unneeded
  ) -> RelyingParty {
    var origins = settings.expectedOrigins.compactMap(PasskeyOrigin.init)
    if let page = links?.developersPage(of: client) { origins.append(page) }
    return RelyingParty(
      id: id, origins: origins, topOrigins: settings.topOrigins.compactMap(PasskeyOrigin.init),
      attestation: attestation)
  }

  /// Parses the attestation roots.
  ///
  /// - Throws: `PASSKEY_NOT_ENABLED` if the roots are no longer readable, so that no new passkey is accepted.
  func attestation() throws(IdentityError) -> AttestationPolicy {
    guard !settings.attestationRoots.isEmpty else { return .unneeded }
    guard let policy = AttestationPolicy(rootsInPEM: settings.attestationRoots) else {
      throw .refused(.passkeyNotEnabled).because("the roots of attestations cannot be read")
    }
    return policy
  }
}

extension IdentityService {
  /// Returns the policy for answers of passkeys of the accounts in scope. Its settings have only the origins that
  /// ``ProjectDirectory/acceptedOrigins(of:in:)`` returns.
  ///
  /// - Throws: `PASSKEY_NOT_ENABLED`.
  func passkeyPolicy(for caller: Caller) async throws(IdentityError) -> PasskeyPolicy {
    var policy = try caller.passkeyPolicy()
    policy.settings.expectedOrigins = try await projects.acceptedOrigins(
      of: policy.settings, in: caller.project.id)
    return policy
  }
}

extension Caller {
  /// Returns the policy for passkeys of the accounts in scope, before a look at other projects.
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
  /// The RP ID of a development server. Browsers accept no IP address.
  private static let developmentRPID = "localhost"

  /// Returns the default settings for the accounts of a scope without its own settings. A development server uses
  /// `localhost`. Other servers use the domain of their own address, and only for a project's own accounts. Nil if
  /// the server has no domain.
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

  /// Returns the page's origin if its host is `localhost` and this is a development server. Any port is allowed,
  /// because developers use many.
  fileprivate func developersPage(of client: CollectedClientData) -> PasskeyOrigin? {
    guard isDevelopment, let origin = PasskeyOrigin(client.origin), origin.host == Self.developmentRPID else {
      return nil
    }
    return origin
  }
}
