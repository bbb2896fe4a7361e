import ArgumentParser
import Foundation
import Passwords

struct PasswordsCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Describe a filter, and say whether passwords would be refused.",
    discussion: """
      Passwords come by the input, one a line; none is shown. Without any, only the filter is described.

      EXAMPLES
        latchkey passwords check leaked.filter < /dev/null
        latchkey passwords check leaked.filter < candidates.txt

      \(ExitStatus.help)
      """)

  @Argument(help: "The filter's file.")
  var filter: String

  func run() throws {
    let opened: BloomFilter
    do { opened = try BloomFilter(path: filter) } catch { throw CommandFailure(.refused, "\(error).") }
    Terminal.note(
      "\(opened.entryCount) passwords, \(opened.byteCount) bytes; of others "
        + "\(String(format: "%.2g", opened.falsePositiveRate)) seem to be in it.")
    let compromised = CompromisedPasswords(filter: opened)
    while let line = readLine() {
      switch compromised.finding(line) {
      case .common: try Terminal.print("refused: common")
      case .listed: try Terminal.print("refused: listed")
      case nil: try Terminal.print("accepted")
      }
    }
  }
}
