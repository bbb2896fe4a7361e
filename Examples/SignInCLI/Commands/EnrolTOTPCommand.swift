import ArgumentParser
import FirebaseAuth
import QRCodes

struct EnrolTOTPCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "enrol-totp",
    abstract: "Make an authenticator app your second factor.",
    discussion: """
      Shows a QR code for the app to scan and its secret as text, and asks for the first code. Your e-mail \
      address has to be verified; if it is not, a mail with a link is sent to you.

      EXAMPLE
        sign-in-cli enrol-totp --name "my telephone"

      \(ExitStatus.help)
      """)

  @OptionGroup var options: ServerOptions

  @Option(help: "What you call the authenticator app, to know it again.")
  var name = "authenticator app"

  @Option(help: "What the authenticator app is to call the account. By default your e-mail address.")
  var account: String?

  @Option(help: "What the authenticator app is to call the service.")
  var issuer = "Latchkey"

  func run() async throws {
    guard let user = await (try options.auth()).ready() else { throw Failure.nobodySignedIn }
    try await user.reload()
    guard user.isEmailVerified else { throw try await Self.sendVerification(to: user) }

    let session = try await user.multiFactor.session()
    let secret = try await TOTPMultiFactorGenerator.generateSecret(with: session)
    show(secret, account ?? user.email ?? user.uid)
    try await OneTimePassword.ask("The code that the app shows now:") { code in
      try await user.multiFactor.enroll(
        with: TOTPMultiFactorGenerator.assertionForEnrollment(with: secret, oneTimePassword: code),
        displayName: name)
    }
    Terminal.note("From now on, a sign-in asks for a code of \"\(name)\".")
  }

  private func show(_ secret: TOTPSecret, _ account: String) {
    let address = secret.generateQRCodeURL(withAccountName: account, issuer: issuer)
    if let code = QRCode(address) {
      Terminal.print("Scan this with your authenticator app:\n")
      Terminal.print(TerminalQRCode.draw(code, isColored: Terminal.isColored))
    }
    Terminal.print("\nOr give it this secret: \(secret.sharedSecretKey())\n")
  }

  private static func sendVerification(to user: User) async throws -> Failure {
    guard let email = user.email else {
      return Failure(.refused, "A second factor needs an e-mail address, and this account has none.")
    }
    try await user.sendEmailVerification()
    return Failure(
      .refused,
      "\(email) has yet to be verified. A mail was sent to it: follow its link, and then run this again.")
  }
}
