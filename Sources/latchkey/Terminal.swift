import Foundation

/// What the program says. Every call has left the process when it returns, whether a person or a pipe reads.
enum Terminal {
  static func print(_ text: String) { write(text + "\n", to: .standardOutput) }

  /// For people, where the output is for programs.
  static func note(_ sentence: String) { write(sentence + "\n", to: .standardError) }

  static func error(_ sentence: String) { write("latchkey: \(sentence)\n", to: .standardError) }

  /// How far a long piece of work is, apart from its output.
  static func progress(_ text: String) { write(text + "\n", to: .standardError) }

  private static func write(_ text: String, to handle: FileHandle) {
    // A reader that has gone away is no reason to fail.
    try? handle.write(contentsOf: Data(text.utf8))
  }
}
