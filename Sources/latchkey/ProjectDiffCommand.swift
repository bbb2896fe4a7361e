import ArgumentParser
import Identity
import Operations

struct ProjectDiffCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Show the changes that a file would make to the settings of projects.",
    discussion: """
      Each line shows the path of a value in the file, the current value and the file's value. Secrets are not shown. \
      The exit code is 0 without differences, 1 with differences, and 64 or more if the command fails.

      EXAMPLES
        latchkey project diff projects.yaml
        latchkey project diff projects.yaml --prune
        latchkey project diff - --config latchkey.yaml < projects.yaml

      \(ExitStatus.help)
      """)

  @OptionGroup var data: DataOptions
  @OptionGroup var file: ProjectFileOptions

  func run() async throws {
    let plan: ProjectFilePlan
    do {
      plan = try await makePlan()
    } catch let failure as CommandFailure where failure.status == .refused {
      // Status 1 means that there are differences.
      throw CommandFailure(.configuration, failure.message)
    }
    for id in plan.outdated {
      Terminal.note("The settings of \(id) have changed since the export.")
    }
    guard plan.differences.isEmpty else { throw ExitCode(ExitStatus.refused.rawValue) }
  }

  private func makePlan() async throws -> ProjectFilePlan {
    let projects = try file.read()
    return try await file.withBackend(data) { backend in
      let plan = try await backend.administration.plan(projects, prunes: file.prune, secrets: file.secrets)
      try file.show(plan)
      return plan
    }
  }
}
