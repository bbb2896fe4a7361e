import ArgumentParser
import Foundation
import Logging
import Server

@main
struct LatchkeyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "latchkey",
    abstract: "Firebase Authentication that you run yourself.",
    discussion: """
      Latchkey speaks the Identity Toolkit and Secure Token protocols, checks credentials of Apple, Facebook, \
      GitHub, Google, LINE, LinkedIn, Microsoft, X, Yahoo, OpenID Connect and SAML providers, and signs ID tokens with \
      its own keys.

      EXAMPLES
        latchkey dev                      Start a development server here.
        latchkey exec -- npm test         Run tests with a server of their own.
        latchkey serve --config FILE      Run the server for real users.
        latchkey config check             Find mistakes in a configuration.
        latchkey backup FILE              Copy the database while the server runs.
        latchkey backup drill             Test that a copy can be restored.
        latchkey status                   Show a summary of a server's state.
        latchkey doctor                   Check an installation.
        latchkey project create my-app    Create a project.
        latchkey project export           Write projects' settings to a file.
        latchkey project diff FILE        Show what a file would change.
        latchkey project apply FILE       Apply the settings in a file.
        latchkey users list my-app        List a project's users.
        latchkey users import --help      Read how to import users.
        latchkey provider set --help      Read how to set up a provider.
        latchkey passwords build-filter   Refuse leaked passwords.
        latchkey keys rotate              Replace the key that signs ID tokens.
        latchkey mail preview --help      Read how to preview messages.
        latchkey explain ID               Show why a sign-in with a provider failed.
        latchkey audit verify             Check that the audit log is unchanged.
        latchkey console --help           Read how to add administrators.
        latchkey lab token apple.com      Print a token for a test sign-in.
        latchkey rules check FILE         Find mistakes in security rules.

      \(ExitStatus.help)
      """,
    version: ProgramVersion.text,
    subcommands: [
      DevCommand.self, ExecCommand.self, ServeCommand.self, ConfigCommand.self, ProjectCommand.self,
      UsersCommand.self,
      ProviderCommand.self, KeysCommand.self, PasswordsCommand.self, MailCommand.self, AuditCommand.self,
      ConsoleCommand.self,
      ExplainCommand.self, BackupCommand.self, RestoreCommand.self, StatusCommand.self,
      DoctorCommand.self, LabCommand.self, RulesCommand.self,
    ])

  static func main() async {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.first == ServeCommand.configuration.commandName { EarlyStop.listen() }
    if arguments.first == ExecCommand.configuration.commandName { SignalRelay.begin() }
    LoggingSystem.bootstrap { label in LogSwitch.handler(label) }
    do {
      if let failure = UnknownCommand.failure(in: arguments, of: Self.self) { throw failure }
      var command = try parseAsRoot()
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
    } catch let failure as CommandFailure {
      Terminal.error(failure.message)
      Foundation.exit(failure.status.rawValue)
    } catch {
      exit(withError: error)
    }
  }
}
