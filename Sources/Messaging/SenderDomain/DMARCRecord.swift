/// Reads a domain's DMARC record (RFC 7489).
enum DMARCRecord {
  /// - Parameters:
  ///   - name: the name of the DNS query.
  ///   - isParent: true if the name belongs to a domain above the sender's.
  /// - Returns: nil if there is no record. The domain above then applies.
  static func hint(_ answer: TextRecordAnswer, at name: String, isParent: Bool) -> SenderDomainHint? {
    guard case .records(let all) = answer else {
      return answer == .none ? nil : SenderDomainHint(.dmarc, .unanswered, at: name)
    }
    let records = all.map { RecordText($0) }.filter { isRecord($0.text) }
    guard let record = records.first else { return nil }
    let finding = records.count == 1 ? finding(in: record.text, isParent: isParent) : .dmarcSeveral
    return SenderDomainHint(.dmarc, finding, at: name, records: records.shown)
  }

  /// Section 6.6.3: records that do not begin with the version are discarded.
  private static func isRecord(_ text: String) -> Bool {
    text.prefix { $0 != ";" }.filter { $0 != " " } == "v=DMARC1"
  }

  private static func finding(in text: String, isParent: Bool) -> SenderDomainFinding {
    guard let tags = RecordTags(text), let own = tags["p"].flatMap(policy) else { return .dmarcMalformed }
    guard isParent, let subdomains = tags["sp"] else { return own }
    return policy(subdomains) ?? .dmarcMalformed
  }

  private static func policy(_ text: Substring) -> SenderDomainFinding? {
    switch text.lowercased() {
    case "none": .dmarcNone
    case "quarantine": .dmarcQuarantine
    case "reject": .dmarcReject
    default: nil
    }
  }
}
