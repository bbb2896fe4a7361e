import ArgumentParser
import IdentityWire
import Operations
import QRCodes
import Secrets

struct ConsoleCreateOwnerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "create-owner",
    abstract: "Make an owner of the console. The first one makes the console available.",
    discussion: """
      The password is asked for, or read from the input where that is no terminal: at least \
      \(ConsoleAdministrators.minimumPasswordLength) characters. The output is the key of the owner's one-time \
      passwords, as an otpauth address; the error output shows it as a QR code for an authenticator app. It is kept \
      nowhere else.

      With --replace an administrator gets a new password and a new key, and becomes an owner: the way back in for \
      who lost either.

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
        \(PlainText.line(email)) is an owner of the console. Add this key to an authenticator app; it is shown once:

          \(secret.reveal())
        """)
      if let code = QRCode(address) {
        Terminal.note("\n\(TerminalQRCode.draw(code, isColored: Terminal.takesColours))\n")
      }
      Terminal.note("The same as an address:")
      try Terminal.deliver(address)
    }
  }
}
