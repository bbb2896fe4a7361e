import ArgumentParser
import SeedFiles
import Settings

/// The options for a development server's initial data, and for the place of its export.
struct SeedDataOptions: ParsableArguments {
  /// The value for the same directory as `--import`.
  private static let sameDirectory = ""

  @Option(
    name: .customLong("import"),
    help: ArgumentHelp(
      """
      Start with the users and settings of an export by "firebase emulators:export" or --export-on-exit.
      """, valueName: "directory"))
  var importDirectory: String?

  @Option(
    name: .customLong("export-on-exit"), defaultAsFlag: Self.sameDirectory, parsing: .next,
    help: ArgumentHelp(
      """
      Export users and settings when the server stops, as "firebase emulators:export" does. Without a value, export to \
      the directory of --import, which may be missing at the first start.
      """, valueName: "directory"))
  var exportOnExit: String?

  @Option(
    name: .customLong("seed"),
    help: ArgumentHelp(
      "Start with the users, tenants and settings of a YAML file. The file is applied after --import.",
      valueName: "file"
    ))
  var seedFile: String?

  /// The directory to export to; nil for no export.
  private var exportDirectory: String? {
    exportOnExit.map { $0 == Self.sameDirectory ? importDirectory ?? "" : $0 }
  }

  func validate() throws {
    guard importDirectory != "" else { throw ValidationError("--import needs the name of a directory.") }
    guard seedFile != "" else { throw ValidationError("--seed needs the name of a file.") }
    guard exportDirectory != "" else {
      throw ValidationError(
        "--export-on-exit needs a directory. Write --export-on-exit=DIRECTORY, or use --import, too."
      )
    }
  }

  /// Reads the data to import, and checks the place of the export. Call it before a server is opened, so that
  /// mistakes show early.
  ///
  /// - Throws: `CommandFailure`.
  func plan() throws -> SeedPlan {
    var plan = SeedPlan(exportDirectory: exportDirectory)
    if let exportDirectory {
      do { try ExportWriter.check(exportDirectory) } catch let failure as SeedFileFailure {
        throw CommandFailure(.refused, "The export would fail. \(failure)")
      }
    }
    if let importDirectory {
      if exportDirectory == importDirectory, ExportWriter.isMissingOrEmpty(importDirectory) {
        plan.notices.append("\(importDirectory) contains nothing to import yet.")
      } else {
        var reader = ExportReader(importDirectory)
        do { plan.parts.append(.init(name: importDirectory, data: try reader.read())) } catch let failure
          as SeedFileFailure
        {
          throw CommandFailure(.refused, "Nothing was imported. \(failure)")
        }
        plan.notices += reader.notices
      }
    }
    if let seedFile {
      do { plan.parts.append(.init(name: seedFile, data: try SeedFile.read(seedFile))) } catch let mistakes
        as ConfigurationMistakes
      {
        throw CommandFailure(
          .configuration,
          "\(seedFile) has mistakes. Nothing was imported.\n"
            + mistakes.problems.map(\.text).joined(separator: "\n"))
      }
    }
    return plan
  }
}
