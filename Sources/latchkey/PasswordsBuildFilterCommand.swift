import ArgumentParser
import Foundation
import Passwords

struct PasswordsBuildFilterCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "build-filter",
    abstract: "Convert a large list of leaked passwords to a small filter file.",
    discussion: """
      Each line of the list is a password or its SHA-1 in hexadecimal. A colon and a count may follow the SHA-1, as in \
      the lists of Have I Been Pwned. The filter file is a Bloom filter: a server refuses every password of the \
      list, and also a small share of other passwords. You choose this share with --false-positive-rate. At a rate of \
      0.001, the filter needs 1.8 bytes for each password, in the file and in this command's memory.

      A running server uses its old filter until it is restarted.

      EXAMPLES
        latchkey passwords build-filter leaked.txt
        latchkey passwords build-filter pwned-sha1.txt \\
          --output leaked.filter --false-positive-rate 0.0001

      \(ExitStatus.help)
      """)

  @Argument(help: "The file with the list.")
  var list: String

  @Option(
    help: "The file to write; - writes to standard output. (default: the list's name with \".filter\" added)")
  var output: String?

  @Option(help: "The share of other passwords that the server also refuses, from 0.000001 to 0.1.")
  var falsePositiveRate = 0.001

  func validate() throws {
    guard BloomFilterBuilder.falsePositiveRates.contains(falsePositiveRate) else {
      throw ValidationError("--false-positive-rate must be from 0.000001 to 0.1.")
    }
  }

  func run() throws {
    let path = output ?? list + ".filter"
    guard !Self.areOne(list, path) else {
      throw CommandFailure(.refused, "\(path) is the list itself. Name another file with --output.")
    }
    var count: UInt64 = 0
    try read { line in if !line.isEmpty { count += 1 } }
    guard count > 0 else { throw CommandFailure(.refused, "The list \(list) has no passwords.") }
    guard var builder = BloomFilterBuilder(expecting: count, falsePositiveRate: falsePositiveRate) else {
      throw CommandFailure(.refused, "The list has too many passwords for one filter.")
    }
    try read { line in builder.insert(line: line) }
    let file = try OutputFile(path)
    try file.write(builder.header)
    try file.write(builder.body)
    try file.finish()
    Terminal.note(
      "\(builder.entryCount) passwords, \(builder.header.count + builder.body.count) bytes, "
        + "\(builder.hashCount) bits for each.")
  }

  /// True if two names or links refer to the same file.
  private static func areOne(_ one: String, _ other: String) -> Bool {
    var (first, second) = (stat(), stat())
    return stat(one, &first) == 0 && stat(other, &second) == 0 && first.st_ino == second.st_ino
      && first.st_dev == second.st_dev
  }

  private func read(_ body: (ArraySlice<UInt8>) -> Void) throws {
    do {
      try LineReader(path: list).forEach(body)
    } catch {
      throw CommandFailure(.refused, "The list \(list) cannot be read: \(Terminal.reason(of: error)).")
    }
  }
}
