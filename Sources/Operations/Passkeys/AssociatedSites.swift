import Identity
import IdentityWire
import WebAuthn

/// Finds the sites and apps that may use the passkeys of a domain, from the settings of the projects with
/// that RP ID.
public struct AssociatedSites: Sendable {
  public struct Site: Sendable, Equatable {
    /// Web origins in the clients' format, in the order of the settings.
    var origins: [String] = []
    /// `TEAMID.bundle.id`
    var appleApps: [String] = []
    var androidApps: [AndroidApp] = []

    struct AndroidApp: Sendable, Equatable {
      var packageName: String
      /// SHA-256 digests of the signing certificates.
      var certificates: [[UInt8]]
    }
  }

  private let projects: ProjectDirectory
  private let links: ActionLinks

  public init(projects: ProjectDirectory, links: ActionLinks) {
    self.projects = projects
    self.links = links
  }

  /// - Parameter host: a host in lower case.
  /// - Returns: nil if no project has this RP ID.
  public func site(_ host: String) async throws(IdentityError) -> Site? {
    var site = Site()
    var isUsed = false
    var speakers: [Project] = []
    for project in try await projects.cachedProjects() {
      let settings = project.signIn.passkeys ?? links.passkeys(in: Scope(project: project.id))
      guard let settings, settings.isEnabled, settings.rpID.hasSameBytes(as: host) else { continue }
      isUsed = true
      if try await projects.mayExtend(settings.rpID, project.id) {
        site.add(settings.expectedOrigins)
        site.addAndroidApps(of: project, settings.expectedOrigins)
        speakers.append(project)
      } else {
        site.add(projects.domain.own(settings.expectedOrigins, at: settings.rpID))
      }
    }
    guard isUsed else { return nil }
    // An Apple app acts for the whole domain. If several projects use the domain, one project's app could use the
    // passkeys of all others.
    let owners = speakers.count == 1 ? speakers : speakers.filter { $0.signIn.passkeys != nil }
    if owners.count == 1 { site.addAppleApps(of: owners[0]) }
    return site
  }
}

extension AssociatedSites.Site {
  private static let androidPrefix = "android:apk-key-hash:"

  fileprivate mutating func addAppleApps(of project: Project) {
    guard let team = project.provider("apple.com")?.apple?.teamID, !team.isEmpty else { return }
    for app in project.apps where app.platform == .ios {
      guard let bundleID = app.bundleID, !appleApps.contains("\(team).\(bundleID)") else { continue }
      appleApps.append("\(team).\(bundleID)")
    }
  }

  /// Adds the web origins.
  fileprivate mutating func add(_ texts: [String]) {
    for text in texts where !text.hasPrefix(Self.androidPrefix) && !origins.contains(text) {
      origins.append(text)
    }
  }

  /// Adds the project's apps with the certificates among the origins.
  fileprivate mutating func addAndroidApps(of project: Project, _ texts: [String]) {
    let certificates = texts.filter { $0.hasPrefix(Self.androidPrefix) }.compactMap {
      Base64URL.decode($0.dropFirst(Self.androidPrefix.count))
    }
    guard !certificates.isEmpty else { return }
    for app in project.apps {
      if app.platform == .android, let packageName = app.packageName {
        androidApps.append(.init(packageName: packageName, certificates: certificates))
      }
    }
  }

  /// Related origins (WebAuthn Level 3 section 5.11.1).
  public var relatedOrigins: JSONValue? {
    origins.isEmpty ? nil : ["origins": .array(origins.map { .string($0) })]
  }

  /// https://developer.apple.com/documentation/xcode/supporting-associated-domains
  public var appleAssociation: JSONValue? {
    appleApps.isEmpty ? nil : ["webcredentials": ["apps": .array(appleApps.map { .string($0) })]]
  }

  /// https://developers.google.com/digital-asset-links/v1/getting-started
  public var androidAssetLinks: JSONValue? {
    guard !androidApps.isEmpty else { return nil }
    return .array(
      androidApps.map { app in
        [
          "relation": ["delegate_permission/common.get_login_creds"],
          "target": [
            "namespace": "android_app", "package_name": .string(app.packageName),
            "sha256_cert_fingerprints": .array(app.certificates.map { .string(Self.fingerprint($0)) }),
          ],
        ]
      })
  }

  private static func fingerprint(_ bytes: [UInt8]) -> String {
    bytes.map { byte in
      let digits = String(byte, radix: 16, uppercase: true)
      return digits.count == 1 ? "0" + digits : digits
    }.joined(separator: ":")
  }
}
