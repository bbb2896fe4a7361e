import Identity

/// Sends mails to a mail server, each on a separate connection.
final class SMTPTransport: DeliveryTransport {
  private let settings: SMTPSettings
  private let from: Mailbox
  private let replyTo: Mailbox?
  private let threads: SMTPThreads
  let concurrency: Int
  var rehearsesDecoys: Bool { true }

  init(_ settings: SMTPSettings, from: Mailbox, replyTo: Mailbox?) {
    self.settings = settings
    self.from = from
    self.replyTo = replyTo
    concurrency = max(1, min(settings.connections, 32))
    threads = SMTPThreads(concurrency)
  }

  var timeLimit: Int64 { settings.timeout.components.seconds + 5 }

  func close() async { threads.close() }

  func deliver(_ message: QueuedMessage, id: String, createdAt: Instant) async -> DeliveryOutcome {
    await threads.deliver(
      message, to: settings, from: from, replyTo: replyTo, id: id, createdAt: createdAt)
  }
}
