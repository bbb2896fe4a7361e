import Identity
import IdentityWire
import TestSupport
import Testing

@Suite("T15: borrowed issuers", .fewAtOnce)
struct T15BorrowedIssuerTests {
  // Fails when an issuer alone, or a former one, makes a token a project's.
  @Test("a token is not taken by another project that has, or had, its issuer")
  func borrowed() async throws {
    var options = TestServer.Options()
    options.isDevelopment = false
    try await TestServer.run(options) { server in
      let administration = server.backend.administration
      let a = try await server.addProject("project-a")
      let b = try await server.addProject("project-b")
      let shared = "https://auth.example.com/shared"
      // A has the issuer, gives it up at once, and B takes it.
      _ = try await administration.changeTokenIssuer(to: shared, grace: 0, in: a.id)
      let ann = try TestSession(
        try await server.call("accounts:signUp", ["returnSecureToken": true], key: a.apiKeys[0]))
      #expect(ann.claims["iss"] == .string(shared))
      _ = try await administration.changeTokenIssuer(to: nil, grace: 0, in: a.id)
      _ = try await administration.changeTokenIssuer(to: shared, grace: 600, in: b.id)
      // Now a former issuer of B, too.
      for issuer in [shared, nil] {
        _ = try await administration.changeTokenIssuer(to: issuer, grace: 600, in: b.id)
        for project in [a, b] {
          for operation in ["lookup", "update", "delete"] {
            expectRefused(
              try await server.call(
                "accounts:\(operation)", ["idToken": .string(ann.idToken), "displayName": "changed"],
                key: project.apiKeys[0]), "INVALID_ID_TOKEN", "\(operation) in \(project.id)")
          }
        }
      }
    }
  }

  // Fails when the projects' issuers are not compared.
  @Test("a project cannot take the issuer of another, nor the form of another's in Google's service")
  func taken() async throws {
    try await TestServer.run { server in
      let administration = server.backend.administration
      let a = try await server.addProject("project-a")
      _ = try await administration.changeTokenIssuer(to: "https://auth.example.com/a", grace: 600, in: a.id)
      let b = try #require(ProjectID(rawValue: "project-b"))
      for issuer in [
        "https://auth.example.com/a", "https://auth.example.com/a/", "https://AUTH.example.com:443/a",
        "HTTPS://auth.example.com./a", "https://securetoken.google.com/project-a",
        "https://session.firebase.google.com/project-b",
      ] {
        await #expect(throws: IdentityError.self, "\(issuer)") {
          _ = try await administration.create(b, tokenIssuer: issuer)
        }
      }
      #expect(try await server.backend.projects.project(b) == nil)
    }
  }
}
