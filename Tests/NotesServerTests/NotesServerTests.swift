import FirebaseAuth
import Foundation
import LatchkeyHummingbird
import TestSupport
import Testing

@testable import NotesServer

@Suite("The server of notes", .timeLimit(.minutes(15)))
struct NotesServerTests {
  private static func run(
    _ body: @Sendable @escaping (NotesApp, NoteUser, NoteUser) async throws -> Void
  ) async throws {
    try await TestServer.run { server in
      let ann = try await NoteUser("ann@example.com", at: server)
      let bob = try await NoteUser("bob@example.com", at: server)
      let router = try NotesRoutes.router(verifier: try server.notesVerifier(), store: NotesStore())
      try await NotesApp.run(router) { app in try await body(app, ann, bob) }
    }
  }

  // Fails when RulesMiddleware does not ask the rules, and when it gives them another user than the token's (here: the
  // one that the path names; each alone).
  @Test("who signed in gets at their own notes, and nobody else does")
  func ownership() async throws {
    try await Self.run { (app, ann, bob) async throws in
      let note = "/notes/\(ann.uid)/shopping"
      #expect(try await app.send("PUT", note, "bread", token: ann.token).status == 201)
      #expect(try await app.send("PUT", note, "bread, salt", token: ann.token).status == 200)
      #expect(try await app.send("GET", note, token: ann.token).text == "bread, salt")
      #expect(try await app.send("GET", "/notes/\(ann.uid)", token: ann.token).text == "shopping")
      for method in ["GET", "PUT", "DELETE"] {
        let body = method == "PUT" ? "gin" : nil
        #expect(try await app.send(method, note, body, token: bob.token).status == 403, "\(method)")
        #expect(try await app.send(method, note, body).status == 401, "\(method)")
      }
      #expect(try await app.send("GET", "/notes/\(ann.uid)", token: bob.token).status == 403)
      #expect(try await app.send("GET", note, token: ann.token).text == "bread, salt")
      #expect(try await app.send("GET", "/notes/\(bob.uid)", token: bob.token).text.isEmpty)
      #expect(try await app.send("DELETE", note, token: ann.token).status == 204)
      #expect(try await app.send("GET", note, token: ann.token).status == 404)
    }
  }

  /// A user's tokens, of which the back end takes none before it has asked for a newer one.
  private struct StaleTokens: AuthTokenProviding {
    let user: any AuthTokenProviding
    var idTokens: AsyncStream<String?> { user.idTokens }

    func idToken(forcingRefresh: Bool) async throws -> String? {
      try await forcingRefresh ? user.idToken(forcingRefresh: false) : "stale"
    }
  }

  @Test("a client that takes its tokens from the SDK gets at its user's notes, and nobody's without a user")
  func client() async throws {
    try await Self.run { (app, ann, bob) async throws in
      _ = try await app.send("PUT", "/notes/\(ann.uid)/shopping", "bread", token: ann.token)
      let server = try #require(URL(string: "http://127.0.0.1:\(app.port)"))
      let client = NotesClient(server: server, tokens: ann.auth)
      #expect(try await client.get("notes/\(ann.uid)/shopping") == Data("bread".utf8))
      let stale = NotesClient(server: server, tokens: StaleTokens(user: ann.auth))
      #expect(try await stale.get("notes/\(ann.uid)/shopping") == Data("bread".utf8))
      let other = NotesClient(server: server, tokens: bob.auth)
      await #expect(throws: URLError.self) { try await other.get("notes/\(ann.uid)/shopping") }
      try ann.auth.signOut()
      await #expect(throws: URLError.self) { try await client.get("notes/\(ann.uid)/shopping") }
    }
  }

  @Test("rules say what a note may be")
  func content() async throws {
    try await Self.run { (app, ann, _) async throws in
      let path = "/notes/\(ann.uid)/"
      let large = String(repeating: "a", count: 16 * 1024 + 1)
      #expect(try await app.send("PUT", path + "a", large, token: ann.token).status == 403)
      #expect(try await app.send("PUT", path + "a", String(large.dropLast()), token: ann.token).status == 201)
      #expect(try await app.send("PUT", path + "b", "<p>", token: ann.token, type: "text/html").status == 403)
      #expect(try await app.send("PUT", path + "UPPER", "a", token: ann.token).status == 403)
      // The length is not known before the body is read, so that no rule about it can be true.
      #expect(try await app.send("PUT", path + "c", "a", token: ann.token, isStreamed: true).status == 403)
    }
  }

  // Fails when RulesPath takes segments of dots, encoded slashes, backslashes, control characters, or encoded letters
  // (each alone).
  @Test("a path that can be read in two ways is refused, whoever asks")
  func paths() async throws {
    try await Self.run { (app, ann, bob) async throws in
      let encoded = "%\(String(ann.uid.utf8.first ?? 0, radix: 16))" + ann.uid.dropFirst()
      for path in [
        "/notes/\(bob.uid)/%2e%2e/\(ann.uid)/a", "/notes/\(bob.uid)/../\(ann.uid)/a",
        "/notes/\(bob.uid)/./a", "/notes/\(bob.uid)%2Fa", "/notes/\(encoded)/a", "/notes/\(bob.uid)/a%00",
        "/notes/\(bob.uid)/%5Ca",
      ] {
        #expect(try await app.send("GET", path, token: bob.token).status == 400, "\(path)")
      }
    }
  }

  @Test("what no rule is for, nobody may do")
  func others() async throws {
    try await Self.run { (app, ann, _) async throws in
      for path in ["/", "/notes", "/notes/\(ann.uid)/a/b", "/admin"] {
        #expect(try await app.send("GET", path, token: ann.token).status == 403, "\(path)")
      }
      #expect(try await app.send("TRACE", "/notes/\(ann.uid)/a", token: ann.token).status == 405)
    }
  }

  @Test("claims decide about the board")
  func claims() async throws {
    try await TestServer.run { server in
      let ann = try await NoteUser("ann@example.com", at: server)
      _ = try await server.administer(
        "accounts:update",
        ["localId": .string(ann.uid), "customAttributes": #"{"editor":true}"#, "emailVerified": true])
      let editor = try await server.call(
        "accounts:signInWithPassword",
        ["email": "ann@example.com", "password": "correct horse", "returnSecureToken": true])
      let token = try #require(editor.json["idToken"]?.stringValue)
      let router = try NotesRoutes.router(verifier: try server.notesVerifier(), store: NotesStore())
      try await NotesApp.run(router) { (app) async throws in
        #expect(try await app.send("PUT", "/board/news", "hello", token: ann.token).status == 403)
        #expect(try await app.send("PUT", "/board/news", "hello", token: token).status == 201)
        #expect(try await app.send("GET", "/board/news", token: token).text == "hello")
        #expect(try await app.send("GET", "/board/news", token: ann.token).status == 403)
        #expect(try await app.send("GET", "/board/news").status == 401)
      }
    }
  }
}
