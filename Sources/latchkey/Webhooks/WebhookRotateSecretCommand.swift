import ArgumentParser
import Identity
import Operations

struct WebhookRotateSecretCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rotate-secret",
    abstract: "Create a new secret for a webhook and show it once.",
    discussion: """
      For one day, or for the time of --overlap-hours, the server signs deliveries with both secrets, so that you can \
      change the receivers. After a leak of the previous secret, choose 0.

      EXAMPLES
        latchkey project webhook rotate-secret my-app ID > secret.txt
        latchkey project webhook rotate-secret my-app ID --overlap-hours 0

      \(ExitStatus.help)
      """)

  @OptionGroup var data: DataOptions
  @OptionGroup var which: WebhookOptions

  @Option(help: "The number of hours for which the previous secret also signs: 0 to 720.")
  var overlapHours: Int64 = WebhookAdministration.overlap / 3_600

  func validate() throws {
    guard (0...WebhookAdministration.overlaps.upperBound / 3_600).contains(overlapHours) else {
      throw ValidationError("--overlap-hours must be from 0 to 720.")
    }
  }

  func run() async throws {
    try await data.withWebhooks { backend in
      let secret = try await backend.webhooks.rotateSecret(
        of: which.id, keepingFormer: overlapHours * 3_600, in: which.project)
      Terminal.note("The webhook's new secret:")
      try Terminal.deliver(secret.reveal())
    }
  }
}
