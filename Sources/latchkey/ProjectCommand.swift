import ArgumentParser

struct ProjectCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "project",
    abstract: "Create and change projects, and show the values that their apps need.",
    discussion: """
      Each project has its own accounts, API keys, authorized domains, apps and provider settings.

      EXAMPLES
        latchkey project create my-app --name "My app" --domain app.example.com
        latchkey project add-app my-app --platform web
        latchkey project show my-app --format plist > GoogleService-Info.plist
        latchkey project export > projects.yaml
        latchkey project diff projects.yaml
        latchkey project apply projects.yaml

      \(ExitStatus.help)
      """,
    subcommands: [
      ProjectCreateCommand.self, ProjectListCommand.self, ProjectShowCommand.self, ProjectSetCommand.self,
      ProjectPasskeysCommand.self, ProjectCaptchaCommand.self, ProjectMailCommand.self,
      ProjectSMSCommand.self, ProjectBrandingCommand.self, ProjectAddAppCommand.self,
      ProjectAddDomainCommand.self,
      ProjectRemoveDomainCommand.self,
      ProjectExportCommand.self, ProjectDiffCommand.self, ProjectApplyCommand.self,
      ServiceAccountCommand.self, AdminTokenCommand.self, WebhookCommand.self,
    ])
}
