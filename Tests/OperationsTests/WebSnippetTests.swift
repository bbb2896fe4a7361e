import Foundation
import Identity
import Operations
import Testing

@Suite("What a web app begins with")
struct WebSnippetTests {
  private func snippet(
    authDomain: String? = nil, _ server: ClientConfiguration.Server? = nil, domains: [String] = []
  ) throws -> String {
    let project = Project(
      id: try #require(ProjectID(rawValue: "my-app")), number: "518393053160", apiKeys: ["AIzaKey"],
      authorizedDomains: domains, createdAt: Instant(seconds: 0))
    return ClientConfiguration(project, authDomain: authDomain, server: server).webSnippet
  }

  @Test("for real users it leads the SDK to the server, with the version of the script that is served")
  func production() throws {
    let text = try snippet(authDomain: "auth.example.com:8443", .address("https://auth.example.com:8443"))
    #expect(
      text.contains(
        "import { useLatchkey } from \"https://auth.example.com:8443/__/latchkey/\(WebClientScript.version)/firebase.js\";"
      ))
    #expect(text.hasSuffix("const auth = useLatchkey(getAuth(app));"))
    #expect(text.contains("\"AIzaKey\"") && !text.contains("connectAuthEmulator"))
  }

  @Test("sign-in pages on the app's own host are named")
  func ownHost() throws {
    let text = try snippet(authDomain: "app.example.com", .address("https://auth.example.com"))
    #expect(text.hasSuffix("useLatchkey(getAuth(app), { authDomain: \"app.example.com\" });"))
  }

  @Test("in development it is the emulator's setting")
  func development() throws {
    let text = try snippet(authDomain: "127.0.0.1:9099", .development("127.0.0.1:9099"))
    #expect(
      text.hasSuffix("connectAuthEmulator(auth, \"http://127.0.0.1:9099\", { disableWarnings: true });"))
    #expect(!text.contains("useLatchkey"))
  }

  @Test(
    "where nothing says how the server is reached, its first domain does; this machine's is a development server's"
  )
  func unknown() throws {
    #expect(
      try snippet(domains: ["localhost", "auth.example.com"]).contains("from \"https://auth.example.com/__/"))
    #expect(
      try snippet(domains: ["localhost"]).contains("connectAuthEmulator(auth, \"http://127.0.0.1:9099\""))
    #expect(try snippet(authDomain: "[::1]:9099").contains("connectAuthEmulator(auth, \"http://[::1]:9099\""))
    #expect(try snippet(authDomain: "a.localhost.example").contains("useLatchkey"))
  }
}
