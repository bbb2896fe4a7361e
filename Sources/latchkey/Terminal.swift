import Foundation

/// The program's output. When a call returns, the process has written the text, to a terminal, a file or a pipe.
enum Terminal {
  /// - Throws: a failure if the output cannot be written. A closed pipe is not a failure.
  static func print(_ text: String) throws(CommandFailure) {
    do { try output(text) } catch  where systemError(of: error) == EPIPE {} catch { throw failure(error) }
  }

  /// Prints a part of a long text.
  ///
  /// - Returns: False if the reader has closed the pipe.
  /// - Throws: a failure if the output cannot be written.
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

  /// Prints a text that must not be lost.
  ///
  /// - Throws: a failure if the output cannot be written, or if the reader has closed the pipe.
  static func deliver(_ text: String) throws(CommandFailure) {
    do { try output(text) } catch { throw failure(error) }
  }

  /// True if a person can be asked.
  static var isThere: Bool { isatty(STDIN_FILENO) == 1 }

  /// Asks whether to continue. A missing answer counts as no.
  static func confirms(_ question: String) -> Bool {
    write("\(question) [y/N] ", to: .standardError)
    return ["y", "yes"].contains(readLine()?.trimmingCharacters(in: .whitespaces).lowercased())
  }

  /// The system's reason for a failed read or write.
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

  /// True if the error output is a terminal and colours are not turned off (https://no-color.org).
  static var takesColours: Bool {
    let environment = ProcessInfo.processInfo.environment
    return isatty(STDERR_FILENO) == 1 && (environment["NO_COLOR"] ?? "").isEmpty
      && environment["TERM"] != "dumb"
  }

  /// Prints a sentence for the user to standard error. Standard output then contains only the result.
  static func note(_ sentence: String) { write(plain(sentence) + "\n", to: .standardError) }

  static func error(_ sentence: String) { write("latchkey: \(plain(sentence))\n", to: .standardError) }

  /// Makes a sentence safe to print: it may repeat text from untrusted files.
  private static func plain(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { PlainText.line($0) }
      .joined(separator: "\n")
  }

  /// Prints the progress of long work to the error output.
  static func progress(_ text: String) { write(text + "\n", to: .standardError) }

  private static func write(_ text: String, to handle: FileHandle) {
    // A closed pipe is not a failure.
    try? handle.write(contentsOf: Data(text.utf8))
  }
}
