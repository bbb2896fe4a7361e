import Foundation

/// What the program says and asks.
enum Terminal {
  static func print(_ text: String) { write(text + "\n", to: .standardOutput) }

  /// For people, where the output may be for programs.
  static func note(_ text: String) { write(text + "\n", to: .standardError) }

  /// Whether the output takes colours: it is a terminal's, and nobody said that they want none
  /// (https://no-color.org).
  static var isColored: Bool {
    let environment = ProcessInfo.processInfo.environment
    return isatty(STDOUT_FILENO) == 1 && (environment["NO_COLOR"] ?? "").isEmpty
      && environment["TERM"] != "dumb"
  }

  /// - Throws: ``Failure`` when the input is at its end.
  static func ask(_ question: String) throws -> String {
    write(question + " ", to: .standardError)
    guard let answer = readLine() else {
      note("")
      throw Failure(.cancelled, "There was no answer. Nothing was changed.")
    }
    return answer.trimmingCharacters(in: .whitespaces)
  }

  private static func write(_ text: String, to handle: FileHandle) {
    // A reader that has gone away is no reason to fail.
    try? handle.write(contentsOf: Data(text.utf8))
  }
}
