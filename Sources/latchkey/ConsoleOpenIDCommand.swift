import ArgumentParser

struct ConsoleOpenIDCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "openid",
    abstract: "Give groups at an OpenID provider access to the console.",
    discussion: """
      Register https://<server>/console/sign-in/openid/return as the redirect address at the provider, and configure \
      the provider to include the groups in its ID tokens. Users in none of the groups with a grant are refused.

      EXAMPLES
        latchkey console openid set --issuer https://login.example.com \\
          --client-id latchkey --secret-file client.key \\
          --grant owner=platform --grant editor@shop=shop-team
        latchkey console openid show
        latchkey console openid delete

      \(ExitStatus.help)
      """,
    subcommands: [
      ConsoleOpenIDSetCommand.self, ConsoleOpenIDShowCommand.self, ConsoleOpenIDDeleteCommand.self,
    ])
}
