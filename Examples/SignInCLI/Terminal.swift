import Foundation

/// Input from and output to the user.
enum Terminal {
  static func print(_ text: String) { write(text + "\n", to: .standardOutput) }

  /// Writes a message for people, because a program may read the standard output.
  static func note(_ text: String) { write(text + "\n", to: .standardError) }

  /// True if the output may contain colours: it is a terminal, and the user has not disabled colours
  /// (https://no-color.org).
  static var isColored: Bool {
    let environment = ProcessInfo.processInfo.environment
    return isatty(STDOUT_FILENO) == 1 && (environment["NO_COLOR"] ?? "").isEmpty
      && environment["TERM"] != "dumb"
  }

  /// - Throws: ``Failure`` at the end of the input.
  static func ask(_ question: String) throws -> String {
    write(question + " ", to: .standardError)
    guard let answer = readLine() else {
      note("")
      throw Failure(.cancelled, "There was no answer. Nothing was changed.")
    }
    return answer.trimmingCharacters(in: .whitespaces)
  }

  private static func write(_ text: String, to handle: FileHandle) {
    // Ignores an error: the reader of the output may have ended.
    try? handle.write(contentsOf: Data(text.utf8))
  }
}
