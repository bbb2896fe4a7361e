/// The DNS records about mails from a sender's address, and their meaning. They are only hints: a mail server may use
/// another domain for its bounces, and receivers have their own rules.
public struct SenderDomainReport: Sendable, Equatable {
  /// The maximum time for all DNS queries together.
  public static let maximumTime = Duration.seconds(3)

  /// The domain of the sender's address.
  public var domain: String
  /// One hint of each kind, in the order of the kinds.
  public var hints: [SenderDomainHint]

  /// Queries the DNS for the domain's records, all kinds at the same time.
  ///
  /// - Parameters:
  ///   - selector: the selector of the mail server's signatures. If nil, no key is queried. See
  ///     ``SenderDomain/isSelector(_:)``.
  ///   - time: the maximum time for all DNS queries together.
  public init(
    of sender: MailAddress, selector: String?, asking records: any TextRecords,
    within time: Duration = SenderDomainReport.maximumTime
  ) async {
    domain = sender.domain
    guard let domain = SenderDomain(sender.domain) else {
      hints = SenderDomainHint.Kind.allCases.map { SenderDomainHint($0, .noDomain) }
      return
    }
    let deadline = ContinuousClock.now + time
    async let spf = SPFRecord.hint(records.records(at: domain.text, within: time), at: domain.text)
    async let dmarc = Self.policy(of: domain, asking: records, until: deadline)
    async let dkim = Self.key(of: domain, selector, asking: records, within: time)
    hints = await [spf, dmarc, dkim]
  }

  private static func policy(
    of domain: SenderDomain, asking records: any TextRecords, until deadline: ContinuousClock.Instant
  ) async -> SenderDomainHint {
    var last = SenderDomainHint(.dmarc, .noDomain)
    for candidate in domain.policyDomains {
      guard let name = candidate.policyName else { continue }
      let left = ContinuousClock.now.duration(to: deadline)
      let answer = await records.records(at: name, within: left)
      if let hint = DMARCRecord.hint(answer, at: name, isParent: candidate != domain) { return hint }
      if last.name == nil { last = SenderDomainHint(.dmarc, .dmarcMissing, at: name) }
    }
    return last
  }

  private static func key(
    of domain: SenderDomain, _ selector: String?, asking records: any TextRecords, within time: Duration
  ) async -> SenderDomainHint {
    guard let selector else { return SenderDomainHint(.dkim, .dkimNotLookedUp) }
    guard let name = domain.keyName(selector) else { return SenderDomainHint(.dkim, .noDomain) }
    return DKIMKeyRecord.hint(await records.records(at: name, within: time), at: name)
  }
}
