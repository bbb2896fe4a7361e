import ArgumentParser

struct ProviderCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "provider",
    abstract: "Manage the providers with which a project's users sign in.",
    discussion: """
      The providers are apple.com, facebook.com, github.com, google.com, linkedin.com, microsoft.com, twitter.com (X), \
      yahoo.com, gc.apple.com (Game Center), playgames.google.com (Google Play Games), oidc.line (LINE) and any \
      number of OpenID Connect, SAML and OAuth 2.0 providers. Their ids begin with "oidc.", "saml." and "oauth.".

      EXAMPLES
        latchkey provider set my-app github.com --client-id Iv1.0123456789 \\
          --client-secret-file secret.txt
        latchkey provider list my-app
        latchkey provider test my-app github.com --config latchkey.yaml
        latchkey provider disable my-app github.com

      \(ExitStatus.help)
      """,
    subcommands: [
      ProviderSetCommand.self, ProviderListCommand.self, ProviderTestCommand.self,
      ProviderDisableCommand.self, ProviderSAMLKeyCommand.self,
    ])
}
