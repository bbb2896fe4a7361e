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
        latchkey config check             Read what is wrong with a configuration.
        latchkey backup FILE              Copy the database while the server runs.
        latchkey backup drill             Show that a copy can be brought back.
        latchkey status                   Show the state of a server in short.
        latchkey doctor                   Check an installation.
        latchkey project create my-app    Make a project.
        latchkey project export           Write projects' settings into a file.
        latchkey project diff FILE        Show what a file would change.
        latchkey project apply FILE       Apply a file to projects.
        latchkey users list my-app        List a project's users.
        latchkey users import --help      Read how users come in from elsewhere.
        latchkey provider set --help      Read how users sign in with a provider.
        latchkey passwords build-filter   Refuse leaked passwords.
        latchkey keys rotate              Replace the key that signs ID tokens.
        latchkey mail preview --help      Read how to see messages and try mail.
        latchkey explain ID               Show why a sign-in with a provider failed.
        latchkey audit verify             Look for tampering with the audit log.
        latchkey console --help           Read how administrators get in.
        latchkey lab token apple.com      Print a token to try a sign-in with.
        latchkey rules check FILE         Say what is wrong with security rules.

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
