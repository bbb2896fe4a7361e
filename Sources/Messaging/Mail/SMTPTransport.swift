import CMailTransfer
import Foundation
import Identity
import WorkPool

/// Sends mails to a mail server, each on a connection of its own. libcurl blocks, so it runs on threads of
/// its own.
final class SMTPTransport: DeliveryTransport {
  private let settings: SMTPSettings
  private let from: Mailbox
  private let replyTo: Mailbox?
  private let pool: WorkPool
  let concurrency: Int

  init(_ settings: SMTPSettings, from: Mailbox, replyTo: Mailbox?) {
    self.settings = settings
    self.from = from
    self.replyTo = replyTo
    concurrency = max(1, min(settings.connections, 32))
    pool = WorkPool(name: "smtp", threads: concurrency, maximumQueued: 64)
  }

  var timeLimit: Int64 { settings.timeout.components.seconds + 5 }

  func close() async { pool.close() }

  func deliver(_ message: QueuedMessage, id: String, createdAt: Instant) async -> DeliveryOutcome {
    guard case .mail(let mail) = message.content else { return .permanent(reason: "it is no mail") }
    guard let to = MailAddress(mail.to) else {
      return .permanent(reason: "the address is none that mail can be sent to")
    }
    var from = from
    from.name = mail.chosenName ?? from.name ?? mail.senderName
    let content = MIMEMessage(
      id: id, date: createdAt, from: from, replyTo: mail.replyTo.flatMap { Mailbox($0) } ?? replyTo, to: to,
      subject: mail.subject, text: mail.text,
      html: mail.html, language: mail.language
    ).encoded()
    let transfer = Transfer(settings: settings, sender: from.address, recipient: to, content: content)
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

    func perform() -> DeliveryOutcome {
      let scheme = settings.security == .tls ? "smtps" : "smtp"
      let path = settings.heloName.flatMap { MailAddress.asciiDomain($0) }.map { "/\($0)" } ?? ""
      let url = "\(scheme)://\(HostName.inURL(settings.host)):\(settings.port)\(path)"
      let texts = [
        url, settings.username, settings.password?.reveal(), settings.caFile, "<\(sender.text)>",
        "<\(recipient.text)>",
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
        transfer.content = content.baseAddress
        transfer.content_length = content.count
        transfer.connect_timeout_ms = settings.connectTimeout.milliseconds
        transfer.timeout_ms = settings.timeout.milliseconds
        return mail_transfer_perform(&transfer)
      }
      return SMTPReply(outcome).outcome
    }
  }
}

extension Duration {
  fileprivate var milliseconds: Int {
    Int(clamping: components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000)
  }
}
