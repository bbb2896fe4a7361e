import ArgumentParser

struct ProviderCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "provider",
    abstract: "Choose with which identity providers a project's users sign in.",
    discussion: """
      The providers are apple.com, facebook.com, github.com, google.com and any number of OpenID Connect \
      providers, whose ids begin with "oidc.".

      EXAMPLES
        latchkey provider set my-app facebook.com --app-id 123456 --app-secret-file secret.txt
        latchkey provider list my-app
        latchkey provider disable my-app facebook.com

      \(ExitStatus.help)
      """,
    subcommands: [ProviderSetCommand.self, ProviderListCommand.self, ProviderDisableCommand.self])
}
