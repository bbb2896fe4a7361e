import Foundation

/// What the program says. Every call has left the process when it returns, whether a person or a pipe reads.
enum Terminal {
  /// - Throws: when the output takes no more. A reader that has gone away is no reason to fail.
  static func print(_ text: String) throws(CommandFailure) {
    do { try output(text) } catch  where systemError(of: error) == EPIPE {} catch { throw failure(error) }
  }

  /// Prints a part of something long.
  ///
  /// - Returns: False when the reader has gone away, who wants no more.
  /// - Throws: when the output takes no more.
  static func printPart(_ text: String) throws(CommandFailure) -> Bool {
    do {
      try output(text)
      return true
    } catch  where systemError(of: error) == EPIPE {
      return false
    } catch {
      throw failure(error)
    }
  }

  /// Prints what is lost when nobody gets it.
  ///
  /// - Throws: when the output takes no more, or nobody reads it.
  static func deliver(_ text: String) throws(CommandFailure) {
    do { try output(text) } catch { throw failure(error) }
  }

  /// True if somebody can be asked.
  static var isThere: Bool { isatty(STDIN_FILENO) == 1 }

  /// Asks whether to go on. No answer is no.
  static func confirms(_ question: String) -> Bool {
    write("\(question) [y/N] ", to: .standardError)
    return ["y", "yes"].contains(readLine()?.trimmingCharacters(in: .whitespaces).lowercased())
  }

  /// What the system says of a failure to read or write.
  static func reason(of error: any Error) -> String {
    systemError(of: error).map { String(cString: strerror($0)) } ?? "\((error as NSError).code)"
  }

  private static func output(_ text: String) throws {
    try FileHandle.standardOutput.write(contentsOf: Data((text + "\n").utf8))
  }

  private static func failure(_ error: any Error) -> CommandFailure {
    CommandFailure(.refused, "The output cannot be written: \(reason(of: error)).")
  }

  private static func systemError(of error: any Error) -> Int32? {
    let error = error as NSError
    let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError ?? error
    return cause.domain == NSPOSIXErrorDomain ? Int32(cause.code) : nil
  }

  /// True if the error output is a terminal, and nobody said that they want no colours (https://no-color.org).
  static var takesColours: Bool {
    let environment = ProcessInfo.processInfo.environment
    return isatty(STDERR_FILENO) == 1 && (environment["NO_COLOR"] ?? "").isEmpty
      && environment["TERM"] != "dumb"
  }

  /// For people, where the output is for programs.
  static func note(_ sentence: String) { write(plain(sentence) + "\n", to: .standardError) }

  static func error(_ sentence: String) { write("latchkey: \(plain(sentence))\n", to: .standardError) }

  /// Sentences may repeat what stands in files of others.
  private static func plain(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { PlainText.line($0) }
      .joined(separator: "\n")
  }

  /// How far a long piece of work is, apart from its output.
  static func progress(_ text: String) { write(text + "\n", to: .standardError) }

  private static func write(_ text: String, to handle: FileHandle) {
    // A reader that has gone away is no reason to fail.
    try? handle.write(contentsOf: Data(text.utf8))
  }
}
