import IdentityWire
import TestSupport
import Testing

@Suite("Source documents: GitHub by the generic OAuth flow")
struct GitHubGenericOAuthTests {
  private static func query(of address: String) -> FormURLEncoded {
    FormURLEncoded(parsing: String(address.split(separator: "?", maxSplits: 1).last ?? ""))
  }

  @Test("Point 11: beginning a flow asks nothing of the provider; scopes reach its address")
  func beginning() async throws {
    try await TestServer.run { server in
      let flow = try await WebFlow.appleApp(server, "github.com", [("scopes", "user:email,read:org")])
      let query = Self.query(of: try await flow.authorizationURL())
      #expect(query["scope"] == "user:email read:org")
      let requests = try await server.controlLab("GET", "requests")["requests"]?.arrayValue
      #expect(requests == [])
      #expect(try await server.accountCount() == 0)
    }
  }

  @Test("Point 12: reserved custom parameters are ignored, others reach the provider's address encoded")
  func customParameters() async throws {
    try await TestServer.run { server in
      let parameters: JSONValue = [
        "client_id": "evil", "redirect_uri": "https://evil.example/", "response_type": "token",
        "scope": "repo", "state": "fixed", "State": "fixed", "CLIENT_ID": "evil", "allow_signup": "false",
        "login": "a b&c=d+e#f%ü",
      ]
      let flow = try await WebFlow.appleApp(
        server, "github.com",
        [("scopes", "user:email"), ("customParameters", JSONWriter.text(parameters))])
      let address = try await flow.authorizationURL()
      let query = Self.query(of: address)
      for name in ["client_id", "redirect_uri", "response_type", "scope", "state"] {
        #expect(query.pairs.count { $0.name.lowercased() == name } == 1, "\(name)")
      }
      #expect(query["client_id"] == "Iv1.latchkeylab00001")
      #expect(query["redirect_uri"] == server.origin + "/__/auth/handler")
      #expect(query["response_type"] == "code")
      #expect(query["scope"] == "user:email")
      #expect(query["state"] != "fixed")
      #expect(!address.contains("evil"))

      _ = try await flow.decide(at: address, as: "ada")
      let received = try await server.lastAuthorization(at: "github.com")
      #expect(received["allow_signup"] == "false")
      #expect(received["login"] == "a b&c=d+e#f%ü")
    }
  }

  @Test("Point 13: the handler runs the flow and comes back to the app's scheme with a usable link")
  func wholeFlow() async throws {
    try await TestServer.run { server in
      let app = try await server.app(.ios)
      let flow = try await WebFlow.appleApp(server, "github.com")
      let last = try await flow.walk(as: "ada")
      #expect(last.status == 303)
      let link = try #require(last.deepLink)
      let scheme = try #require(app.clientID?.split(separator: ".").reversed().joined(separator: "."))
      #expect(link.base == "\(scheme)://firebaseauth/link")
      #expect(link.innerBase == server.origin + "/__/auth/callback")
      #expect(link.value("authType") == "signInWithRedirect")
      #expect(link.value("eventId") == "EVENTIDABC")
      #expect(link.value("firebaseError") == nil)
      let url = try #require(link.value("link"))
      #expect(url.hasPrefix(server.origin + "/__/auth/handler?"))
      let response = try await flow.redeem(url)
      #expect(response.status == 200, "\(response.text)")
      #expect(try await server.accountCount() == 1)
    }
  }

  @Test("Point 13: the same flow for an app id comes back to app-<dashed app id>")
  func appIDScheme() async throws {
    try await TestServer.run { server in
      let app = try await server.app(.ios)
      let flow = try await WebFlow.appleApp(server, "github.com", [("appId", app.appID)])
      let link = try #require(try await flow.walk(as: "ada").deepLink)
      #expect(link.base == "app-\(app.appID.replacing(":", with: "-"))://firebaseauth/link")
    }
  }

  @Test("Point 13: who refuses at the provider comes back to the app with an error")
  func refusal() async throws {
    try await TestServer.run { server in
      let link = try #require(try await WebFlow.appleApp(server, "github.com").walk(as: nil).deepLink)
      #expect(link.value("link") == nil)
      #expect(link.value("eventId") == "EVENTIDABC")
      #expect(link.firebaseError?["code"] == "auth/user-cancelled")
      #expect(link.firebaseError?["message"]?.stringValue?.isEmpty == false)
      #expect(try await server.accountCount() == 0)
    }
  }

  @Test("Point 15: the sign-in returns the raw GitHub profile, the username and the access token")
  func profileAndCredential() async throws {
    try await TestServer.run { server in
      let response = try await WebFlow.appleApp(server, "github.com").signIn(
        as: "ada", ["returnIdpCredential": true])
      let json = response.json
      #expect(json["providerId"] == "github.com")
      #expect(json["username"] == "ada")
      #expect(json["screenName"] == "ada")
      let profile = try JSONParser().parse(json["rawUserInfo"]?.stringValue ?? "")
      #expect(profile["login"] == "ada")
      #expect(profile["id"]?.integerValue != nil)
      #expect(profile["avatar_url"]?.stringValue != nil)
      #expect(json["oauthIdToken"] == nil)
      #expect(json["oauthTokenSecret"] == nil)

      // Which works at the provider's own interface.
      let token = try #require(json["oauthAccessToken"]?.stringValue)
      let user = try await server.send(
        "GET", "/lab/github.com/user", headers: ["Authorization": "Bearer \(token)", "User-Agent": "test"])
      #expect(user.status == 200)
      #expect(user.json["login"] == "ada")
    }
  }

  @Test("Point 17: linking adds GitHub to the signed-in user, and GitHub then leads to the same uid")
  func link() async throws {
    try await TestServer.run { server in
      let session = try await server.signUp("someone@example.com")
      let linked = try await WebFlow.appleApp(server, "github.com").signIn(
        as: "ada", ["idToken": .string(session.idToken)])
      #expect(linked.status == 200, "\(linked.text)")
      #expect(linked.json["localId"] == .string(session.localID))
      #expect(linked.json["isNewUser"] != true)
      let user = try await server.lookUp(try TestSession(linked).idToken)
      let providers = user["providerUserInfo"]?.arrayValue?.compactMap { $0["providerId"]?.stringValue }
      #expect(providers?.sorted() == ["github.com", "password"])
      #expect(user["email"] == "someone@example.com")

      let later = try await WebFlow.appleApp(server, "github.com").signIn(as: "ada")
      #expect(try TestSession(later).localID == session.localID)
      #expect(try await server.accountCount() == 1)
    }
  }

  @Test("Point 18: reauthentication moves auth_time and so allows what an old sign-in may not")
  func reauthentication() async throws {
    try await TestServer.run { server in
      let first = try TestSession(try await WebFlow.appleApp(server, "github.com").signIn(as: "ada"))
      let authTime = try #require(first.claims["auth_time"]?.integerValue)
      server.clock.advance(seconds: 1_200)

      let sensitive: [(operation: String, change: [String: JSONValue])] = [
        ("accounts:update", ["email": "new@example.com"]), ("accounts:update", ["password": "new password"]),
        ("accounts:delete", [:]),
      ]
      // A fresh ID token is no fresh sign-in.
      let refreshed = try await server.refresh(first.refreshToken)
      let renewed = try #require(refreshed.json["id_token"]?.stringValue)
      #expect(try UnverifiedJWT(renewed).claims["auth_time"]?.integerValue == authTime)
      for (operation, change) in sensitive {
        for token in [first.idToken, renewed] {
          let refused = try await server.call(
            operation, .object(change.merging(["idToken": .string(token)]) { $1 }))
          #expect(refused.status == 400)
          #expect(refused.errorMessage == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN", "\(operation) \(change)")
        }
      }
      let profile = try await server.call(
        "accounts:update", ["idToken": .string(renewed), "displayName": "Ada", "returnSecureToken": true])
      #expect(profile.status == 200, "\(profile.text)")
      let afterProfile = try #require(profile.json["idToken"]?.stringValue)
      #expect(
        try await server.call("accounts:delete", ["idToken": .string(afterProfile)]).errorMessage
          == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")

      for (operation, change) in sensitive {
        let again = try TestSession(
          try await WebFlow.appleApp(server, "github.com").signIn(as: "ada", ["autoCreate": false]))
        #expect(again.localID == first.localID)
        #expect(try #require(again.claims["auth_time"]?.integerValue) >= authTime + 1_200)
        let allowed = try await server.call(
          operation, .object(change.merging(["idToken": .string(again.idToken)]) { $1 }))
        #expect(allowed.status == 200, "\(operation) \(change) \(allowed.text)")
      }
      #expect(try await server.accountCount() == 0)
    }
  }

  @Test("Point 18: another account's credential answers with the other uid and changes nothing of the user")
  func reauthenticationByAnother() async throws {
    try await TestServer.run { server in
      let ada = try TestSession(try await WebFlow.appleApp(server, "github.com").signIn(as: "ada"))
      let grace = try TestSession(try await WebFlow.appleApp(server, "github.com").signIn(as: "grace"))
      let before = try await server.account(ada.localID)
      // The client compares this uid with its own, and says userMismatch.
      let mismatch = try await WebFlow.appleApp(server, "github.com").signIn(
        as: "grace", ["autoCreate": false])
      #expect(mismatch.json["localId"] == .string(grace.localID))
      #expect(try await server.account(ada.localID) == before)

      let nobody = try await WebFlow.appleApp(server, "github.com").signIn(as: "hedy", ["autoCreate": false])
      #expect(nobody.status == 400)
      #expect(nobody.errorMessage == "USER_NOT_FOUND")
      #expect(try await server.accountCount() == 2)
    }
  }
}
