import Foundation

/// Reads the public key that verifies a mail server's signatures (RFC 6376, section 3.6.1).
enum DKIMKeyRecord {
  /// The length in bytes of a 1024-bit RSA key in the record. Receivers ignore shorter keys (RFC 8301, section 3.2).
  private static let shortestRSAKey = 160

  static func hint(_ answer: TextRecordAnswer, at name: String) -> SenderDomainHint {
    guard case .records(let all) = answer else {
      return SenderDomainHint(.dkim, answer == .none ? .dkimMissing : .unanswered, at: name)
    }
    let records = all.map { RecordText($0) }
    let finding = records.count == 1 ? finding(in: records[0].text) : .dkimSeveral
    return SenderDomainHint(.dkim, finding, at: name, records: records.filter { isKey($0.text) }.shown)
  }

  /// True if a record is shown: a wildcard record of the domain may answer with texts that are not about mail.
  private static func isKey(_ text: String) -> Bool {
    guard let tags = RecordTags(text) else { return text.hasPrefix("v=DKIM1") }
    return tags["v"] == "DKIM1" || tags["p"] != nil
  }

  private static func finding(in text: String) -> SenderDomainFinding {
    guard let tags = RecordTags(text), let encoded = tags["p"] else { return .dkimMalformed }
    if let version = tags["v"], version != "DKIM1" || tags.first != "v" { return .dkimMalformed }
    guard !encoded.isEmpty else { return .dkimRevoked }
    // The key may contain blanks.
    guard let key = Data(base64Encoded: encoded.filter { $0 != " " }) else { return .dkimMalformed }
    switch tags["k"] ?? "rsa" {
    case "rsa": guard key.count >= shortestRSAKey else { return .dkimShort }
    case "ed25519": guard key.count == 32 else { return .dkimMalformed }
    default: return .dkimMalformed
    }
    let flags = (tags["t"] ?? "").split(separator: ":").map { RecordTags.trimmed($0) }
    return flags.contains("y") ? .dkimTesting : .dkimFound
  }
}
