import ArgumentParser
import Composition
import Identity
import Operations

struct ProjectApplyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "apply",
    abstract: "Apply a file to the settings of projects.",
    discussion: """
      All changes happen in one transaction, or none. Settings that are not in the file stay unchanged. The file is \
      refused if one of its projects has changed since the export. If a new webhook in the file has no secret, the \
      command creates a secret and shows it once.

      EXAMPLES
        latchkey project apply projects.yaml --dry-run
        latchkey project apply projects.yaml
        latchkey project apply projects.yaml --prune
        latchkey project apply staging.yaml --overwrite-changes

      \(ExitStatus.help)
      """)

  @OptionGroup var data: DataOptions
  @OptionGroup var file: ProjectFileOptions

  @Flag(help: "Show the changes, but make none. The exit code is 1 if the file would be refused.")
  var dryRun = false

  @Flag(
    help:
      "Apply the file even if its projects have changed since the export, or if another server exported it."
  )
  var overwriteChanges = false

  func run() async throws {
    let projects = try file.read()
    try await file.withBackend(data, creating: !dryRun) { backend in
      let plan: ProjectFilePlan
      if dryRun {
        plan = try await backend.administration.plan(projects, prunes: file.prune, secrets: file.secrets)
      } else {
        plan = try await apply(projects, with: backend)
      }
      try file.show(plan)
      let refused = dryRun && !overwriteChanges ? plan.outdated : []
      for id in refused {
        Terminal.note(
          "The settings of \(id) have changed since the export. The file would be refused."
        )
      }
      let count = plan.differences.count == 1 ? "1 value" : "\(plan.differences.count) values"
      try Terminal.print(
        plan.differences.isEmpty
          ? "Nothing differs." : dryRun ? "\(count) would change. Nothing was changed." : "\(count) changed.")
      if !plan.newSecrets.isEmpty {
        Terminal.note("Created secrets for new webhooks. They are not shown again:")
        for (path, secret) in plan.newSecrets { try Terminal.print("\(path): \(secret.reveal())") }
      }
      guard refused.isEmpty else { throw ExitCode(ExitStatus.refused.rawValue) }
    }
  }

  private func apply(_ projects: ProjectFile, with backend: Backend) async throws -> ProjectFilePlan {
    do throws(IdentityError) {
      return try await backend.administration.apply(
        projects, prunes: file.prune, overwrites: overwriteChanges, keys: backend.service.keyRing,
        secrets: file.secrets)
    } catch {
      guard error.refusal == .settingsChanged else { throw error }
      throw CommandFailure(
        .refused,
        "\(error.detail ?? error.name) Export the project again and repeat your changes in the new file, or use --overwrite-changes."
      )
    }
  }
}
