import Foundation
import Secrets

/// Asks for a password without showing it.
enum PasswordPrompt {
  /// - Throws: a failure if the two typed passwords differ. If the input is not a terminal, its content is
  ///   the password.
  static func read(_ question: String) throws(CommandFailure) -> Secret {
    guard isatty(STDIN_FILENO) == 1 else { return try SecretSource.file(path: "-").read() }
    let first = line(question)
    guard first == line("Once more: ") else { throw CommandFailure(.refused, "The two passwords differ.") }
    guard !first.isEmpty else { throw CommandFailure(.refused, "The password is empty.") }
    return Secret(first)
  }

  private static func line(_ question: String) -> String {
    try? FileHandle.standardError.write(contentsOf: Data(question.utf8))
    var settings = termios()
    guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return readLine() ?? "" }
    var silent = settings
    silent.c_lflag &= ~tcflag_t(ECHO)
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent)
    defer {
      tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
      try? FileHandle.standardError.write(contentsOf: Data("\n".utf8))
    }
    return readLine() ?? ""
  }
}
