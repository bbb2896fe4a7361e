import IdentityWire
import Settings
import TestSupport
import Testing

@Suite("A configuration that is replaced", .fewAtOnce)
struct ReplacedConfigTests {
  @Test(
    "what is left out goes back to what a new project has, which hides who is registered",
    arguments: ["", "?updateMask=emailPrivacyConfig", "?updateMask=*"])
  func protections(query: String) async throws {
    var options = TestServer.Options()
    options.isDevelopment = false
    try await TestServer.run(options) { server in
      let project = TestServer.project
      #expect(try await server.project().signIn.emailEnumerationProtection)
      let token = try await server.backend.administration.createAdministratorToken(
        "test", scopes: [.cloudPlatform], expiresAt: nil, in: project)
      func patch(_ query: String, _ message: JSONValue) async throws -> TestResponse {
        try await server.send(
          "PATCH", "/v2/projects/\(project)/config\(query)",
          headers: ["Authorization": "Bearer \(token.reveal())", "Content-Type": "application/json"],
          body: JSONWriter.text(message))
      }
      let off = try await patch(
        "?updateMask=emailPrivacyConfig", ["emailPrivacyConfig": ["enableImprovedEmailPrivacy": false]])
      #expect(off.status == 200, "\(off.text)")
      #expect(try await !server.project().signIn.emailEnumerationProtection)
      let answer = try await patch(query, [:])
      #expect(answer.json["emailPrivacyConfig"]?["enableImprovedEmailPrivacy"] == true, "\(answer.text)")
      #expect(try await server.project().signIn.emailEnumerationProtection)
    }
  }
}
