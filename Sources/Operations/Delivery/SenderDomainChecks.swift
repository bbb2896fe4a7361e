import Identity
import Messaging
import WorkPool

/// Looks up the DNS records about mail, for the domains from which projects send mails. Limits the number of look-ups,
/// because each one sends queries to name servers, and a project chooses its sender.
public final class SenderDomainChecks: Sendable {
  /// The limit of look-ups by one administrator in one project.
  static let perAdministrator = Throttle.rate(10, per: 60)
  /// The limit of look-ups in one project.
  static let perProject = Throttle.rate(30, per: 60)

  /// The sender's address in mails of projects without a mail server of their own; nil if they cannot send mails.
  let serverWideSender: MailAddress?
  private let records: any TextRecords
  private let throttles = LocalThrottles()
  private let running = SharedPlaces(.senderDomains)

  public init(asking records: any TextRecords = SystemTextRecords(), serverWideSender: MailAddress? = nil) {
    self.records = records
    self.serverWideSender = serverWideSender
  }

  /// - Throws: `TOO_MANY_ATTEMPTS_TRY_LATER`.
  func report(
    on sender: MailAddress, selector: String?, of project: ProjectID, by administrator: String?, now: Instant
  ) async throws(IdentityError) -> SenderDomainReport {
    let name = LocalThrottles.Key(
      kind: "administrator", subject: Array("\(project)/\(administrator ?? "")".utf8))
    let whole = LocalThrottles.Key(kind: "project", subject: Array(project.rawValue.utf8))
    for (key, limit) in [(name, Self.perAdministrator), (whole, Self.perProject)] {
      guard throttles.refusal(of: key, limit, now: now) == nil else {
        throw .refused(.tooManyAttemptsTryLater)
      }
    }
    return try await running.run(of: project) {
      await SenderDomainReport(of: sender, selector: selector, asking: records)
    }
  }
}

extension ProjectAdministration {
  /// Returns the sender's address in a project's mails; nil if neither the project nor the server sends mails.
  public func senderAddress(of project: Project) -> MailAddress? {
    guard let server = project.mailServer else { return deliveries.senderDomains.serverWideSender }
    return MailAddress(server.senderAddress)
  }

  /// Looks up the DNS records about mail of a project's sender domain. Changes nothing.
  ///
  /// - Parameters:
  ///   - selector: the DKIM selector of the mail server; nil or empty to skip its key. It is not stored.
  ///   - administrator: the name of the administrator who asks, to count their look-ups; nil on the command line.
  /// - Throws: `INVALID_ARGUMENT` for an invalid selector; `CONFIGURATION_NOT_FOUND` if no mails are sent;
  ///   `TOO_MANY_ATTEMPTS_TRY_LATER`.
  public func checkSenderDomain(of project: Project, selector: String?, by administrator: String?)
    async throws(IdentityError) -> SenderDomainReport
  {
    let selector = selector.flatMap { $0.isEmpty ? nil : $0 }
    if let selector, !SenderDomain.isSelector(selector) {
      throw .refused(
        .invalidArgument, "A selector is letters, digits, hyphens and underscores, such as mail2026.")
    }
    guard let sender = senderAddress(of: project) else { throw .refused(.configurationNotFound) }
    return try await deliveries.senderDomains.report(
      on: sender, selector: selector, of: project.id, by: administrator, now: clock.now())
  }
}
