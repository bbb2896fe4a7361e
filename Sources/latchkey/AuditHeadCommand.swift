import ArgumentParser
import Foundation
import Identity
import IdentityWire
import Operations

struct AuditHeadCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "head",
    abstract: "Print the end of each chain, to keep elsewhere.",
    discussion: """
      Prints a line for each chain: its project, the number of its last record, and that record's hash. Somebody who \
      can write to the database could rewrite the whole log. "latchkey audit verify --heads" detects that by lines \
      that you kept elsewhere.

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
