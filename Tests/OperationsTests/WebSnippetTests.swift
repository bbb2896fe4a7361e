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
    "where nothing says how the server is reached, a placeholder does: the project's domains are its apps'")
  func unknown() throws {
    for domains in [[], ["localhost"], ["localhost", "shop.example.com"], ["shop.example.com"]] {
      let text = try snippet(domains: domains)
      #expect(text.contains("from \"https://YOUR-SERVER/__/latchkey/"), "\(domains)")
      #expect(text.contains("\"authDomain\" : \"YOUR-SERVER\""), "\(domains)")
      #expect(!text.contains("shop.example.com") && !text.contains("connectAuthEmulator"), "\(domains)")
    }
    let named = try snippet(authDomain: "app.example.com")
    #expect(named.contains("from \"https://YOUR-SERVER/__/latchkey/"))
    #expect(named.hasSuffix("useLatchkey(getAuth(app), { authDomain: \"app.example.com\" });"))
  }

  @Test("the server's host serves its sign-in pages")
  func serversHost() throws {
    let text = try snippet(.address("https://auth.example.com"), domains: ["shop.example.com"])
    #expect(text.contains("\"authDomain\" : \"auth.example.com\""))
    #expect(text.hasSuffix("useLatchkey(getAuth(app));"))
    #expect(try snippet(.development("127.0.0.1:9099")).contains("\"authDomain\" : \"127.0.0.1:9099\""))
  }
}
