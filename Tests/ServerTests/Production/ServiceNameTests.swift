import Testing

@Suite("Services in the log")
struct ServiceNameTests {
  // Fails when one of the services has no description of its own: its values are logged instead.
  @Test("they have names, and none of their values is logged")
  func names() async throws {
    try await ServingServer.run { server in
      let lines = server.log.text.split(separator: "\n").filter { $0.contains("sl-service") }
      #expect(lines.contains { $0.contains("AuditSealer") })
      #expect(lines.contains { $0.contains("PeriodicService(expired rows could not be deleted)") })
      #expect(!lines.contains { $0.contains("Logging.Logger") || $0.contains("Composition.Backend") })
    }
  }
}
