import Identity
import Operations
import ProviderLab
import TestSupport

/// A production server with two projects of the same providers, which a development server's lab plays.
struct TwoProjects: Sendable {
  let server: TestServer
  let lab: TestServer
  /// The API key of the first project.
  let a: String
  /// The API key of the second project.
  let b: String
  let projects: [Project]

  /// - Parameter change: what the second project's providers have for themselves. Google's client is another app unless told
  ///   otherwise.
  static func run(
    changing change: @Sendable @escaping (inout ProviderSettings) -> Void = { settings in
      if settings.providerID == "google.com" { settings.clientID = ProviderLab.clients.googleNativeID }
    },
    _ body: @Sendable @escaping (TwoProjects) async throws -> Void
  ) async throws {
    try await TestServer.run { lab in
      var options = TestServer.Options()
      options.isDevelopment = false
      try await TestServer.run(options) { server in
        let a = try await server.addProject("project-a", providersOf: lab) { $0.withoutNativeClient() }
        let b = try await server.addProject("project-b", providersOf: lab) { settings in
          settings.withoutNativeClient()
          change(&settings)
        }
        try await body(
          TwoProjects(server: server, lab: lab, a: a.apiKeys[0], b: b.apiKeys[0], projects: [a, b]))
      }
    }
  }
}

extension ProviderSettings {
  /// Leaves Google's one client id, so that each project has its own.
  mutating func withoutNativeClient() {
    if providerID == "google.com" { additionalAudiences = [] }
  }
}
