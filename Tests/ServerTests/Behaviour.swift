import Identity
import TestSupport
import Testing

/// A behaviour of a server with the usual options, which others are looked at on, too.
struct Behaviour: Sendable, CustomTestStringConvertible {
  let testDescription: String
  fileprivate let look: @Sendable (TestServer) async throws -> Void

  init(_ description: String, _ look: @Sendable @escaping (TestServer) async throws -> Void) {
    testDescription = description
    self.look = look
  }
}

extension TestServer {
  /// Looks at behaviours on one server, one after another. Each finds the project as a new server has it.
  static func look(
    at behaviours: [Behaviour], from file: String = #fileID,
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
