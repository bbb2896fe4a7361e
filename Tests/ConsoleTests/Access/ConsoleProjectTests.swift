import Identity
import IdentityWire
import Operations
import TestSupport
import Testing

@Suite("The console's own project")
struct ConsoleProjectTests {
  private static let name = ProjectID.console.rawValue

  @Test("no other operation sees it, makes it or changes it")
  func hidden() async throws {
    try await TestServer.runServing { server, _ in
      let projects = server.backend.projects
      #expect(try await projects.project(.console) == nil)
      #expect(try await projects.all().map(\.id) == [TestServer.project])
      await #expect(throws: IdentityError.self) { try await server.backend.administration.create(.console) }
      await #expect(throws: IdentityError.self) { try await projects.update(.console) { _ in } }
      await #expect(throws: IdentityError.self) {
        try await server.backend.administration.createAdministratorToken(
          "a", scopes: [.cloudPlatform], expiresAt: nil, in: .console)
      }
      let stored = try #require(try await server.service.store.project(.console))
      #expect(stored.apiKeys.isEmpty && stored.administratorTokens.isEmpty)
      for path in ["/console/p/\(Self.name)", "/console/p/\(Self.name)/users"] {
        let browser = try await server.consoleBrowser(
          of: try await server.addAdministrator(.owner, "\(path.count)@example.com"))
        #expect(try await browser.get(path).status == 404, "\(path)")
      }
    }
  }

  @Test("not by the REST API either, whoever asks")
  func api() async throws {
    try await TestServer.runServing { server, _ in
      let token = try await server.backend.administration.createAdministratorToken(
        "a", scopes: [.cloudPlatform], expiresAt: nil, in: TestServer.project
      ).reveal()
      for key in ["", Self.name, "undefined"] {
        let response = try await server.call(
          "accounts:signUp", ["email": "eve@example.com", "password": "a long password"], key: key)
        #expect(response.status == 400 || response.status == 403, "\(key)")
      }
      for (method, path, body) in [
        (
          "POST", "v1/projects/\(Self.name)/accounts",
          "{\"email\":\"eve@example.com\",\"password\":\"long password\"}"
        ),
        ("POST", "v1/projects/\(Self.name)/accounts:query", "{}"),
        ("GET", "v1/projects/\(Self.name)/accounts:batchGet", ""),
        ("GET", "v2/projects/\(Self.name)/config", ""),
      ] {
        let response = try await server.send(
          method, "/identitytoolkit.googleapis.com/\(path)",
          headers: ["Authorization": "Bearer \(token)", "Content-Type": "application/json"],
          body: body.isEmpty ? nil : body)
        #expect(response.status == 403, "\(path): \(response.status)")
      }
      #expect(try await server.send("GET", "/\(Self.name)/.well-known/openid-configuration").status == 404)
      #expect(try await server.administrators.all().count == 1)
    }
  }

  @Test("a development server on the same database leaves it alone")
  func development() async throws {
    try await TestServer.run { server in
      _ = try await server.addAdministrator(.owner, "owner@example.com")
      for (method, path) in [
        ("DELETE", "/emulator/v1/projects/\(Self.name)/accounts"),
        ("GET", "/emulator/v1/projects/\(Self.name)/oobCodes"),
        ("GET", "/identitytoolkit.googleapis.com/v1/projects/\(Self.name)/accounts:batchGet"),
        ("GET", "/console/p/\(Self.name)"), ("GET", "/console/administrators"), ("GET", "/console/sign-in"),
      ] {
        let response = try await server.send(method, path, headers: ["Authorization": "Bearer owner"])
        #expect(response.status == 404, "\(path): \(response.status)")
      }
      #expect(try await server.administrators.all().count == 1)
    }
  }
}
