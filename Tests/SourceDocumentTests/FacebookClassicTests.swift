import IdentityWire
import TestSupport
import Testing

@Suite("Source documents: Facebook Login by access token")
struct FacebookClassicTests {
  @Test("Point 6: signing in verifies the access token with the Graph API and fills the user")
  func signIn() async throws {
    try await TestServer.run { server in
      let token = try await server.labToken("facebook.com", ["person": "ada"])
      let response = try await server.signInWithIdp(
        [("providerId", "facebook.com"), ("access_token", token)], ["returnIdpCredential": true])
      #expect(response.status == 200, "\(response.text)")
      let json = response.json
      #expect(json["providerId"] == "facebook.com")
      #expect(json["displayName"] == "Ada Lovelace")
      #expect(json["email"] == "ada@example.com")
      #expect(json["emailVerified"] == false)
      #expect(json["photoUrl"]?.stringValue?.isEmpty == false)
      #expect(json["isNewUser"] == true)
      #expect(json["oauthAccessToken"] == .string(token))
      #expect(json["expiresIn"] == "3600")
      let profile = try JSONParser().parse(json["rawUserInfo"]?.stringValue ?? "")
      #expect(profile["name"] == "Ada Lovelace")
      let id = try #require(profile["id"]?.stringValue)
      #expect(json["federatedId"] == .string("http://facebook.com/\(id)"))

      #expect(try await server.requestCount("facebook.com", endpoint: "debug_token") == 1)
      #expect(try await server.requestCount("facebook.com", endpoint: "graph") == 1)

      let user = try await server.lookUp(try TestSession(response).idToken)
      #expect(user["displayName"] == "Ada Lovelace")
      let provider = user["providerUserInfo"]?.arrayValue?.first
      #expect(provider?["providerId"] == "facebook.com")
      #expect(provider?["rawId"] == .string(id))
      #expect(provider?["email"] == "ada@example.com")
      #expect(provider?["photoUrl"] == json["photoUrl"])
    }
  }

  @Test("Point 6: the user is found again by the Facebook id, not by the token or the address")
  func findsAgain() async throws {
    try await TestServer.run { server in
      let first = try await server.labToken("facebook.com", ["sub": "4711", "email": "one@example.com"])
      let one = try await server.signInWithIdp([("providerId", "facebook.com"), ("access_token", first)])
      let second = try await server.labToken("facebook.com", ["sub": "4711", "email": "two@example.com"])
      let two = try await server.signInWithIdp([("providerId", "facebook.com"), ("access_token", second)])
      #expect(try TestSession(one).localID == TestSession(two).localID)
      #expect(two.json["isNewUser"] != true)
      #expect(try await server.accountCount() == 1)
    }
  }

  @Test("Point 7: a bad token gives INVALID_IDP_RESPONSE and makes no account")
  func badToken() async throws {
    try await TestServer.run { server in
      try await eachCase(of: ["wrong-audience", "expired", "wrong-signature"]) { fault in
        let token = try await server.labToken("facebook.com", ["fault": .string(fault)])
        let response = try await server.signInWithIdp([
          ("providerId", "facebook.com"), ("access_token", token),
        ])
        #expect(response.status == 400)
        #expect(response.errorMessage?.hasPrefix("INVALID_IDP_RESPONSE : ") == true, "\(response.text)")
        #expect(!response.text.contains(token))
        #expect(try await server.accountCount() == 0)
      }
    }
  }

  @Test("Point 7: a bad token leaves the user who is signed in as they were")
  func currentUserStays() async throws {
    try await TestServer.run { server in
      let session = try await server.signUp("ada@example.com")
      let before = try await server.account(session.localID)
      for token in ["made up", "EAAnotatoken", "a.b.c", String(repeating: "x", count: 9_000)] {
        let response = try await server.signInWithIdp(
          [("providerId", "facebook.com"), ("access_token", token)], ["idToken": .string(session.idToken)])
        #expect(response.status == 400)
        #expect(response.errorMessage?.hasPrefix("INVALID_IDP_RESPONSE : ") == true, "\(response.text)")
      }
      #expect(try await server.account(session.localID) == before)
      #expect(try await server.lookUp(session.idToken)["localId"] == .string(session.localID))
    }
  }

  @Test("Point 7: a Limited Login ID token sent as an access token is refused by name")
  func limitedTokenAsAccessToken() async throws {
    try await TestServer.run { server in
      let token = try await server.labToken("facebook.com", ["kind": "limited", "rawNonce": "n"])
      let response = try await server.signInWithIdp([("providerId", "facebook.com"), ("access_token", token)])
      #expect(response.status == 400)
      #expect(response.errorMessage?.contains("Limited Login") == true)
    }
  }
}
