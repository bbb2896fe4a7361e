import IdentityWire
import TestSupport
import Testing

@testable import Console

/// What a client says of itself is kept with its session, and shown to administrators.
@Suite("T34: unsafe content of the origin of a session", .fewAtOnce)
struct T34SessionOriginTests {
  private static let markup = "<img src=x onerror=alert(1)>"

  private static func signUp(_ server: TestServer, _ headers: [String: String]) async throws -> TestSession {
    try TestSession(
      try await server.send(
        "POST", "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=key",
        headers: headers.merging(["Content-Type": "application/json"]) { $1 },
        body: #"{"returnSecureToken":true}"#))
  }

  // Fails when SessionOrigin has no bound, and when the page of a user shows it unescaped (each alone).
  @Test("a program's name is text on the page of its user, and is left out where it is no plain, short name")
  func program() async throws {
    try await TestServer.run(.quick) { server in
      for (version, agent, expected) in [
        ("\(Self.markup)/JsCore/1/<b>", "Mozilla/5.0 Firefox/120.0", "\(Self.markup) · <b> 1"),
        (String(repeating: "x/", count: 3) + String(repeating: "y", count: 200), "\(Self.markup)/1", "<img"),
        ("caf\u{E9}/JsCore/1/web", "cafe\u{301}/1", nil),
        ("a/b/c/d/e", String(repeating: "z", count: 300), nil), ("", "", nil),
      ] as [(String, String, String?)] {
        let session = try await Self.signUp(server, ["X-Client-Version": version, "User-Agent": agent])
        let account = try #require(try await server.account(session.localID))
        let stored = try await server.service.store.sessionsInUse(
          of: account.id, in: account.scope, limit: 5)
        #expect(stored.map(\.origin.program) == [expected], "\(version.prefix(40))")
        let page = try await ConsoleBrowser(server).open(ConsoleBrowser.path("users/id-\(session.localID)"))
        #expect(page.root.first("main")?.all("img").isEmpty == true)
        if let expected { #expect(page.element(id: "sessions")?.text.contains(expected) == true) }
      }
    }
  }
}
