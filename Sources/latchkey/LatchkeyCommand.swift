import ArgumentParser
import Foundation
import Logging

@main
struct LatchkeyCommand: AsyncParsableCommand {
  static let version = "0.1.0"

  static let configuration = CommandConfiguration(
    commandName: "latchkey",
    abstract: "Firebase Authentication that you run yourself.",
    discussion: """
      Latchkey speaks the Identity Toolkit and Secure Token protocols, checks credentials of Apple, Facebook, \
      GitHub, Google and OpenID Connect providers, and signs ID tokens with its own keys.

      EXAMPLES
        latchkey dev                      Start a development server here.
        latchkey project create my-app    Make a project.
        latchkey users import --help      Read how users come in from elsewhere.
        latchkey provider set --help      Read how users sign in with a provider.
        latchkey keys rotate              Replace the key that signs ID tokens.
        latchkey explain ID               Say why a sign-in with a provider failed.
        latchkey audit verify             Look for tampering with the audit log.
        latchkey lab token apple.com      Print a token to try a sign-in with.

      \(ExitStatus.help)
      """,
    version: version,
    subcommands: [
      DevCommand.self, ProjectCommand.self, UsersCommand.self, ProviderCommand.self, KeysCommand.self,
      AuditCommand.self, ExplainCommand.self, LabCommand.self,
    ])

  static func main() async {
    LoggingSystem.bootstrap(StreamLogHandler.standardError)
    do {
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
