import Identity
import WebAuthn

/// A fault or a fact that a look at the settings of passkeys finds. Nothing is fetched for it.
public struct PasskeyFinding: Sendable, Equatable {
  public enum Kind: String, Sendable, CaseIterable {
    /// There is no RP ID.
    case notSetUp
    case off
    /// The site is the RP ID's own, or below it.
    case ownSite
    /// Browsers take `localhost` on that host alone.
    case belowLocalhost
    /// Another site, which the document on the RP ID's host names, and this server serves that.
    case relatedSite
    /// Another site, for which the document has to be served elsewhere.
    case relatedSiteElsewhere
    /// The sites have more labels than browsers honour.
    case manyRelatedSites
    case androidApp
    /// No Android app is registered that could have the certificate.
    case androidAppUnknown
    /// Apple apps are registered, and no team's ID that makes their names whole.
    case appleTeamUnknown
    case stranded
  }

  public enum Outcome: String, Sendable {
    case passed, noted, failed
  }

  public let kind: Kind
  /// The origin or RP ID that it is about.
  public var subject = ""
  public var count = 0

  public var outcome: Outcome {
    switch kind {
    case .ownSite, .relatedSite, .androidApp: .passed
    case .relatedSiteElsewhere, .manyRelatedSites, .appleTeamUnknown: .noted
    case .notSetUp, .off, .belowLocalhost, .androidAppUnknown, .stranded: .failed
    }
  }
}

/// The facts that findings are made from.
struct PasskeyFacts: Sendable {
  /// The number of labels that browsers take of one document, at least (WebAuthn Level 3 section 5.11). Sites of the RP ID
  /// itself count as any other.
  static let relatedLabels = 5

  var settings: Settings?
  var hasAndroidApp = false
  var hasAppleApp = false
  var hasAppleTeam = false
  /// Origins that the document for the RP ID's host names, of whatever project.
  var publishedOrigins: [String] = []
  /// Whether this server serves the document on that host.
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
  /// How many passkeys that are of use now another RP ID would make useless; with what was useless before, if any.
  ///
  /// - Parameter rpID: empty for settings that are forgotten.
  public func passkeysStranded(bySetting rpID: String, of caller: Caller) async throws(IdentityError) -> Int {
    let standard = caller.links.passkeys(in: caller.scope)?.rpID
    let wanted = rpID.isEmpty ? standard ?? "" : rpID
    // One that is none changes nothing: it will be refused.
    guard rpID.isEmpty || RelyingPartyID(rpID) != nil,
      let known = caller.signIn.passkeys?.rpID ?? standard, known != wanted
    else { return 0 }
    return try await strandedPasskeys(by: wanted, in: caller.scope)
  }

  /// Faults and facts of the settings of passkeys that are in force for the accounts in view.
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
    // The document is made of projects' settings; a tenant's are no part of it.
    let sites = AssociatedSites(projects: projects, links: caller.links)
    facts.publishedOrigins = try await sites.site(settings.rpID)?.origins ?? []
    facts.isServedHere = caller.links.origins.contains { $0 == "https://" + settings.rpID }
    facts.stranded = try await strandedPasskeys(by: settings.rpID, in: caller.scope)
    return facts.findings
  }
}
