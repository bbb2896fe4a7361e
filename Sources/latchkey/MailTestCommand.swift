import ArgumentParser
import Identity
import Messaging

struct MailTestCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test",
    abstract: "Send a test mail through a mail server.",
    discussion: """
      EXAMPLES
        latchkey mail test you@example.com --config latchkey.yaml
        latchkey mail test you@example.com --smtp-host smtp.example.com \\
          --from noreply@example.com --username me --password-file smtp.txt
        latchkey mail test you@localhost --smtp-host localhost \\
          --from root@localhost --security none

      \(ExitStatus.help)
      """)

  @Argument(help: "The recipient's address.")
  var address: String

  @Option(
    help: ArgumentHelp(
      "The configuration of \"latchkey serve\", which names the mail server.", valueName: "file"))
  var config: String?

  @OptionGroup var server: MailServerOptions

  func validate() throws {
    try server.check(config)
    guard MailAddress(address) != nil else {
      throw ValidationError("\"\(address)\" is not a valid e-mail address.")
    }
  }

  func run() async throws {
    guard let address = MailAddress(address) else { return }
    guard let mail = try server.delivery(config).mail else {
      throw CommandFailure(.configuration, "\(config ?? "The configuration") names no mail server.")
    }
    let message = MessageTemplates.Composed(
      subject: "A test of Latchkey", text: "This mail server accepts mails from Latchkey.\n", html: nil,
      language: "en")
    let outcome = await mail.send(
      message, to: address, id: SystemRandom().alphanumeric(22), now: SystemClock().now())
    switch outcome {
    case .delivered: try Terminal.print("\(mail.smtp.host) has accepted the mail to \(address).")
    case .permanent(let reason): throw CommandFailure(.refused, "The message was not sent: \(reason).")
    case .temporary(let reason, _, _):
      throw CommandFailure(.unavailable, "The message was not sent: \(reason).")
    }
  }
}
