import ArgumentParser
import Identity
import Messaging
import Operations

struct ProjectMailCheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Look up SPF, DMARC and DKIM of the domain that sends a project's mails.",
    discussion: """
      Receivers ask the DNS whether mails from a domain are genuine: which servers may send them (SPF), which key signs \
      them (DKIM), and what to do with forged mails (DMARC). This command asks this machine's name servers for the same \
      records, for at most three seconds, and explains the records. The domain is that of the project's own sender, or \
      of mail.from in the configuration. The results are hints. They do not change the exit code, which is 0.

      EXAMPLES
        latchkey project mail check my-app --config latchkey.yaml
        latchkey project mail check my-app --selector mail2026

      \(ExitStatus.help)
      """)

  @OptionGroup var data: DataOptions

  @Argument(help: "The project's id.", transform: parseProjectID)
  var id: ProjectID

  @Option(
    help:
      "The mail server's DKIM selector: s= in the DKIM-Signature of a mail. Without a selector, no key is looked up."
  )
  var selector: String?

  func validate() throws {
    guard let selector, !SenderDomain.isSelector(selector) else { return }
    throw ValidationError("A selector has only letters, digits, hyphens and underscores, such as mail2026.")
  }

  func run() async throws {
    let sender = try data.config.flatMap { (file) throws(CommandFailure) in
      try ConfigurationOptions.sender(of: file)
    }
    try await data.withBackend(configure: { $0.sender = sender }) { backend in
      let project = try await backend.requireProject(id)
      guard let sender = backend.administration.senderAddress(of: project) else {
        throw CommandFailure(
          .refused,
          data.config == nil
            ? "The project has no mail server of its own. Name the server's configuration with --config."
            : "No mails are sent: neither the project nor the configuration has a mail server.")
      }
      let report = try await backend.administration.checkSenderDomain(
        of: project, selector: selector, by: nil)
      let hints = report.hints.map { hint in
        let facts = [hint.name].compactMap { $0 } + hint.records
        return "\(hint.kind.name): \(hint.finding.level.words). \(hint.finding.sentence)"
          + facts.map { "\n  \(PlainText.line($0))" }.joined()
      }
      try Terminal.print((["Mails are from \(PlainText.line(sender.text))."] + hints).joined(separator: "\n"))
    }
  }
}

extension SenderDomainFinding.Level {
  fileprivate var words: String {
    switch self {
    case .found: "found"
    case .missing: "missing"
    case .unusual: "unusual"
    case .unanswered: "no answer"
    case .notLookedUp: "not looked up"
    }
  }
}

extension SenderDomainFinding {
  /// The sentence for the administrator. The console shows the same sentence.
  fileprivate var sentence: String {
    switch self {
    case .spfStrict:
      "Receivers are asked to refuse mail from servers that the record does not list (-all)."
    case .spfSoft:
      "Receivers are asked to suspect mail from servers that the record does not list (~all)."
    case .spfRedirect:
      "The rules are those of another domain (redirect=), which was not looked up."
    case .spfMissing:
      "There is no SPF record. Receivers cannot tell which servers may send for the domain."
    case .spfSeveral:
      "There is more than one SPF record. Receivers treat that as an error. Keep one."
    case .spfAllowsAll:
      "The record lets every server send for the domain (+all)."
    case .spfOpenEnded:
      "The record ends with neither ~all nor -all. It says nothing about servers that it does not list."
    case .spfTooManyLookups:
      "The record needs more than 10 look-ups. Receivers treat that as an error."
    case .spfMalformed:
      "The record is malformed. Receivers treat that as an error."
    case .dmarcReject:
      "Receivers are asked to refuse forged mail (reject)."
    case .dmarcQuarantine:
      "Receivers are asked to treat forged mail as suspect (quarantine)."
    case .dmarcNone:
      "Receivers are asked to do nothing about forged mail but report it (none)."
    case .dmarcMissing:
      "There is no DMARC record at the domain, nor at one above it."
    case .dmarcSeveral:
      "There is more than one DMARC record. Receivers ignore them all. Keep one."
    case .dmarcMalformed:
      "The record is malformed, or names no policy (p=none, quarantine or reject)."
    case .dkimFound:
      "There is a key that receivers can check signatures with."
    case .dkimMissing:
      "There is no key for this selector."
    case .dkimRevoked:
      "The key is revoked: p= is empty."
    case .dkimTesting:
      "The key is marked as a test (t=y). Receivers may treat mails as if they were not signed."
    case .dkimShort:
      "The RSA key has fewer than 1024 bits. Receivers ignore it."
    case .dkimSeveral:
      "There is more than one record for this selector. Receivers may use either. Keep one."
    case .dkimMalformed:
      "The record is not a key that receivers can read."
    case .dkimNotLookedUp:
      "Only the mail server knows the selector that it signs with. Name it to look up its key."
    case .unanswered:
      "The DNS did not answer in time, or not usably. Try again later."
    case .noDomain:
      "The sender's address is not at a domain of the public DNS."
    }
  }
}
