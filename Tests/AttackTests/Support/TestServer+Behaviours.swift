import Identity
import TestSupport
import Testing

extension TestServer {
  /// Looks at behaviours on one server, one after another. Each finds no account, and leaves the settings as they are.
  ///
  /// - Parameter project: whose accounts go before each.
  static func look(
    at behaviours: [Behaviour<TestServer>], clearing project: ProjectID = TestServer.project,
    from file: String = #fileID, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await run(from: file) { server in
      try await eachCase(of: behaviours, sourceLocation: sourceLocation) { behaviour in
        try await server.service.deleteAllAccounts(in: Scope(project: project))
        // The lab's tokens of one second are the same, and each is redeemed once.
        server.clock.advance(seconds: 1)
        try await behaviour.look(server)
      }
    }
  }
}
