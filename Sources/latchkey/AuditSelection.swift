import ArgumentParser
import Composition
import Identity

/// Which of the audit log's chains a command is about.
enum AuditSelection: Sendable, Equatable {
  case all
  /// What concerns no project, such as signing keys.
  case installation
  case project(ProjectID)

  func contains(_ chain: ProjectID?) -> Bool {
    switch self {
    case .all: true
    case .installation: chain == nil
    case .project(let id): chain == id
    }
  }

  /// Reads what stands behind `--project`.
  static func parse(_ text: String) throws -> AuditSelection {
    text == "-" ? .installation : .project(try parseProjectID(text))
  }
}

extension Backend {
  /// The chains of a selection.
  ///
  /// - Parameters:
  ///   - wasThere: whether it is known that a chain of the selection was there.
  ///   - seals: what was written until now, so that it is among them.
  /// - Throws: for a project that there is not and never was.
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
        .refused, "There is no project of this id: \(id). \"latchkey project list\" shows all.")
    }
    return heads
  }
}
