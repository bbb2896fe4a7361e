import Foundation
import Identity
import Operations

extension TestServer {
  /// A new project whose providers are those of a development server, played by its lab.
  public func addProject(
    _ name: String, providersOf development: TestServer,
    _ change: (inout ProviderSettings) -> Void = { _ in }
  ) async throws -> Project {
    guard let id = ProjectID(rawValue: name),
      let template = try await development.backend.projects.project(Self.project)
    else { throw TestFailure("no such project") }
    var project = try await backend.administration.create(
      id, authorizedDomains: ["localhost", "127.0.0.1"])
    for provider in template.providers {
      var settings = provider
      change(&settings)
      project = try await backend.administration.setProvider(
        settings,
        secrets: try development.backend.projects.secrets(of: provider, in: Scope(project: Self.project)),
        for: .appCredentials, in: id)
    }
    return project
  }

  /// Every account of a project's own scope, as it is stored.
  public func accounts(of project: ProjectID = TestServer.project) async throws -> [Account] {
    try await service.store.accounts(in: Scope(project: project), after: nil, limit: 1_000)
  }
}

/// A directory that is deleted after the body.
public func withTemporaryDirectory<Result>(
  _ body: (DataDirectory) async throws -> Result
) async throws -> Result {
  let path = NSTemporaryDirectory() + "latchkey-test-" + UUID().uuidString
  try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(atPath: path) }
  return try await body(DataDirectory(path: path))
}
