import ArgumentParser
import FirebaseAuth

struct WhoAmICommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "whoami",
    abstract: "Show who is signed in, as the server knows them by now.",
    discussion: """
      EXAMPLES
        sign-in-cli whoami
        curl -H "Authorization: Bearer $(sign-in-cli whoami --token)" https://api.example.com/

      \(ExitStatus.help)
      """)

  @OptionGroup var options: ServerOptions

  @Flag(help: "Print the ID token alone: whoever has it is you, for an hour.")
  var token = false

  func run() async throws {
    guard let user = await (try options.auth()).ready() else { throw Failure.nobodySignedIn }
    if token { return Terminal.print(try await user.getIDToken()) }
    try await user.reload()
    Terminal.print(UserCard(user: user, token: try await user.getIDTokenResult()).text)
  }
}
