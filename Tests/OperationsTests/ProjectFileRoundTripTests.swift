import Identity
import IdentityWire
import Operations
import Secrets
import TestSupport
import Testing

@Suite("A project file that was exported", .fewAtOnce)
struct ProjectFileRoundTripTests {
  // Fails when any of the settings of the sample is not written, not read or not applied.
  @Test("makes the same project under another id", arguments: TestServer.Deployment.all)
  func roundTrip(deployment: TestServer.Deployment) async throws {
    try await TestServer.run(on: deployment) { server in
      try await ProjectFileSample.fill(server)
      let first = try await server.exported()
      // An issuer is one project's alone.
      let copy = first.replacing("number", with: nil).replacing("apiKeys", with: nil)
        .replacing("tokenIssuer", with: "https://auth.example.com/b")
      try await server.apply(copy, to: "copy", variables: ProjectFileSample.environment(of: server))
      let id = try #require(ProjectID(rawValue: "copy"))
      let second = try await server.exported(id).replacing("tokenIssuer", with: "https://auth.example.com/a")
      func text(_ project: JSONValue) -> String {
        var project = project
        for name in ["revision", "number", "apiKeys"] { project = project.replacing(name, with: nil) }
        return ProjectFile.text(of: project).replacing("_COPY", with: "_EXAMPLE")
      }
      #expect(text(second) == text(first))
      let made = try #require(try await server.backend.projects.project(id))
      let secrets = try server.backend.projects.secrets(
        of: #require(made.provider("oidc.company")), in: Scope(project: id))
      #expect(secrets.clientSecret?.reveal() == "company secret")
      #expect(made.samlKeys != nil, "requests to saml.company are signed")
      #expect(made.captcha.sealedSecret != nil && made.captcha[.sms] == .enforce)
      #expect(made.mailServer?.sealedPassword != nil && made.mailServer?.security == .tls)
      #expect(made.smsGateway?.sealedSecret != nil && made.branding.logo?.format == .png)
    }
  }

  // Fails when a setting, a secret or an identity stays behind, or is taken from the server that it comes to.
  @Test("moves its project to another server with its number, API keys, app ids and secrets")
  func move() async throws {
    try await TestServer.run { server in
      try await ProjectFileSample.fill(server)
      let first = try await server.exported()
      let environment = try await ProjectFileSample.environment(of: server)
      var options = TestServer.Options()
      options.isDevelopment = false
      try await TestServer.run(options) { other in
        // Its own example is another project.
        let id = try #require(ProjectID(rawValue: "moved"))
        try await other.apply(first, to: id.rawValue, variables: environment)
        let second = try await other.exported(id)
        #expect(second["revision"] != first["revision"], "each server has its own")
        func text(_ project: JSONValue) -> String {
          ProjectFile.text(of: project.replacing("revision", with: nil)).replacing("_MOVED", with: "_EXAMPLE")
        }
        #expect(text(second) == text(first))
        let made = try #require(try await other.backend.projects.project(id))
        for known in try await server.project().providers {
          let expected = try server.backend.projects.secrets(
            of: known, in: Scope(project: TestServer.project))
          let secrets = try other.backend.projects.secrets(
            of: #require(made.provider(known.providerID)), in: Scope(project: id))
          #expect(secrets.clientSecret?.reveal() == expected.clientSecret?.reveal(), "\(known.providerID)")
          #expect(secrets.privateKey?.reveal() == expected.privateKey?.reveal(), "\(known.providerID)")
        }
      }
    }
  }

  // Fails when an export is read back as anything else, or secrets that are sealed anew count as changed.
  @Test("changes nothing, with and without its secrets", arguments: TestServer.Deployment.all)
  func unchanged(deployment: TestServer.Deployment) async throws {
    try await TestServer.run(on: deployment) { server in
      try await ProjectFileSample.fill(server)
      let before = try await server.project()
      let exported = try await server.exported()
      for variables in [[:], try await ProjectFileSample.environment(of: server)] {
        let plan = try await server.apply(exported, variables: variables)
        #expect(plan.differences.isEmpty, "\(plan.differences.map(\.text))")
      }
      #expect(try await server.project() == before)
      let text = ProjectFile.text(of: ["version": 1, "projects": ["example": exported]])
      let file = try ProjectFile(text: text, name: "projects.yaml")
      let plan = try await server.backend.administration.plan(file, secrets: { _ in nil })
      #expect(plan.differences.isEmpty, "\(plan.differences.map(\.text))")
    }
  }
}
