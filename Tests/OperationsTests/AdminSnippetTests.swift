import Identity
import Operations
import Testing

@Suite("What a back end in Python begins with")
struct AdminSnippetTests {
  private func snippet(_ server: ClientConfiguration.Server?, issuer: String? = nil) throws -> String {
    var project = Project(
      id: try #require(ProjectID(rawValue: "my-app")), number: "518393053160", apiKeys: ["AIzaKey"],
      authorizedDomains: ["shop.example.com"], createdAt: Instant(seconds: 0))
    project.tokenIssuer = issuer
    return ClientConfiguration(project, server: server).adminSnippet(keyFile: "my-app-backend-1a2b3c4d.json")
  }

  @Test("it names the server and the key's file, and the issuer where that was changed")
  func contents() throws {
    let text = try snippet(.address("https://auth.example.com"))
    #expect(
      text.contains(
        "(\n    \"https://auth.example.com\", service_account=\"my-app-backend-1a2b3c4d.json\")\n"))
    #expect(!text.contains("issuers") && text.contains("check_revoked=True"))
    let own = try snippet(.address("https://auth.example.com"), issuer: "https://auth.example.com/my-app")
    #expect(own.contains(".json\", issuers=[\"https://auth.example.com/my-app\"])"))
    #expect(try snippet(.development("127.0.0.1:9099")).contains("\"http://127.0.0.1:9099\""))
    #expect(try snippet(nil).contains("\"https://YOUR-SERVER\""))
  }
}
