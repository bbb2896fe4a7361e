import ArgumentParser
import FirebaseAuth

struct SignOutCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sign-out",
    abstract: "Forget who is signed in.",
    discussion: """
      Nothing is sent to the server. That nobody is signed in is no error.

      EXAMPLE
        sign-in-cli sign-out

      \(ExitStatus.help)
      """)

  @OptionGroup var options: ServerOptions

  func run() async throws {
    let auth = try options.auth()
    guard let user = await auth.ready() else { return Terminal.note("Nobody was signed in.") }
    try auth.signOut()
    Terminal.note("\(user.displayName ?? user.email ?? user.uid) is signed out.")
  }
}
