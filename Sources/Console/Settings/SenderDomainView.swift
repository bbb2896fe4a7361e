import Messaging

/// The part of a page that looks up the DNS records about mail of the sender's domain, and explains them.
struct SenderDomainView: Sendable {
  struct Hint: Sendable {
    /// SPF, DMARC or DKIM.
    let kind: String
    let level: String
    let isFound: Bool
    let isDoubtful: Bool
    let sentence: String
    /// The name that was looked up in the DNS.
    let place: String?
    let records: [String]
  }

  let title: String
  let about: String
  let action: String
  let label: String
  let hint: String
  let button: String
  let selector: String
  /// False before the first look-up.
  let isLookedUp: Bool
  let hints: [Hint]

  /// The form, with the answer of a look-up.
  ///
  /// - Returns: nil if no mails are sent.
  static func form(_ path: String, _ request: ConsoleRequest, report: SenderDomainReport?, selector: String)
    -> SenderDomainView?
  {
    guard let sender = request.domain.administration.senderAddress(of: request.project) else { return nil }
    let texts = request.texts
    return SenderDomainView(
      title: texts("settings.sender.title"),
      about: texts("settings.sender.about", ["address": sender.text]), action: request.path(path),
      label: texts("settings.sender.selector"), hint: texts("settings.sender.selectorHint"),
      button: texts("settings.sender.lookUp"),
      selector: request.submitted("sender")?["selector"] ?? selector,
      isLookedUp: report != nil,
      hints: (report?.hints ?? []).map { hint in
        let level = hint.finding.level
        return Hint(
          kind: hint.kind.name, level: texts("settings.sender.level.\(level.rawValue)"),
          isFound: level == .found, isDoubtful: level == .missing || level == .unusual,
          sentence: texts("settings.sender.finding.\(hint.finding.rawValue)"), place: hint.name,
          records: hint.records)
      })
  }
}
