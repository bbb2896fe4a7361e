import Identity
import IdentityWire
import WebAuthn

/// The hosts of the server's own pages. All projects share these hosts, so no project speaks for them alone: an app that
/// a host names can use the passkeys that users of every project have made there.
public struct ServerDomain: Sendable {
  /// The server's own origins. The canonical origin is the first.
  let origins: [String]
  /// The hosts, without names of this machine: browsers resolve those to their own machine.
  private let hosts: Set<String>
  private let passkeyProjects: [String: ProjectID]

  /// - Parameter passkeyProjects: the projects that the operator lets speak for a host, by host.
  public init(origins: [String], passkeyProjects: [String: ProjectID] = [:]) {
    self.origins = origins
    self.passkeyProjects = passkeyProjects
    let localhost = LoopbackHost.name.rawValue
    hosts = Set(
      origins.compactMap { PasskeyOrigin($0)?.host }.filter { host in
        host != localhost && !host.hasSuffix(".\(localhost)")
      })
  }

  fileprivate func contains(_ host: String) -> Bool { hosts.contains { $0.hasSameBytes(as: host) } }

  fileprivate func isSpokenFor(_ host: String, by project: ProjectID) -> Bool {
    passkeyProjects[host] == project
  }

  /// Returns those of the origins that are the server's own at an RP ID. Another host of the server may be for the app of
  /// another project.
  func own(_ expected: [String], at rpID: String) -> [String] {
    expected.filter { origin in
      origins.contains { $0.hasSameBytes(as: origin) } && PasskeyOrigin(origin)?.host == rpID
    }
  }
}

extension ProjectDirectory {
  /// Returns true if apps and sites of the project may use the passkeys of an RP ID. On a host of the server, they may
  /// while the project is the only one, or if the operator has named it.
  func mayExtend(_ rpID: String, _ project: ProjectID) async throws(IdentityError) -> Bool {
    guard domain.contains(rpID), !domain.isSpokenFor(rpID, by: project) else { return true }
    return try await cachedProjects().count <= 1
  }

  /// Returns the origins whose answers count in the project. On a host of the server that projects share, only the
  /// server's own do.
  func acceptedOrigins(of settings: PasskeySettings, in project: ProjectID)
    async throws(IdentityError) -> [String]
  {
    let own = domain.own(settings.expectedOrigins, at: settings.rpID)
    // Needs no look at the other projects.
    guard own.count < settings.expectedOrigins.count else { return own }
    return try await mayExtend(settings.rpID, project) ? settings.expectedOrigins : own
  }
}
