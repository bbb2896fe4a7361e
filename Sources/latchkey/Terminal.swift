import Foundation

/// What the program says. Every call has left the process when it returns, whether a person or a pipe reads.
enum Terminal {
  static func print(_ text: String) { write(text + "\n", to: .standardOutput) }

  /// Prints what is lost when nobody gets it.
  static func deliver(_ text: String) throws(CommandFailure) {
    do {
      try FileHandle.standardOutput.write(contentsOf: Data((text + "\n").utf8))
    } catch {
      throw CommandFailure(.refused, "The output cannot be written: \(reason(of: error)).")
    }
  }

  /// What the system says of a failure to write.
  static func reason(of error: any Error) -> String {
    let error = error as NSError
    let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError ?? error
    return cause.domain == NSPOSIXErrorDomain ? String(cString: strerror(Int32(cause.code))) : "\(error.code)"
  }

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
