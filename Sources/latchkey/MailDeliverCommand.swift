import ArgumentParser
import Identity
import Messaging
import Server
import Synchronization

struct MailDeliverCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "deliver",
    abstract: "Deliver the mails that wait in a data directory, and stop.",
    discussion: """
      A running server does this by itself; beside one, each mail is still delivered once. Mails that cannot \
      be delivered now go on waiting.

      EXAMPLE
        latchkey mail deliver --data .latchkey --smtp-host smtp.example.com \\
          --from noreply@example.com --username me --password-file smtp.txt

      \(ExitStatus.help)
      """)

  @OptionGroup var data: DataOptions
  @OptionGroup var server: MailServerOptions

  func run() async throws {
    let delivered = Count()
    let waiting = try await data.withBackend(
      delivery: MessageDelivery(mail: try server.delivery()),
      observing: { event in if event.outcome == .delivered { delivered.add() } }
    ) { backend -> Int in
      guard let outbox = backend.outbox else { return 0 }
      await outbox.deliverDue()
      do throws(StoreError) {
        return try await outbox.depth(of: .mail).waiting
      } catch {
        throw CommandFailure(opening: nil, error)
      }
    }
    let sentence = "Delivered \(delivered.value), \(waiting) wait."
    guard waiting == 0 else { throw CommandFailure(.unavailable, sentence) }
    Terminal.print(sentence)
  }

  private final class Count: Sendable {
    private let number = Atomic(0)
    var value: Int { number.load(ordering: .relaxed) }
    func add() { number.add(1, ordering: .relaxed) }
  }
}
