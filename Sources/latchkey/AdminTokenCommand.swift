import ArgumentParser

struct AdminTokenCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "admin-token",
    abstract: "Manage the tokens with which programs administer a project.",
    discussion: """
      Programs send the token as "Authorization: Bearer TOKEN". A token is shown only once, when it \
      is created.

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
