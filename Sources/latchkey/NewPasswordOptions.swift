import ArgumentParser
import Secrets

/// A user's new password. The command line never contains it, see ``SecretSource``.
struct NewPasswordOptions: ParsableArguments {
  @Option(help: ArgumentHelp("A file with the password; - reads standard input.", valueName: "file"))
  var passwordFile: String?

  @Flag(help: "Ask for the password. If standard input is not a terminal, read the password from there.")
  var askPassword = false

  var isGiven: Bool { passwordFile != nil || askPassword }

  func validate() throws {
    guard passwordFile == nil || !askPassword else {
      throw ValidationError("Choose one of --password-file and --ask-password.")
    }
  }

  /// Nil if no password was given.
  func read() throws(CommandFailure) -> Secret? {
    if let passwordFile { return try SecretSource.file(path: passwordFile).read() }
    return try askPassword ? PasswordPrompt.read("The user's new password: ") : nil
  }
}
