import CMailTransfer
import Foundation
import Identity
import WorkPool

/// The threads that send mails. A call of libcurl blocks its thread, so these threads do no other work.
final class SMTPThreads: Sendable {
  private let pool: WorkPool

  init(_ count: Int) { pool = WorkPool(name: "smtp", threads: count, maximumQueued: 64) }

  func close() { pool.close() }

  /// Sends a mail. For a decoy, it composes the mail and opens a session with the mail server, too, but sends nothing of
  /// the mail in it.
  func deliver(
    _ message: QueuedMessage, to settings: SMTPSettings, from sender: Mailbox, replyTo: Mailbox?, id: String,
    createdAt: Instant
  ) async -> DeliveryOutcome {
    guard case .mail(let mail) = message.content else { return .permanent(reason: "it is no mail") }
    guard let to = MailAddress(mail.to) else {
      return .permanent(reason: "the address is none that mail can be sent to")
    }
    var from = sender
    from.name = mail.chosenName ?? from.name ?? mail.senderName
    let content = MIMEMessage(
      id: id, date: createdAt, from: from, replyTo: mail.replyTo.flatMap { Mailbox($0) } ?? replyTo, to: to,
      subject: mail.subject, text: mail.text,
      html: mail.html, language: mail.language
    ).encoded()
    let transfer = Transfer(
      settings: settings, sender: from.address, recipient: to, content: content,
      isRehearsal: message.isDecoy)
    do {
      return try await pool.run { transfer.perform() }
    } catch {
      return .temporary(reason: "too many mails are being sent at once")
    }
  }

  /// The data of one libcurl call.
  private struct Transfer: Sendable {
    var settings: SMTPSettings
    var sender: MailAddress
    var recipient: MailAddress
    var content: [UInt8]
    var isRehearsal: Bool

    /// `HOST:PORT:ADDRESS[,ADDRESS]`. Nil if libcurl resolves the host.
    private var resolution: String? {
      guard let addresses = settings.addresses, !HostName.isIPv6(settings.host) else { return nil }
      let list = addresses.map { $0.contains(":") ? "[\($0)]" : $0 }.joined(separator: ",")
      return "\(HostName.inURL(settings.host)):\(settings.port):\(list)"
    }

    func perform() -> DeliveryOutcome {
      let scheme = settings.security == .tls ? "smtps" : "smtp"
      let path = settings.heloName.flatMap { MailAddress.asciiDomain($0) }.map { "/\($0)" } ?? ""
      let url = "\(scheme)://\(HostName.inURL(settings.host)):\(settings.port)\(path)"
      let texts = [
        url, settings.username, settings.password?.reveal(), settings.caFile, "<\(sender.text)>",
        "<\(recipient.text)>", resolution,
      ].map { $0.map { strdup($0) } ?? nil }
      defer { texts.forEach { free($0) } }
      let outcome = content.withUnsafeBufferPointer { content in
        var transfer = mail_transfer()
        transfer.url = UnsafePointer(texts[0])
        transfer.requires_starttls = settings.security == .startTLS ? 1 : 0
        transfer.username = UnsafePointer(texts[1])
        transfer.password = UnsafePointer(texts[2])
        transfer.ca_file = UnsafePointer(texts[3])
        transfer.sender = UnsafePointer(texts[4])
        transfer.recipient = UnsafePointer(texts[5])
        transfer.resolution = UnsafePointer(texts[6])
        transfer.is_rehearsal = isRehearsal ? 1 : 0
        transfer.content = content.baseAddress
        transfer.content_length = content.count
        transfer.connect_timeout_ms = settings.connectTimeout.milliseconds
        transfer.timeout_ms = settings.timeout.milliseconds
        return mail_transfer_perform(&transfer)
      }
      let reply = SMTPReply(outcome)
      // What a server says to a NOOP tells nothing of the mails that it would accept.
      if isRehearsal, reply.phase != .session, (400...599).contains(reply.code) { return .delivered }
      return reply.outcome
    }
  }
}

extension Duration {
  fileprivate var milliseconds: Int {
    Int(clamping: components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000)
  }
}
