import ArgumentParser
import Foundation
import Identity
import IdentityWire
import Operations

struct AuditHeadCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "head",
    abstract: "Print the head of each chain, to store it elsewhere.",
    discussion: """
      Prints a line for each chain: the project, the number of the last record, and that record's hash. Store the \
      lines outside the database: an attacker who can write to the database could rewrite the whole log. "latchkey \
      audit verify --heads" compares the log with the stored lines, and so detects this.

      EXAMPLES
        latchkey audit head > /elsewhere/heads

      \(ExitStatus.help)
      """)

  @OptionGroup var data: DataOptions

  func run() async throws {
    try await data.withBackend { backend in
      let lines = try await backend.auditHeads(of: .all).map { head in
        AuditVerification.KeptHead(chain: head.chain, sequence: head.sequence, hash: head.hash).line
      }
      try Terminal.deliver(lines.joined(separator: "\n"))
    }
  }
}
