import ArgumentParser
import Foundation
import Passwords

struct PasswordsCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Describe a filter, and check whether it refuses passwords.",
    discussion: """
      Reads passwords from standard input, one on each line, and does not print them. Without passwords, only describes \
      the filter.

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
