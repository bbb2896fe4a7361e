import ArgumentParser
import Foundation
import Identity
import Operations

struct ExplainCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Show why a sign-in with a provider failed.",
    discussion: """
      The id is in the log, and in the header X-Latchkey-Diagnostic of the app's response. The server stores the reason \
      for 14 days.

      EXAMPLES
        latchkey explain 4TqXWb0ZcK1y
        latchkey explain 4TqXWb0ZcK1y --json

      \(ExitStatus.help)
      """)

  @OptionGroup var data: DataOptions

  @Argument(help: "The id of the failure.")
  var id: String

  @Flag(help: "Print JSON, for programs.")
  var json = false

  func run() async throws {
    let explanation = try await data.withBackend { backend in
      do throws(StoreError) {
        return try await backend.explanation(of: id)
      } catch {
        throw CommandFailure(opening: nil, error)
      }
    }
    guard let explanation else {
      throw CommandFailure(
        .refused, "No failure with this id is stored. The server stores failures for 14 days.")
    }
    guard json else { return try Terminal.print(explanation.text) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try Terminal.deliver(String(decoding: try encoder.encode(explanation), as: UTF8.self))
  }
}
