import Identity
import IdentityWire
import TestSupport
import Testing
import Tokens

@Suite("Session cookies", .fewAtOnce)
struct SessionCookieTests {
  private static func run(_ body: @Sendable @escaping (TestServer) async throws -> Void) async throws {
    var options = TestServer.Options()
    options.clock = SettableClock(Instant(seconds: 1_900_000_000))
    try await TestServer.run(options, body)
  }

  private static func create(_ server: TestServer, _ message: JSONValue, path: String = "") async throws
    -> TestResponse
  {
    try await server.administer(bearer: "owner", "\(path):createSessionCookie", message)
  }

  @Test("a cookie says what the ID token says, for longer, under a published key")
  func claims() async throws {
    try await Self.run { server in
      let user = try await server.signUp("ada@example.com")
      _ = try await server.administer(
        "accounts:update", ["localId": .string(user.localID), "customAttributes": #"{"role":"editor"}"#])
      let refreshed = try await server.refresh(user.refreshToken)
      let idToken = try #require(refreshed.json["id_token"]?.stringValue)
      server.clock.advance(seconds: 60)
      let response = try await Self.create(server, ["idToken": .string(idToken), "validDuration": "300"])
      #expect(response.status == 200 && response.json.objectValue?.count == 1, "\(response.text)")
      let cookie = try UnverifiedJWT(try #require(response.json["sessionCookie"]?.stringValue))
      var expected = try UnverifiedJWT(idToken).claims
      expected["iss"] = "https://session.firebase.google.com/example"
      expected["iat"] = .integer(server.clock.now().seconds)
      expected["exp"] = .integer(server.clock.now().seconds + 300)
      #expect(cookie.claims == expected)
      #expect(cookie.claims["role"] == "editor")
      #expect(cookie.algorithm == "RS256")
      for path in [
        "/v1/publicKeys", "/identitytoolkit/v3/relyingparty/publicKeys",
        "/www.googleapis.com/identitytoolkit/v3/relyingparty/publicKeys",
      ] {
        let keys = try await server.send("GET", path)
        #expect(
          keys.json[cookie.keyID ?? ""]?.stringValue?.hasPrefix("-----BEGIN CERTIFICATE-----") == true)
      }
      let keySet = try await server.send("GET", "/v1/sessionCookiePublicKeys")
      #expect(keySet.json["keys"]?.arrayValue?.first?["kid"]?.stringValue == cookie.keyID)
    }
  }

  @Test("a cookie lives from five minutes to two weeks")
  func durations() async throws {
    try await Self.run { server in
      let token = JSONValue.string(try await server.signUp("ada@example.com").idToken)
      for (asked, lives) in [
        (nil, 1_209_600), (0, 1_209_600), ("300", 300), (300, 300), ("1209600", 1_209_600),
        (.null, 1_209_600),
      ] as [(JSONValue?, Int64)] {
        var message: [String: JSONValue] = ["idToken": token]
        message["validDuration"] = asked
        let response = try await Self.create(server, .object(message))
        let cookie = try UnverifiedJWT(response.json["sessionCookie"]?.stringValue ?? "")
        #expect(cookie.claims["exp"] == .integer(server.clock.now().seconds + lives))
      }
      for asked in ["299", "1209601", "-1", 1, "9223372036854775807"] as [JSONValue] {
        let response = try await Self.create(server, ["idToken": token, "validDuration": asked])
        #expect(response.errorMessage == "INVALID_DURATION", "\(asked)")
      }
      let text = try await Self.create(server, ["idToken": token, "validDuration": "soon"])
      #expect(text.status == 400 && text.json["error"]?["status"] == "INVALID_ARGUMENT")
      #expect(try await Self.create(server, ["validDuration": "1"]).errorMessage == "MISSING_ID_TOKEN")
    }
  }

  @Test("only administrators of the project make cookies")
  func administratorsOnly() async throws {
    try await Self.run { server in
      let user = try await server.signUp("ada@example.com")
      let message: JSONValue = ["idToken": .string(user.idToken)]
      let byKey = try await server.call("projects/example:createSessionCookie", message)
      #expect(byKey.errorMessage?.hasPrefix("INSUFFICIENT_PERMISSION") == true)
      #expect(
        try await server.administer(bearer: user.idToken, ":createSessionCookie", message).status == 401)
      let account = try await server.addServiceAccount()
      let token = try await server.accessToken(of: account)
      #expect(try await server.administer(bearer: token, ":createSessionCookie", message).status == 200)
      #expect(
        try await server.administer(bearer: token, ":createSessionCookie", message, project: "other").status
          == 403)
    }
  }

  @Test("a disabled, deleted or revoked user's ID token makes none")
  func endedUsers() async throws {
    try await Self.run { server in
      let user = try await server.signUp("ada@example.com")
      let token = JSONValue.string(user.idToken)
      func message() async throws -> String? {
        try await Self.create(server, ["idToken": token]).errorMessage
      }
      _ = try await server.administer(
        "accounts:update", ["localId": .string(user.localID), "disableUser": true])
      #expect(try await message() == "USER_DISABLED")
      _ = try await server.administer(
        "accounts:update", ["localId": .string(user.localID), "disableUser": false])
      #expect(try await message() == nil)
      let now = String(server.clock.now().seconds)
      _ = try await server.administer(
        "accounts:update", ["localId": .string(user.localID), "validSince": .string(now)])
      #expect(try await message() == "TOKEN_EXPIRED")
      _ = try await server.administer("accounts:delete", ["localId": .string(user.localID)])
      #expect(try await message() == "USER_NOT_FOUND")
      server.clock.advance(seconds: 3601)
      #expect(try await message() == "TOKEN_EXPIRED")
    }
  }

  @Test("a tenant's user has a cookie of the tenant")
  func tenants() async throws {
    try await Self.run { server in
      let account = try await server.addServiceAccount()
      let id = try #require(TenantID(rawValue: "one"))
      try await server.backend.projects.insert(
        Tenant(id: id, project: TestServer.project, createdAt: server.clock.now()))
      let signIn = try await server.signInWithCustomToken(
        server.customToken(of: account, ["tenant_id": "one"]))
      let token: JSONValue = try #require(signIn.json["idToken"])
      for path in ["/tenants/one", ""] {
        let response = try await Self.create(server, ["idToken": token], path: path)
        let cookie = try UnverifiedJWT(response.json["sessionCookie"]?.stringValue ?? "")
        #expect(cookie.claims["firebase"]?["tenant"] == "one")
      }
      let own = try await server.signInWithCustomToken(server.customToken(of: account))
      let crossed = try await Self.create(
        server, ["idToken": own.json["idToken"] ?? .null], path: "/tenants/one")
      #expect(crossed.errorMessage == "TENANT_ID_MISMATCH")
    }
  }

  @Test("a cookie's key stays published for as long as the cookie lives, however often keys are replaced")
  func rotation() async throws {
    try await Self.run { server in
      let user = try await server.signUp("ada@example.com")
      let ring = server.service.keyRing
      let planned = try await ring.rotate(now: server.clock.now())
      // The last moment at which the old key signs.
      server.clock.advance(seconds: planned.activeFrom.seconds - server.clock.now().seconds - 1)
      let refreshed = try await server.refresh(user.refreshToken)
      let cookie = try UnverifiedJWT(
        try await server.sessionCookie(refreshed.json["id_token"]?.stringValue ?? ""))
      let keyID = try #require(cookie.keyID)
      #expect(keyID != planned.key.keyID)
      for _ in 0..<13 {
        server.clock.advance(seconds: 86_400)
        try await ring.rotate(.immediate, now: server.clock.now())
      }
      server.clock.advance(seconds: 86_400 - 1)
      #expect(cookie.claims["exp"]?.integerValue == server.clock.now().seconds + 1)
      _ = await ring.renew()
      let keys = try await server.send("GET", "/identitytoolkit/v3/relyingparty/publicKeys")
      #expect(keys.json[keyID] != nil)
      server.clock.advance(seconds: 86_400)
      _ = await ring.renew()
      let later = try await server.send("GET", "/identitytoolkit/v3/relyingparty/publicKeys")
      #expect(later.json[keyID] == nil)
    }
  }
}
