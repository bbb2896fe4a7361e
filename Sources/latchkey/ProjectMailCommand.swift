import ArgumentParser

struct ProjectMailCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mail",
    abstract: "Set up and test a project's own mail server, and check its sender's domain.",
    discussion: """
      "latchkey project mail PROJECT" shows the project's mail server. With options, it changes and tests the mail \
      server. "latchkey project mail check PROJECT" explains the DNS records of the sender's domain.

      EXAMPLES
        latchkey project mail my-app
        latchkey project mail my-app --smtp-host smtp.example.com \\
          --from "My app <noreply@example.com>" --username me \\
          --password-file smtp.txt
        latchkey project mail my-app --test you@example.com
        latchkey project mail check my-app --selector mail2026

      \(ExitStatus.help)
      """,
    subcommands: [ProjectMailSetCommand.self, ProjectMailCheckCommand.self],
    defaultSubcommand: ProjectMailSetCommand.self)
}
