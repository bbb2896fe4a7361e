import ArgumentParser

struct MailCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mail",
    abstract: "Preview messages, test a mail server, and deliver waiting messages.",
    discussion: """
      Latchkey has messages in English, French, German, Japanese, Portuguese, Spanish and Vietnamese. A directory with \
      templates can replace each message. The files for one message are en/verify-email.subject.txt, \
      en/verify-email.txt and en/verify-email.html.

      EXAMPLES
        latchkey mail preview verify-email --language ja
        latchkey mail test you@example.com --smtp-host smtp.example.com
        latchkey mail deliver --help

      \(ExitStatus.help)
      """,
    subcommands: [MailPreviewCommand.self, MailTestCommand.self, MailDeliverCommand.self])
}
