import ArgumentParser

struct AdminTokenCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "admin-token",
    abstract: "Make tokens that administer a project.",
    discussion: """
      Programs send the token as "Authorization: Bearer TOKEN". It is shown once, when it is made.

      EXAMPLES
        latchkey project admin-token create my-app nightly-export --expires-in-days 90
        latchkey project admin-token list my-app
        latchkey project admin-token delete my-app nightly-export

      \(ExitStatus.help)
      """,
    subcommands: [
      AdminTokenCreateCommand.self, AdminTokenListCommand.self, AdminTokenDeleteCommand.self,
    ])
}
