/// A former issuer of a project's ID tokens. It is accepted for a limited time.
public struct FormerIssuer: Sendable, Equatable, Codable {
  /// The `iss` of the tokens.
  public var issuer: String
  /// The time from which tokens of the issuer are refused.
  public var acceptedUntil: Instant

  public init(issuer: String, acceptedUntil: Instant) {
    self.issuer = issuer
    self.acceptedUntil = acceptedUntil
  }
}

extension Project {
  /// The grace periods in seconds for which a former issuer may stay accepted.
  public static let issuerGracePeriods: ClosedRange<Int64> = 0...2_592_000
  /// In seconds. ID tokens are valid for an hour; the remaining time is for back ends that learn the new issuer later.
  public static let usualIssuerGracePeriod: Int64 = 86_400
  static let maximumFormerIssuers = 4

  /// The issuer in the form of Google's service, `https://securetoken.google.com/<project>`.
  public static func officialIssuer(of id: ProjectID) -> String { "https://securetoken.google.com/\(id)" }

  /// The `iss` of new ID tokens.
  public var issuer: String { tokenIssuer ?? Self.officialIssuer(of: id) }

  /// All issuers whose ID tokens are accepted at a moment: the current one, then former ones, the most recent first.
  public func issuers(now: Instant) -> [String] {
    [issuer] + formerIssuers.reversed().filter { now < $0.acceptedUntil }.map(\.issuer)
  }

  /// True if ID tokens with this `iss` are accepted at a moment.
  public func accepts(issuer: String, now: Instant) -> Bool {
    issuer.hasSameBytes(as: self.issuer)
      || formerIssuers.contains { now < $0.acceptedUntil && issuer.hasSameBytes(as: $0.issuer) }
  }

  /// Changes the issuer of new ID tokens. The previous issuer is accepted for the grace period. Earlier issuers are
  /// accepted until the end of the grace period at the latest.
  ///
  /// - Parameters:
  ///   - new: nil for the official issuer.
  ///   - grace: the grace period in seconds.
  public mutating func changeIssuer(to new: String?, grace: Int64, now: Instant) {
    let (before, end) = (issuer, now.adding(seconds: grace))
    tokenIssuer = new.flatMap { $0.hasSameBytes(as: Self.officialIssuer(of: id)) ? nil : $0 }
    var former = formerIssuers
    if !before.hasSameBytes(as: issuer) {
      former.removeAll { $0.issuer.hasSameBytes(as: before) }
      former.append(FormerIssuer(issuer: before, acceptedUntil: end))
    }
    former.removeAll { $0.issuer.hasSameBytes(as: issuer) }
    formerIssuers = former.map { FormerIssuer(issuer: $0.issuer, acceptedUntil: min($0.acceptedUntil, end)) }
      .filter { now < $0.acceptedUntil }.suffix(Self.maximumFormerIssuers)
  }
}
