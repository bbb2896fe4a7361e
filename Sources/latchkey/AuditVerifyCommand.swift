import ArgumentParser
import Foundation
import Identity
import IdentityWire
import Operations

struct AuditVerifyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Check that the audit log is unchanged.",
    discussion: """
      Prints the first record of each chain that was changed, removed or moved. With --heads, also detects a chain that \
      was rewritten, or whose last records were removed. Records of the last second may not be in a chain yet. Their \
      number is printed.

      EXAMPLES
        latchkey audit verify
        latchkey audit verify --project my-app
        latchkey audit verify --heads /elsewhere/heads

      \(ExitStatus.help)
      """)

  @OptionGroup var data: DataOptions

  @Option(
    name: .customLong("project"),
    help: ArgumentHelp(
      "Verify only this project's chain; \"-\" for the installation's chain. (default: all)",
      valueName: "project"),
    transform: AuditSelection.parse)
  var selection = AuditSelection.all

  @Option(help: ArgumentHelp("A file with earlier output of \"latchkey audit head\".", valueName: "file"))
  var heads: String?

  func run() async throws {
    let kept = try keptHeads()
    let isIntact = try await data.withBackend(sealing: false) { backend in
      let wasThere = kept.contains { selection.contains($0.chain) }
      let found = try await backend.auditHeads(of: selection, wasThere: wasThere, sealing: false)
      var isIntact = true
      for known in kept where !found.contains(where: { $0.chain == known.chain }) {
        guard selection.contains(known.chain) else { continue }
        isIntact = false
        try Terminal.print("\(known.chain?.rawValue ?? "-"): the whole chain is missing")
      }
      let unsealed: Int
      do throws(StoreError) { unsealed = try await backend.audit.unsealedAuditRecordCount() } catch {
        throw CommandFailure(opening: nil, error)
      }
      for head in found {
        let report: AuditVerification.Report
        do throws(StoreError) {
          report = try await AuditVerification(store: backend.audit)
            .verify(head, against: kept.filter { $0.chain == head.chain })
        } catch {
          throw CommandFailure(opening: nil, error)
        }
        isIntact = isIntact && report.fault == nil
        try Terminal.print("\(head.chain?.rawValue ?? "-"): \(Self.sentence(report))")
      }
      if unsealed > 0 {
        try Terminal.print(
          "\(unsealed) newer \(unsealed == 1 ? "record is" : "records are") not in a chain yet, and cannot be verified"
        )
      }
      return isIntact
    }
    guard isIntact else { throw CommandFailure(.refused, "The audit log is not as it was written.") }
  }

  private static func sentence(_ report: AuditVerification.Report) -> String {
    if let fault = report.fault { return fault.description }
    return "\(report.count) records, \(report.first) to \(report.last), are as they were written"
  }

  private func keptHeads() throws(CommandFailure) -> [AuditVerification.KeptHead] {
    guard let heads else { return [] }
    guard let text = try? String(contentsOfFile: heads, encoding: .utf8) else {
      throw CommandFailure(.refused, "The file \(heads) cannot be read.")
    }
    var kept: [AuditVerification.KeptHead] = []
    for line in text.split(whereSeparator: \.isNewline) {
      guard let head = AuditVerification.KeptHead(line: line) else {
        throw CommandFailure(
          .refused, "The file \(heads) is not output of \"latchkey audit head\".")
      }
      kept.append(head)
    }
    return kept
  }
}
