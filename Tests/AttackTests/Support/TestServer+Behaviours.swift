import Identity
import TestSupport
import Testing

extension TestServer {
  /// Looks at behaviours on one server, one after another. Each finds no account, and leaves the settings as they are.
  static func look(
    at behaviours: [Behaviour<TestServer>], from file: String = #fileID,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await run(from: file) { server in
      try await eachCase(of: behaviours, sourceLocation: sourceLocation) { behaviour in
        try await server.service.deleteAllAccounts(in: Scope(project: Self.project))
        // The lab's tokens of one second are the same, and each is redeemed once.
        server.clock.advance(seconds: 1)
        try await behaviour.look(server)
      }
    }
  }
}
