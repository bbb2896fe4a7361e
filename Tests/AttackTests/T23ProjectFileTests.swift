import Identity
import IdentityWire
import Operations
import TestSupport
import Testing

@Suite("T23: a project file that makes somebody more than they are", .fewAtOnce)
struct T23ProjectFileTests {
  // Fails when the console's project is exported, found or written as any other is.
  @Test("the console's administrators are in no file")
  func console() async throws {
    try await TestServer.runServing { server, _ in
      let administration = server.backend.administration
      let (all, _) = try await administration.exportProjectFile()
      #expect(all["projects"]?.objectValue?.keys.contains(ProjectID.console.rawValue) == false)
      let error = await #expect(throws: IdentityError.self) {
        try await administration.exportProjectFile(of: [.console])
      }
      #expect(error?.refusal == .projectNotFound)
      let before = try await server.service.store.project(.console)
      let changes: [JSONValue] = [
        ["displayName": "Mine"], ["config": ["client": ["permissions": ["disabledUserSignup": false]]]],
      ]
      for change in changes {
        await #expect(throws: IdentityError.self) {
          try await server.apply(change, to: ProjectID.console.rawValue, overwrites: true)
        }
      }
      #expect(try await server.service.store.project(.console) == before)
    }
  }

  // Fails when a member of the stored project is read as it stands in the file.
  @Test("accounts, keys, tokens and roles cannot be given")
  func members() async throws {
    try await TestServer.run { server in
      try await eachCase(of: [
        "users", "serviceAccounts", "administratorTokens", "administrators", "roles", "sealedSignerKey",
        "samlKeys", "formerIssuers", "importedPasswords", "appliedFile", "createdAt", "id",
      ]) { name in
        let before = try await server.project()
        for place in [
          name, "config/\(name)", "config/client/\(name)", "providers/github.com/\(name)",
          "tenants/a/\(name)", "webhooks/a/\(name)",
        ] {
          let file = try await server.exported().replacing(place, with: [["role": "owner"]])
          await #expect(throws: IdentityError.self, "\(place)") {
            try await server.apply(file, overwrites: true)
          }
        }
        #expect(try await server.project() == before)
      }
    }
  }

  // Fails when a new project is inserted without a look at whose its API keys are.
  @Test("a new project does not take another one's API key, number, issuer or id")
  func identity() async throws {
    try await TestServer.run { server in
      let before = try await server.exported()
      let thefts: [JSONValue] = [
        ["apiKeys": before["apiKeys"] ?? .null], ["number": before["number"] ?? .null],
        ["tokenIssuer": "https://securetoken.google.com/example"],
      ]
      for theft in thefts {
        await #expect(throws: IdentityError.self, "\(theft)") { try await server.apply(theft, to: "thief") }
      }
      #expect(try await server.backend.projects.all().map(\.id) == [TestServer.project])
      #expect(try await server.exported() == before)
    }
  }
}
