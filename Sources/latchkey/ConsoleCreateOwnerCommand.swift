import ArgumentParser
import IdentityWire
import Operations
import QRCodes
import Secrets

struct ConsoleCreateOwnerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "create-owner",
    abstract: "Create an owner of the console. The first owner makes the console available.",
    discussion: """
      Asks for the password, or reads it from standard input if that is not a terminal. The password has at least \
      \(ConsoleAdministrators.minimumPasswordLength) characters. Standard output is the key for the owner's \
      one-time passwords, as an otpauth address. Standard error shows the key as a QR code for an authenticator app. \
      The key cannot be shown again.

      With --replace, an existing administrator gets a new password and a new key, and becomes an owner. Use it for an \
      administrator who has lost one of them.

      EXAMPLES
        latchkey console create-owner ann@example.com --config latchkey.yaml
        latchkey console create-owner ann@example.com --password-file owner.txt
        latchkey console create-owner ann@example.com --replace

      \(ExitStatus.help)
      """)

  @OptionGroup var data: DataOptions

  @Argument(help: "The owner's e-mail address.")
  var email: String

  @Option(help: ArgumentHelp("A file with the password.", valueName: "file"))
  var passwordFile: String?

  @Flag(help: "Give an existing administrator a new password and key.")
  var replace = false

  func run() async throws {
    try await data.withBackend { backend in
      let password =
        try passwordFile.map { path throws(CommandFailure) in try SecretSource.file(path: path).read() }
        ?? PasswordPrompt.read("Password for \(PlainText.line(email)): ")
      let administrators = ConsoleAdministrators(service: backend.service)
      let secret = try await administrators.createOwner(
        email: email, password: password, replacing: replace, by: backend.administration)
      let address = ConsoleAdministrators.address(ofSecret: secret, email: email)
      Terminal.note(
        """
        \(PlainText.line(email)) is an owner of the console. Add this key to an authenticator app. The key is shown only once:

          \(secret.reveal())
        """)
      if let code = QRCode(address) {
        Terminal.note("\n\(TerminalQRCode.draw(code, isColored: Terminal.takesColours))\n")
      }
      Terminal.note("The same key as an address:")
      try Terminal.deliver(address)
    }
  }
}
