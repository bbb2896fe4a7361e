import Identity
import WebAuthn

/// A problem or a fact about the settings of passkeys. Finding it makes no requests.
public struct PasskeyFinding: Sendable, Equatable {
  public enum Kind: String, Sendable, CaseIterable {
    /// There is no RP ID.
    case notSetUp
    case off
    /// The site is the RP ID's own domain or a sub-domain.
    case ownSite
    /// Browsers accept `localhost` only on that host itself.
    case belowLocalhost
    /// Another site. The document on the RP ID's host names it, and this server serves the document.
    case relatedSite
    /// Another site. Another server must serve the document that names it.
    case relatedSiteElsewhere
    /// The sites have more labels than browsers honour.
    case manyRelatedSites
    case androidApp
    /// Not accepted: the RP ID is a host of the server, which several projects share.
    case sharedDomain
    /// No registered Android app can have the certificate.
    case androidAppUnknown
    /// Apple apps are registered, but the team ID that completes their names is missing.
    case appleTeamUnknown
    case stranded
  }

  public enum Outcome: String, Sendable {
    case passed, noted, failed
  }

  public let kind: Kind
  /// The origin or RP ID that the finding is about.
  public var subject = ""
  public var count = 0

  public var outcome: Outcome {
    switch kind {
    case .ownSite, .relatedSite, .androidApp: .passed
    case .relatedSiteElsewhere, .manyRelatedSites, .appleTeamUnknown: .noted
    case .notSetUp, .off, .belowLocalhost, .sharedDomain, .androidAppUnknown, .stranded: .failed
    }
  }
}

/// The facts that findings are derived from.
struct PasskeyFacts: Sendable {
  /// The minimum number of labels that browsers accept in one document (WebAuthn Level 3 section 5.11). Sites
  /// of the RP ID itself count too.
  static let relatedLabels = 5

  var settings: Settings?
  var hasAndroidApp = false
  var hasAppleApp = false
  var hasAppleTeam = false
  /// The origins, of all projects, in the document for the RP ID's host.
  var publishedOrigins: [String] = []
  /// Those of the origins whose answers count. Nil for all.
  var acceptedOrigins: [String]?
  /// True if this server serves the document on that host.
  var isServedHere = false
  var stranded = 0

  struct Settings: Sendable {
    var isEnabled: Bool
    var rpID: String
    var origins: [String]
  }

  var findings: [PasskeyFinding] {
    guard let settings else { return [PasskeyFinding(kind: .notSetUp)] }
    var findings: [PasskeyFinding] = []
    if !settings.isEnabled { findings.append(.init(kind: .off)) }
    findings += settings.origins.map { finding($0, settings.rpID) }
    let labels = Set((publishedOrigins + settings.origins).compactMap { PasskeyOrigin($0)?.relatedLabel })
      .count
    if labels > Self.relatedLabels { findings.append(.init(kind: .manyRelatedSites, count: labels)) }
    if hasAppleApp, !hasAppleTeam { findings.append(.init(kind: .appleTeamUnknown)) }
    if stranded > 0 { findings.append(.init(kind: .stranded, subject: settings.rpID, count: stranded)) }
    return findings
  }

  private func finding(_ origin: String, _ rpID: String) -> PasskeyFinding {
    if let acceptedOrigins, !acceptedOrigins.contains(origin) {
      return .init(kind: .sharedDomain, subject: origin)
    }
    guard let scheme = origin.firstRange(of: "://") else {
      return .init(kind: hasAndroidApp ? .androidApp : .androidAppUnknown, subject: origin)
    }
    let host = origin[scheme.upperBound...].prefix { $0 != ":" }
    if host == rpID { return .init(kind: .ownSite, subject: origin) }
    if host.hasSuffix("." + rpID) {
      return .init(kind: rpID == "localhost" ? .belowLocalhost : .ownSite, subject: origin)
    }
    return .init(
      kind: isServedHere && publishedOrigins.contains(origin) ? .relatedSite : .relatedSiteElsewhere,
      subject: origin)
  }
}

extension ProjectAdministration {
  /// Counts the passkeys that would be unusable with another RP ID, including those that are unusable
  /// already. Returns 0 if the RP ID does not change.
  ///
  /// - Parameter rpID: empty to remove the settings.
  public func countPasskeysStranded(bySetting rpID: String, of caller: Caller) async throws(IdentityError)
    -> Int
  {
    let standard = caller.links.passkeys(in: caller.scope)?.rpID
    let wanted = rpID.isEmpty ? standard ?? "" : rpID
    // An invalid RP ID changes nothing: it will be refused.
    guard rpID.isEmpty || RelyingPartyID(rpID) != nil,
      let known = caller.signIn.passkeys?.rpID ?? standard, known != wanted
    else { return 0 }
    return try await countStrandedPasskeys(by: wanted, in: caller.scope)
  }

  /// Returns the findings about the effective settings for the accounts in scope.
  public func passkeyFindings(of caller: Caller) async throws(IdentityError) -> [PasskeyFinding] {
    let settings = caller.signIn.passkeys ?? caller.links.passkeys(in: caller.scope)
    var facts = PasskeyFacts()
    guard let settings else { return facts.findings }
    facts.settings = .init(
      isEnabled: settings.isEnabled, rpID: settings.rpID, origins: settings.expectedOrigins)
    let apps = caller.project.apps
    facts.hasAndroidApp = apps.contains { $0.platform == .android && $0.packageName != nil }
    facts.hasAppleApp = apps.contains { $0.platform == .ios && $0.bundleID != nil }
    facts.hasAppleTeam = caller.project.provider("apple.com")?.apple?.teamID.isEmpty == false
    // The document is made from the settings of projects, not of tenants.
    let sites = AssociatedSites(projects: projects, links: caller.links)
    facts.acceptedOrigins = try await projects.acceptedOrigins(of: settings, in: caller.project.id)
    facts.publishedOrigins = try await sites.site(settings.rpID)?.origins ?? []
    facts.isServedHere = caller.links.origins.contains { $0 == "https://" + settings.rpID }
    facts.stranded = try await countStrandedPasskeys(by: settings.rpID, in: caller.scope)
    return facts.findings
  }
}
