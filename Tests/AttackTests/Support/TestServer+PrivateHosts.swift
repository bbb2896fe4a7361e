import TestSupport

extension TestServer {
  /// Runs a server whose operator names these private hosts for providers, and a listener beside it.
  static func run(
    privateHosts: Set<String>, _ body: @escaping @Sendable (TestServer, StubListener) async throws -> Void
  ) async throws {
    var options = Options()
    options.privateProviderHosts = privateHosts
    try await StubListener.run { [options] target in
      try await run(options) { server in try await body(server, target) }
    }
  }
}
