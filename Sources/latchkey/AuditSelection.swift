import ArgumentParser
import Composition
import Identity

/// The audit log's chains that a command works on.
enum AuditSelection: Sendable, Equatable {
  case all
  /// The chain of events without a project, such as signing keys.
  case installation
  case project(ProjectID)

  func contains(_ chain: ProjectID?) -> Bool {
    switch self {
    case .all: true
    case .installation: chain == nil
    case .project(let id): chain == id
    }
  }

  /// Reads the value of `--project`.
  static func parse(_ text: String) throws -> AuditSelection {
    text == "-" ? .installation : .project(try parseProjectID(text))
  }
}

extension Backend {
  /// Returns the heads of a selection's chains.
  ///
  /// - Parameters:
  ///   - wasThere: true if a chain of the selection is known to have existed.
  ///   - seals: true to seal waiting records first, so that the heads include them.
  /// - Throws: an error if the project does not exist and is not known to have existed.
  func auditHeads(
    of selection: AuditSelection, wasThere: Bool = false, sealing seals: Bool = true
  ) async throws(CommandFailure) -> [AuditHead] {
    let heads: [AuditHead]
    do throws(StoreError) {
      if seals { try await audit.sealAudit() }
      heads = try await audit.auditHeads().filter { selection.contains($0.chain) }
    } catch {
      throw CommandFailure(opening: nil, error)
    }
    if heads.isEmpty, !wasThere, case .project(let id) = selection {
      throw CommandFailure(
        .refused, "There is no project with the id \(id). \"latchkey project list\" shows all projects.")
    }
    return heads
  }
}
