import Identity
import WorkPool

/// Sends mails to the mail server of their project. Uses the server-wide mail server if the project has none.
final class ProjectMailTransport: DeliveryTransport {
  /// The number of mails that are refused at the same time if there is no server-wide mail server.
  private static let usualConcurrency = 4

  private let serverWide: SMTPTransport?
  private let receivers: any ProjectReceivers
  private let own: OwnServerMail

  let concurrency: Int
  let timeLimit: Int64
  var rehearsesDecoys: Bool { true }
  var pool: SharedPool? { .mails }

  /// - Parameter serverWide: nil if there is no server-wide mail server.
  init(serverWide: SMTPTransport?, receivers: any ProjectReceivers) {
    self.serverWide = serverWide
    self.receivers = receivers
    concurrency = serverWide?.concurrency ?? Self.usualConcurrency
    own = OwnServerMail(receivers: receivers, concurrency: SharedPool.mails.size)
    timeLimit = max(serverWide?.timeLimit ?? 0, OwnServerMail.timeLimit)
  }

  func close() async {
    await serverWide?.close()
    await own.close()
  }

  /// Projects whose settings cannot be read have separate receivers, too: their failures must not stop other projects.
  func share(of message: QueuedMessage) async -> String? {
    do throws(DeliveryFailure) {
      return try await receivers.mailServer(of: message.project) == nil ? nil : message.project
    } catch {
      return message.project
    }
  }

  func deliver(_ message: QueuedMessage, id: String, createdAt: Instant) async -> DeliveryOutcome {
    do throws(DeliveryFailure) {
      if let mail = try await receivers.mailServer(of: message.project) {
        return await LookUpOwner.$current.withValue(message.project) {
          await own.deliver(message, to: mail, id: id, createdAt: createdAt)
        }
      }
    } catch {
      return .temporary(reason: error.reason)
    }
    guard let serverWide else { return .temporary(reason: "no mail server is configured") }
    return await serverWide.deliver(message, id: id, createdAt: createdAt)
  }
}

/// Delivers mails to mail servers that projects chose, after it has checked the servers' addresses.
struct OwnServerMail: Sendable {
  /// The time limit of one mail. It is shorter than at the operator's mail server, because projects share the
  /// connections.
  static let timeout = Duration.seconds(30)
  /// The number of seconds for resolving a name, waiting for a turn and sending a mail.
  static let timeLimit: Int64 = 45

  private let receivers: any ProjectReceivers
  private let threads: SMTPThreads

  init(receivers: any ProjectReceivers, concurrency: Int) {
    self.receivers = receivers
    threads = SMTPThreads(concurrency)
  }

  func close() async { threads.close() }

  func deliver(_ message: QueuedMessage, to mail: MessageDelivery.Mail, id: String, createdAt: Instant) async
    -> DeliveryOutcome
  {
    var smtp = mail.smtp
    smtp.timeout = min(smtp.timeout, Self.timeout)
    do throws(DeliveryFailure) {
      smtp.addresses = try await receivers.addresses(of: smtp)
    } catch {
      return .temporary(reason: error.reason, blocksChannel: true)
    }
    return await threads.deliver(
      message, to: smtp, from: mail.from, replyTo: mail.replyTo, id: id, createdAt: createdAt)
  }
}
