import ArgumentParser
import Composition
import Foundation
import Identity
import Tokens

struct KeysListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the published keys and the use of each.",
    discussion: """
      EXAMPLE
        latchkey keys list

      \(ExitStatus.help)
      """)

  @OptionGroup var data: DataOptions

  func run() async throws {
    try await data.withBackend { backend in try Terminal.print(try Self.table(backend)) }
  }

  static func table(_ backend: Backend) throws -> String {
    let ring = backend.service.keyRing
    let now = backend.service.clock.now()
    let active = Set(try TokenAlgorithm.allCases.map { try ring.activeKey(of: $0, now: now).keyID })
    var table = TextTable(header: ["KEY ID", "ALGORITHM", "STATE", "SIGNS FROM", "PUBLISHED UNTIL"])
    table.rows = ring.published(now: now).map { entry in
      let state =
        active.contains(entry.key.keyID) ? "signs" : entry.activeFrom > now ? "signs later" : "verifies"
      return [
        entry.key.keyID, entry.key.algorithm.rawValue, state, text(entry.activeFrom),
        entry.retiredAt.map(text) ?? "not replaced yet",
      ]
    }
    return table.text
  }

  private static func text(_ moment: Instant) -> String { moment.date.formatted(.iso8601) }
}
