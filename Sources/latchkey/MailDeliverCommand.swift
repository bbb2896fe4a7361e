import ArgumentParser
import Foundation
import Identity
import Messaging
import Synchronization

struct MailDeliverCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "deliver",
    abstract: "Deliver the waiting messages of an installation, then stop.",
    discussion: """
      A running server delivers messages by itself. If this command runs at the same time, each message is still \
      delivered only once. Messages that cannot be delivered now stay in the queue.

      EXAMPLES
        latchkey mail deliver --config latchkey.yaml
        latchkey mail deliver --data .latchkey --smtp-host smtp.example.com \\
          --from noreply@example.com --username me --password-file smtp.txt

      \(ExitStatus.help)
      """)

  @OptionGroup var data: DataOptions
  @OptionGroup var server: MailServerOptions

  func validate() throws { try server.check(data.config) }

  func run() async throws {
    let delivered = Count()
    let delivery = try server.delivery(data.config)
    let channels = OutboxEntry.Channel.allCases.filter { channel in
      switch channel {
      case .mail: delivery.mail != nil
      case .sms: delivery.sms != nil
      case .revocation: false
      }
    }
    let waiting = try await data.withBackend(
      delivery: delivery,
      observing: { event in
        if event.outcome == .delivered { delivered.add() } else { Terminal.note(Self.text(event)) }
      }
    ) { backend -> Int in
      guard let outbox = backend.outbox else { return 0 }
      await outbox.deliverDue()
      do throws(StoreError) {
        var waiting = 0
        for channel in channels { waiting += try await outbox.depth(of: channel).waiting }
        return waiting
      } catch {
        throw CommandFailure(opening: nil, error)
      }
    }
    let sentence = "Delivered \(delivered.value), \(waiting) wait."
    guard waiting == 0 else { throw CommandFailure(.unavailable, sentence) }
    try Terminal.print(sentence)
  }

  /// The reason why a message was not delivered. It contains no data of the recipient.
  private static func text(_ event: OutboxEvent) -> String {
    let name = event.messageID.map { "Message \($0)" } ?? "Messages"
    let whose = event.project.map { ", \($0)" } ?? ""
    let outcome =
      switch event.outcome {
      case .delivered: "delivered"
      case .deferred: "not delivered"
      case .failed: "failed"
      case .expired: "expired, deleted"
      case .troubled: "not tried"
      case .full, .unsealed: "not accepted"
      case .scopeDeleted: "deleted"
      case .unreadable: "not revoked"
      }
    let reason = event.reason.map { ": " + PlainText.line($0) } ?? ""
    let next = event.nextAttempt.map { ". Next try: \($0.date.formatted(.iso8601))" } ?? ""
    return "\(name) (\(event.channel.rawValue)\(whose)) \(outcome)\(reason)\(next)"
  }

  private final class Count: Sendable {
    private let number = Atomic(0)
    var value: Int { number.load(ordering: .relaxed) }
    func add() { number.add(1, ordering: .relaxed) }
  }
}
