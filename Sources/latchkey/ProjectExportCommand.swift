import ArgumentParser
import Identity
import Operations

struct ProjectExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write the settings of projects to a file for version control.",
    discussion: """
      The file is YAML. It contains the apps, sign-in settings, tenants, providers, functions, webhooks and message \
      templates of all projects, or of the named projects. It contains no users and no keys. Instead of each secret, \
      it names an environment variable. "latchkey project apply" reads the secret from this variable.

      EXAMPLES
        latchkey project export > projects.yaml
        latchkey project export my-app --output my-app.yaml
        latchkey project export --config latchkey.yaml --output projects.yaml

      \(ExitStatus.help)
      """)

  @OptionGroup var data: DataOptions

  @Argument(help: "The projects' ids. (default: all projects)", transform: parseProjectID)
  var ids: [ProjectID] = []

  @Option(help: ArgumentHelp("The file to write; - writes to standard output.", valueName: "file"))
  var output = "-"

  func run() async throws {
    try await data.withBackend { backend in
      let (value, variables) = try await backend.administration.exportProjectFile(
        of: ids.isEmpty ? nil : ids)
      let file = try OutputFile(output)
      try file.write(Array(ProjectFile.text(of: value).utf8))
      try file.finish()
      guard !variables.isEmpty else { return }
      Terminal.note(
        "The file contains no secrets. On another server, \"latchkey project apply\" reads them from these variables:\n"
          + variables.map { "  \($0)" }.joined(separator: "\n"))
    }
  }
}
