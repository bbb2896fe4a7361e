import ArgumentParser
import Foundation

/// Shows how a program signs in a user: with a provider in the browser, and with a second factor. The session
/// persists between runs.
@main
struct SignInCLI: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sign-in-cli",
    abstract: "Sign in with GitHub, or another provider, from a terminal.",
    discussion: """
      An example of the Latchkey SDK. It stays signed in between runs: the session is in a file that only you \
      can read.

      EXAMPLES
        sign-in-cli sign-in --server http://127.0.0.1:9099
        sign-in-cli whoami --server http://127.0.0.1:9099
        sign-in-cli enrol-totp --server http://127.0.0.1:9099
        sign-in-cli sign-out --server http://127.0.0.1:9099

      With a configuration file, --server can be left out. It is the file that LATCHKEYAUTH_CONFIG names, or \
      latchkey.json or GoogleService-Info.plist beside the program or in the current directory; \
      "latchkey project show PROJECT --format web" prints the one, and with --format plist the other.

      \(ExitStatus.help)
      """,
    subcommands: [
      SignInCommand.self, WhoAmICommand.self, EnrolTOTPCommand.self, UnenrolCommand.self, SignOutCommand.self,
    ])

  static func main() async {
    do {
      var command = try parseAsRoot()
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
    } catch {
      guard let failure = Failure(error) else { exit(withError: error) }
      Terminal.note("sign-in-cli: \(failure.sentence)")
      Foundation.exit(failure.status.rawValue)
    }
  }
}
