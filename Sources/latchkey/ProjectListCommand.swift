import ArgumentParser

struct ProjectListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List all projects.",
    discussion: """
      EXAMPLE
        latchkey project list --data /var/lib/latchkey

      \(ExitStatus.help)
      """)

  @OptionGroup var data: DataOptions

  func run() async throws {
    try await data.withBackend { backend in
      let projects = try await backend.projects.all().sorted { $0.id.rawValue < $1.id.rawValue }
      guard !projects.isEmpty else {
        return try Terminal.print("There is no project yet. Create one with \"latchkey project create ID\".")
      }
      var table = TextTable(header: ["PROJECT", "NUMBER", "API KEY", "NAME"])
      table.rows = projects.map {
        [$0.id.rawValue, $0.number, $0.apiKeys.first ?? "", $0.displayName ?? ""]
      }
      try Terminal.print(table.text)
    }
  }
}
