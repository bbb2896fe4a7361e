import Identity
import IdentityWire
import TestSupport
import Testing

@Suite("A project's issuer over HTTP", .fewAtOnce)
struct TokenIssuerRouteTests {
  private static let official = "https://securetoken.google.com/example"

  private static func change(
    _ server: TestServer, to issuer: String?, grace: Int64, in project: ProjectID = TestServer.project
  ) async throws {
    _ = try await server.backend.administration.changeTokenIssuer(to: issuer, grace: grace, in: project)
  }

  private static func issuer(_ token: String?) throws -> String? {
    try UnverifiedJWT(try #require(token)).issuer
  }

  private static func isAccepted(_ server: TestServer, _ token: String) async throws -> Bool {
    let answer = try await server.call("accounts:lookup", ["idToken": .string(token)])
    if answer.status == 200 { return true }
    #expect(answer.json["error"]?["message"] == "INVALID_ID_TOKEN")
    return false
  }

  @Test("new and refreshed tokens name the new issuer; old ones are good until the grace period ends")
  func change() async throws {
    try await TestServer.run { server in
      let own = server.origin + "/example"
      let before = try await server.signUpAnonymously()
      try await Self.change(server, to: own, grace: 600)
      #expect(try Self.issuer(before.idToken) == Self.official)
      let after = try await server.signUpAnonymously()
      #expect(try Self.issuer(after.idToken) == own)
      let refreshed = try await server.refresh(before.refreshToken).json["id_token"]?.stringValue
      #expect(try Self.issuer(refreshed) == own)
      #expect(try await Self.isAccepted(server, before.idToken))

      server.clock.advance(seconds: 601)
      #expect(try await !Self.isAccepted(server, before.idToken))
      #expect(try await Self.isAccepted(server, after.idToken))
      #expect(try await server.refresh(before.refreshToken).status == 200)
    }
  }

  @Test("session cookies keep their issuer, and are made of tokens of a former issuer while it is accepted")
  func sessionCookies() async throws {
    try await TestServer.run { server in
      let before = try await server.signUpAnonymously()
      try await Self.change(server, to: server.origin + "/example", grace: 600)
      func make(_ token: String) async throws -> TestResponse {
        try await server.administer(
          bearer: "owner", ":createSessionCookie", ["idToken": .string(token), "validDuration": "300"])
      }
      for token in [before.idToken, try await server.signUpAnonymously().idToken] {
        let cookie = try await make(token).json["sessionCookie"]?.stringValue
        #expect(try Self.issuer(cookie) == "https://session.firebase.google.com/example")
        #expect(try await !Self.isAccepted(server, try #require(cookie)))
      }
      server.clock.advance(seconds: 601)
      #expect(try await make(before.idToken).status == 400)
    }
  }

  @Test("the document at an issuer's address describes that issuer while its tokens are accepted")
  func discovery() async throws {
    var options = TestServer.Options()
    options.isDevelopment = false
    try await TestServer.run(options) { server in
      func described(_ path: String) async throws -> String? {
        let document = try await server.send("GET", path + "/.well-known/openid-configuration")
        if document.status == 404 { return nil }
        #expect(document.json["jwks_uri"]?.stringValue == server.origin + "/.well-known/jwks.json")
        return document.json["issuer"]?.stringValue
      }
      #expect(try await described("/example") == Self.official)
      #expect(try await described("") == nil)

      try await Self.change(server, to: server.origin + "/example", grace: 600)
      #expect(try await described("/example") == server.origin + "/example")
      try await Self.change(server, to: server.origin, grace: 600)
      #expect(try await described("/example") == server.origin + "/example")
      #expect(try await described("") == server.origin)
      try await Self.change(server, to: nil, grace: 600)
      #expect(try await described("/example") == server.origin + "/example")
      #expect(try await described("") == server.origin)

      server.clock.advance(seconds: 601)
      #expect(try await described("/example") == Self.official)
      #expect(try await described("") == nil)
    }
  }

  @Test("an issuer that another project has, or that stands for something else, is refused")
  func refused() async throws {
    try await TestServer.run { server in
      let other = try await server.addProject("another")
      try await Self.change(server, to: "https://auth.example.com/one", grace: 600, in: other.id)
      try await Self.change(server, to: "https://auth.example.com/two", grace: 600, in: other.id)
      let wrong = [
        // The current one and the one before.
        "https://auth.example.com/two", "https://auth.example.com/one",
        "https://securetoken.google.com/another", "https://securetoken.google.com",
        "https://SecureToken.google.com/example", "https://session.firebase.google.com/example",
        "https://oauth2.googleapis.com/example", "http://auth.example.com", "auth.example.com", "",
        "https://auth.example.com/?a=b", "https://auth.example.com/#a", "https://a@auth.example.com",
        "https://auth.example.com/" + String(repeating: "a", count: 500),
      ]
      for issuer in wrong {
        do throws(IdentityError) {
          _ = try await server.backend.administration.changeTokenIssuer(to: issuer, in: TestServer.project)
          Issue.record("accepted: \(issuer)")
        } catch {
          #expect(error.refusal == .invalidIssuer, "\(issuer)")
        }
      }
      for grace in [-1, 2_592_001, Int64.max] {
        await #expect(throws: IdentityError.self) {
          try await Self.change(server, to: "https://auth.example.com/x", grace: grace)
        }
      }
      let project = try #require(try await server.backend.projects.project(TestServer.project))
      #expect(project.issuer == Self.official && project.formerIssuers.isEmpty)
    }
  }

  @Test(
    "every server on the database takes a change up, and accepts both issuers",
    .enabled(if: PostgreSQLServer.programs != nil, "PostgreSQL is not installed."), .timeLimit(.minutes(15)))
  func twoNodes() async throws {
    try await TestServer.run(on: .two) { server in
      let before = try await server.signUpAnonymously()
      try await Self.change(server, to: "https://auth.example.com/example", grace: 600)
      // Calls go to either server in turn. One of them keeps what it read for up to a second.
      var changed = 0
      while changed < 4 {
        let new = try await server.signUpAnonymously()
        changed = try Self.issuer(new.idToken) == Self.official ? 0 : changed + 1
        if changed > 0 { #expect(try await Self.isAccepted(server, new.idToken)) }
      }
      for _ in 0..<2 { #expect(try await Self.isAccepted(server, before.idToken)) }
      server.clock.advance(seconds: 601)
      for _ in 0..<2 { #expect(try await !Self.isAccepted(server, before.idToken)) }
    }
  }
}
