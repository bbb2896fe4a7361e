import Identity
import IdentityWire
import TestSupport
import Testing

@Suite("A server whose ID tokens have no signature", .fewAtOnce)
struct UnsignedTokenRouteTests {
  private static func run(_ body: @Sendable @escaping (TestServer) async throws -> Void) async throws {
    var options = TestServer.Options()
    options.clock = SettableClock(Instant(seconds: 1_900_000_000))
    options.unsignedTokens = true
    try await TestServer.run(options, body)
  }

  private static func lookup(_ server: TestServer, _ token: String) async throws -> String? {
    try await server.call("accounts:lookup", ["idToken": .string(token)]).errorMessage
  }

  @Test("hands them out wherever it hands out ID tokens, and takes them back")
  func everywhere() async throws {
    try await Self.run { server in
      let user = try await server.signUp("ada@example.com")
      let refreshed = try await server.refresh(user.refreshToken)
      let account = try await server.addServiceAccount()
      let custom = try await server.signInWithCustomToken(server.customToken(of: account))
      let tokens = [
        user.idToken, try #require(refreshed.json["id_token"]?.stringValue),
        try #require(refreshed.json["access_token"]?.stringValue),
        try #require(custom.json["idToken"]?.stringValue),
        try await server.signUpAnonymously().idToken,
      ]
      for token in tokens {
        #expect(token.hasPrefix("eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.") && token.hasSuffix("."))
        #expect(try await Self.lookup(server, token) == nil)
      }
      let cookie = try await server.sessionCookie(user.idToken)
      #expect(cookie.hasSuffix("."))
      #expect(try UnverifiedJWT(cookie).issuer == "https://session.firebase.google.com/example")
      #expect(try await Self.lookup(server, cookie) == "INVALID_ID_TOKEN")
      #expect(try UnverifiedJWT(try await server.accessToken(of: account)).algorithm == "RS256")
    }
  }

  @Test("carries the claims of a custom token on when its user links a password")
  func sessionClaims() async throws {
    try await Self.run { server in
      let account = try await server.addServiceAccount()
      let custom = try await server.signInWithCustomToken(
        server.customToken(of: account, ["claims": ["plan": "gold"]]))
      let linked = try await server.call(
        "accounts:update",
        [
          "idToken": custom.json["idToken"] ?? .null, "email": "ada@example.com", "password": "correct horse",
          "returnSecureToken": true,
        ])
      let token = try UnverifiedJWT(try #require(linked.json["idToken"]?.stringValue, "\(linked.text)"))
      #expect(token.claims["plan"] == "gold")
    }
  }

  // Fails when what identifies a caller by an unsigned token skips the account, its state or its revocation.
  @Test("takes none of an account that is gone, disabled, revoked or another's, nor an old one")
  func ended() async throws {
    try await Self.run { server in
      let user = try await server.signUp("ada@example.com")
      let claims = user.claims
      func update(_ changes: [String: JSONValue]) async throws {
        let response = try await server.administer(
          "accounts:update", .object(changes.merging(["localId": .string(user.localID)]) { $1 }))
        #expect(response.status == 200, "\(response.text)")
      }
      let stranger = unsignedToken(claims.merging(["sub": "nobody", "user_id": "nobody"]) { $1 })
      #expect(try await Self.lookup(server, stranger) == "USER_NOT_FOUND")
      let elsewhere = unsignedToken(
        claims.merging(["aud": "other", "iss": "https://securetoken.google.com/other"]) { $1 })
      #expect(try await Self.lookup(server, elsewhere) == "INVALID_ID_TOKEN")
      let tenant = unsignedToken(
        claims.merging([
          "firebase": ["identities": [:], "sign_in_provider": "password", "tenant": "nowhere"]
        ]) { $1 })
      #expect(try await Self.lookup(server, tenant)?.hasPrefix("TENANT_NOT_FOUND") == true)

      try await update(["disableUser": true])
      #expect(try await Self.lookup(server, user.idToken) == "USER_DISABLED")
      try await update(["disableUser": false])
      server.clock.advance(seconds: 10)
      try await update(["validSince": .string(String(server.clock.now().seconds))])
      #expect(try await Self.lookup(server, user.idToken) == "TOKEN_EXPIRED")
      let again = try TestSession(
        await server.call(
          "accounts:signInWithPassword",
          ["email": "ada@example.com", "password": "correct horse", "returnSecureToken": true]))
      #expect(try await Self.lookup(server, again.idToken) == nil)
      server.clock.advance(seconds: 3_600)
      #expect(try await Self.lookup(server, again.idToken) == "TOKEN_EXPIRED")
    }
  }
}
