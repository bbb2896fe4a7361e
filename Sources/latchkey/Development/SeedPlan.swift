import Composition
import Identity
import LatchkeyVersion
import Operations
import SeedFiles

/// The initial data of a development server, and the place of its export.
struct SeedPlan: Sendable {
  struct Part: Sendable {
    /// The name of the directory or file.
    var name: String
    var data: SeedData
  }

  var parts: [Part] = []
  /// Remarks for the user that are not errors.
  var notices: [String] = []
  /// Nil for no export.
  var exportDirectory: String?

  init(exportDirectory: String?) { self.exportDirectory = exportDirectory }

  /// Stores the data; each part is stored completely or not at all. Call it before the server listens.
  func load(into project: ProjectID, of backend: Backend) async throws {
    for notice in notices { Terminal.note(notice) }
    for part in parts {
      do {
        let report = try await backend.service.load(part.data, into: project, by: backend.administration)
        tell(report, of: part.name)
      } catch let refusal as SeedRefusal {
        throw CommandFailure(
          .refused,
          "Nothing of \(part.name) was imported. \(refusal.place): \(refusal.reason). Correct it, and start again."
        )
      } catch let error as IdentityError {
        throw CommandFailure(error)
      }
    }
  }

  private func tell(_ report: SeedReport, of name: String) {
    let tenants = report.tenants == 0 ? "" : " and \(Self.count(report.tenants, "tenant"))"
    Terminal.note("Imported \(Self.count(report.users, "user"))\(tenants) from \(name).")
    guard report.usersWithoutKnownPassword > 0 else { return }
    Terminal.note(
      "The passwords of \(Self.count(report.usersWithoutKnownPassword, "user")) are not known: the hashes are not "
        + "the emulator's, and their parameters are missing. Set new passwords.")
  }

  /// Exports the data, if requested. Call it after the server has stopped serving requests, and before it closes the data.
  func export(_ project: ProjectID, of backend: Backend) async throws {
    guard let exportDirectory else { return }
    let writer = ExportWriter(
      service: backend.service, administration: backend.administration, project: project,
      program: "Latchkey \(Release.version)")
    do {
      let count = try await writer.write(to: exportDirectory)
      Terminal.note("Exported \(Self.count(count, "user")) to \(exportDirectory).")
    } catch let failure as SeedFileFailure {
      throw CommandFailure(
        .dataDirectory, "Nothing was exported. \(exportDirectory) is unchanged. \(failure)")
    } catch let error as IdentityError {
      throw CommandFailure(error)
    }
  }

  private static func count(_ number: Int, _ thing: String) -> String {
    "\(number) \(thing)\(number == 1 ? "" : "s")"
  }
}
