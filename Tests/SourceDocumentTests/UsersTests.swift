import Identity
import IdentityWire
import TestSupport
import Testing

@Suite("Source documents: users and their tokens")
struct UsersTests {
  private static func google(_ server: TestServer, _ person: String) async throws -> TestResponse {
    let token = try await server.labToken("google.com", ["person": .string(person)])
    return try await server.signInWithIdp([("providerId", "google.com"), ("id_token", token)])
  }

  @Test("Point 33: the first sign-in makes the account; the uid stays, from every app and device")
  func stableUID() async throws {
    try await TestServer.run { server in
      let first = try await Self.google(server, "grace")
      #expect(first.json["isNewUser"] == true)
      let session = try TestSession(first)
      let created = try await server.lookUp(session.idToken)
      let createdAt = try #require(created["createdAt"]?.stringValue.flatMap { Int64($0) })
      #expect(created["lastLoginAt"]?.stringValue.flatMap { Int64($0) } == createdAt)

      server.clock.advance(seconds: 86_400)
      // Another app of the project: the token is for another of its client ids.
      let token = try await server.labToken(
        "google.com", ["person": "grace", "audience": "1234567890-latchkeyios.apps.googleusercontent.com"])
      let second = try await server.signInWithIdp([("providerId", "google.com"), ("id_token", token)])
      #expect(second.json["isNewUser"] != true, "\(second.text)")
      let again = try TestSession(second)
      #expect(again.localID == session.localID)
      let seen = try await server.lookUp(again.idToken)
      #expect(seen["createdAt"] == created["createdAt"])
      #expect(try #require(seen["lastLoginAt"]?.stringValue.flatMap { Int64($0) }) >= createdAt + 86_400_000)

      let web = try await WebFlow.page(server, "google.com").signInFromPage(as: "grace")
      #expect(web.json["localId"] == .string(session.localID), "\(web.text)")
      #expect(try await server.accountCount() == 1)
    }
  }

  @Test("Point 33: a uid is 28 letters and digits and never the provider's id")
  func uidForm() async throws {
    try await TestServer.run { server in
      let session = try TestSession(try await Self.google(server, "grace"))
      #expect(session.localID.utf8.count == 28)
      #expect(session.localID.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) })
      let rawID = try await server.account(session.localID)?.links.first?.rawID
      #expect(rawID != session.localID)
    }
  }

  @Test("Point 35: the ID token carries the uid, the provider data and the issuer of the project")
  func claims() async throws {
    try await TestServer.run { server in
      let session = try TestSession(try await Self.google(server, "grace"))
      let claims = session.claims
      let link = try #require(try await server.account(session.localID)?.link("google.com"))
      #expect(claims["sub"] == .string(session.localID))
      #expect(claims["user_id"] == .string(session.localID))
      #expect(claims["aud"] == .string(TestServer.project.rawValue))
      #expect(claims["iss"] == "https://securetoken.google.com/example")
      #expect(claims["email"] == "grace.hopper.lab@gmail.com")
      #expect(claims["email_verified"] == true)
      #expect(claims["name"] == "Grace Hopper")
      #expect(claims["firebase"]?["sign_in_provider"] == "google.com")
      #expect(claims["firebase"]?["identities"]?["google.com"] == [.string(link.rawID)])
      #expect(claims["firebase"]?["identities"]?["email"] == ["grace.hopper.lab@gmail.com"])
      let issued = try #require(claims["iat"]?.integerValue)
      #expect(claims["exp"] == .integer(issued + 3_600))
      #expect(claims["auth_time"] == .integer(issued))
    }
  }

  @Test("Point 35: custom claims stand in the next token and cannot imitate reserved ones")
  func customClaims() async throws {
    try await TestServer.run { server in
      let session = try await server.signUp("ada@example.com")
      let set = try await server.administer(
        "accounts:update",
        ["localId": .string(session.localID), "customAttributes": #"{"admin":true,"level":3}"#])
      #expect(set.status == 200, "\(set.text)")
      let token = try #require(try await server.refresh(session.refreshToken).json["id_token"]?.stringValue)
      let claims = try UnverifiedJWT(token).claims
      #expect(claims["admin"] == true)
      #expect(claims["level"] == 3)
      #expect(claims["sub"] == .string(session.localID))
      for name in ["sub", "firebase", "aud", "iss"] {
        let refused = try await server.administer(
          "accounts:update",
          ["localId": .string(session.localID), "customAttributes": .string(#"{"\#(name)":"x"}"#)])
        #expect(refused.errorMessage == "FORBIDDEN_CLAIM : \(name)")
      }
      // A user cannot give themselves any.
      let own = try await server.call(
        "accounts:update", ["idToken": .string(session.idToken), "customAttributes": #"{"admin":true}"#])
      #expect(own.errorMessage == "INSUFFICIENT_PERMISSION")
    }
  }

  @Test("Point 35: an anonymous user's token says so")
  func anonymous() async throws {
    try await TestServer.run { server in
      let claims = try await server.signUpAnonymously().claims
      #expect(claims["provider_id"] == "anonymous")
      #expect(claims["firebase"]?["sign_in_provider"] == "anonymous")
      #expect(claims["firebase"]?["identities"] == [:])
      #expect(claims["email"] == nil)
    }
  }
}

extension WebFlow {
  /// The page's script keeps the session id that the handler made, and presents it at the end.
  func signInFromPage(as person: String) async throws -> TestResponse {
    let begun = try await start()
    guard let address = begun.pageData["authUri"]?.stringValue,
      let session = begun.pageData["sessionId"]?.stringValue
    else { throw TestFailure("the flow did not begin: \(begun.text)") }
    let last = try await comeBack(try await decide(at: address, as: person))
    guard let link = last.pageData["urlResponse"]?.stringValue else {
      throw TestFailure("the flow brought nothing: \(last.text)")
    }
    return try await redeem(link, ["sessionId": .string(session)])
  }
}
