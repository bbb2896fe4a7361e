import Identity
import TestSupport
import Testing

extension TestServer {
  /// Looks at behaviours on one server, one after another. Each finds the project as a new server has it.
  static func look(
    at behaviours: [Behaviour<TestServer>], from file: String = #fileID,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await run(from: file) { server in
      let project = try await server.project()
      try await eachCase(of: behaviours, sourceLocation: sourceLocation) { behaviour in
        try await server.restore(project)
        try await behaviour.look(server)
      }
    }
  }

  /// Takes the project's accounts, tenants, codes and changed settings away.
  private func restore(_ project: Project) async throws {
    try await service.deleteAllAccounts(in: Scope(project: project.id))
    for tenant in try await service.projects.tenants(in: project.id, after: nil, limit: 1_000) {
      try await service.deleteAllAccounts(in: tenant.scope)
      try await service.projects.deleteTenant(tenant.id, in: project.id)
    }
    try await changeProject { changed in
      let revision = changed.revision
      changed = project
      changed.revision = revision
    }
    // The lab's tokens of one second are the same, and each is redeemed once.
    clock.advance(seconds: 1)
  }
}
