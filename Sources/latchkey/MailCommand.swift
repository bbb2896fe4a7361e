import ArgumentParser

struct MailCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mail",
    abstract: "Preview messages, test a mail server, and deliver waiting messages.",
    discussion: """
      Messages are written in English, French, German, Japanese, Portuguese, Spanish and Vietnamese. A \
      directory of templates replaces any of them: en/verify-email.subject.txt, en/verify-email.txt, \
      en/verify-email.html.

      EXAMPLES
        latchkey mail preview verify-email --language ja
        latchkey mail test you@example.com --smtp-host smtp.example.com
        latchkey mail deliver --help

      \(ExitStatus.help)
      """,
    subcommands: [MailPreviewCommand.self, MailTestCommand.self, MailDeliverCommand.self])
}
