import ArgumentParser
import Foundation
import Identity
import IdentityWire
import Operations

struct AuditExportCommand: AsyncParsableCommand {
  enum Format: String, ExpressibleByArgument, CaseIterable { case jsonl, table }

  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Print the log.",
    discussion: """
      The format jsonl prints each record and its hash on one line. The record has exactly the bytes that were hashed. \
      The hash is the SHA-256 of two parts: the previous record's hash (32 bytes, all zero for the first record), and \
      the line's text after "record": without the last brace. Times are in milliseconds since 1970.

      EXAMPLES
        latchkey audit export > log.jsonl
        latchkey audit export --since 2026-01-31T12:00:00Z --format table

      \(ExitStatus.help)
      """)

  private static let pageSize = 1_000

  @OptionGroup var data: DataOptions

  @Option(
    name: .customLong("project"),
    help: ArgumentHelp(
      "Print only this project's records; \"-\" for the installation's records. (default: all)",
      valueName: "project"),
    transform: AuditSelection.parse)
  var selection = AuditSelection.all

  @Option(
    help: "Print only records since this day, or since this time in RFC 3339 format.", transform: parseMoment)
  var since: Instant?

  @Option(help: "The format: jsonl for programs, table for people.")
  var format = Format.jsonl

  func run() async throws {
    try await data.withBackend { backend in
      for head in try await backend.auditHeads(of: selection) {
        var last = head.prunedSequence
        while true {
          let page: [AuditRecord]
          do throws(StoreError) {
            page = try await backend.audit.auditRecords(of: head.chain, after: last, limit: Self.pageSize)
          } catch {
            throw CommandFailure(opening: nil, error)
          }
          guard let end = page.last else { break }
          last = end.sequence
          let lines = page.compactMap(line)
          if !lines.isEmpty { try Terminal.deliver(lines.joined(separator: "\n")) }
        }
      }
    }
  }

  private func line(_ record: AuditRecord) -> String? {
    let event = record.event
    // Always shows an unreadable record, because it is damaged.
    if let event, let since, event.at < since { return nil }
    guard format == .table, let event else { return record.exportedText }
    var words = [
      event.at.date.formatted(.iso8601), event.project?.rawValue ?? "-", event.action.rawValue, event.outcome,
      "by \(event.actor)",
    ]
    if let account = event.account { words.append("account \(account)") }
    if let address = event.clientAddress { words.append("from \(address)") }
    words += event.details.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    return words.joined(separator: "  ")
  }
}

/// Reads a day, `2026-01-31`, or a time in RFC 3339 format.
func parseMoment(_ text: String) throws -> Instant {
  let full = text.utf8.count == 10 ? text + "T00:00:00Z" : text
  guard let moment = Instant(iso8601: full) else {
    throw ValidationError("\"\(text)\" is neither a day (2026-01-31) nor a time (2026-01-31T12:00:00Z).")
  }
  return moment
}
