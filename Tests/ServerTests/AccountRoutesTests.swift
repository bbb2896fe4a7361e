import Identity
import IdentityWire
import TestSupport
import Testing

@Suite("The account operations")
struct AccountRoutesTests {
  // MARK: Signing up and in

  @Test("signing up answers in the protocol's form and keeps the address in lower case")
  func signUp() async throws {
    try await TestServer.run { server in
      let response = try await server.call(
        "accounts:signUp",
        [
          "email": "Ada@Example.COM", "password": "correct horse", "displayName": "Ada",
          "returnSecureToken": true,
        ])
      let json = response.json
      #expect(json["kind"] == "identitytoolkit#SignupNewUserResponse")
      #expect(json["email"] == "ada@example.com")
      #expect(json["displayName"] == "Ada")
      #expect(json["expiresIn"] == "3600")
      let user = try await server.lookUp(TestSession(response).idToken)
      #expect(user["email"] == "ada@example.com")
      #expect(user["emailVerified"] == false)
      #expect(user["passwordHash"]?.stringValue?.isEmpty == false)
      #expect(user["createdAt"]?.stringValue.flatMap { Int64($0) } != nil)
      #expect(user["lastLoginAt"]?.stringValue.flatMap { Int64($0) } != nil)
      #expect(user["lastRefreshAt"]?.stringValue?.contains(".") == true)
      #expect(user["providerUserInfo"]?.arrayValue?.first?["providerId"] == "password")
      let taken = try await server.call(
        "accounts:signUp", ["email": "ADA@example.com", "password": "another one"])
      #expect(taken.errorMessage == "EMAIL_EXISTS")
    }
  }

  @Test("of many who sign up with one address at once exactly one gets it")
  func concurrentSignUp() async throws {
    try await TestServer.run { server in
      let messages = try await withThrowingTaskGroup(of: String?.self) { group in
        for _ in 0..<8 {
          group.addTask {
            try await server.call(
              "accounts:signUp", ["email": "ada@example.com", "password": "correct horse"]
            ).errorMessage
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(messages.count { $0 == nil } == 1)
      #expect(messages.count { $0 == "EMAIL_EXISTS" } == 7, "\(messages)")
      #expect(try await server.accountCount() == 1)
    }
  }

  @Test("an anonymous account keeps its uid when it gets an address and a password")
  func upgrade() async throws {
    try await TestServer.run { server in
      let session = try await server.signUpAnonymously()
      let upgraded = try await server.call(
        "accounts:signUp",
        ["idToken": .string(session.idToken), "email": "ada@example.com", "password": "correct horse"])
      #expect(try TestSession(upgraded).localID == session.localID)
      #expect(try TestSession(upgraded).claims["firebase"]?["sign_in_provider"] == "password")
      let signedIn = try await server.call(
        "accounts:signInWithPassword", ["email": "ada@example.com", "password": "correct horse"])
      #expect(try TestSession(signedIn).localID == session.localID)
      let other = try await server.signUpAnonymously()
      let taken = try await server.call(
        "accounts:signUp",
        ["idToken": .string(other.idToken), "email": "ada@example.com", "password": "correct horse"])
      #expect(taken.errorMessage == "EMAIL_EXISTS")
    }
  }

  @Test("signing in with a password answers in the protocol's form")
  func signInWithPassword() async throws {
    try await TestServer.run { server in
      let session = try await server.signUp("ada@example.com", password: "correct horse")
      let response = try await server.call(
        "accounts:signInWithPassword",
        ["email": "ADA@example.com", "password": "correct horse"])
      #expect(response.json["kind"] == "identitytoolkit#VerifyPasswordResponse")
      #expect(response.json["registered"] == true)
      #expect(response.json["localId"] == .string(session.localID))
      #expect(response.json["displayName"] == "")
      #expect(response.json["email"] == "ada@example.com")
      #expect(try TestSession(response).claims["firebase"]?["sign_in_provider"] == "password")
      for password in ["Correct horse", "correct horse ", "correct hors", "x"] {
        let wrong = try await server.call(
          "accounts:signInWithPassword", ["email": "ada@example.com", "password": .string(password)])
        #expect(wrong.errorMessage == "INVALID_PASSWORD", "\(password)")
      }
    }
  }

  @Test("with enumeration protection nothing tells whether an address is registered")
  func enumerationProtection() async throws {
    try await TestServer.run { server in
      _ = try await server.signUp("ada@example.com")
      try await server.changeProject { $0.signIn.emailEnumerationProtection = true }
      for email in ["ada@example.com", "nobody@example.com"] as [JSONValue] {
        let wrong = try await server.call(
          "accounts:signInWithPassword", ["email": email, "password": "wrong one"])
        #expect(wrong.errorMessage == "INVALID_LOGIN_CREDENTIALS")
        let methods = try await server.call(
          "accounts:createAuthUri",
          ["identifier": email, "continueUri": "http://localhost", "sessionId": "s"])
        #expect(methods.json == ["kind": "identitytoolkit#CreateAuthUriResponse", "sessionId": "s"])
      }
      try await server.changeProject { $0.signIn.emailEnumerationProtection = false }
      let methods = try await server.call(
        "accounts:createAuthUri", ["identifier": "ada@example.com", "continueUri": "http://localhost"])
      #expect(methods.json["registered"] == true)
      #expect(methods.json["signinMethods"] == ["password"])
    }
  }

  @Test("methods that the project has switched off are refused")
  func disabledMethods() async throws {
    try await TestServer.run { server in
      _ = try await server.signUp("ada@example.com", password: "correct horse")
      try await server.changeProject { project in
        project.signIn.passwordEnabled = false
        project.signIn.anonymousEnabled = false
      }
      #expect(
        try await server.call("accounts:signUp", ["email": "b@example.com", "password": "correct horse"])
          .errorMessage
          == "OPERATION_NOT_ALLOWED")
      #expect(
        try await server.call(
          "accounts:signInWithPassword", ["email": "ada@example.com", "password": "correct horse"]
        )
        .errorMessage == "PASSWORD_LOGIN_DISABLED")
      #expect(try await server.call("accounts:signUp", [:]).errorMessage == "ADMIN_ONLY_OPERATION")
    }
  }

  // MARK: Tokens

  @Test("an ID token ends after an hour; its refresh token goes on and keeps auth_time")
  func refresh() async throws {
    try await TestServer.run { server in
      let session = try await server.signUp("ada@example.com")
      server.clock.advance(seconds: 3_601)
      #expect(
        try await server.call("accounts:lookup", ["idToken": .string(session.idToken)]).errorMessage
          == "TOKEN_EXPIRED")
      let response = try await server.refresh(session.refreshToken)
      #expect(response.status == 200, "\(response.text)")
      let json = response.json
      #expect(json["expires_in"] == "3600")
      #expect(json["token_type"] == "Bearer")
      #expect(json["user_id"] == .string(session.localID))
      #expect(json["project_id"] == .string(try await server.project().number))
      #expect(json["refresh_token"]?.stringValue?.isEmpty == false)
      #expect(json["access_token"] == json["id_token"])
      let token = try #require(json["id_token"]?.stringValue)
      #expect(try UnverifiedJWT(token).claims["auth_time"] == session.claims["auth_time"])
      #expect(try await server.lookUp(token)["localId"] == .string(session.localID))
    }
  }

  @Test("the token endpoint takes forms and JSON, in both spellings, and names what is wrong")
  func tokenForms() async throws {
    try await TestServer.run { server in
      let session = try await server.signUpAnonymously()
      let bodies = [
        #"{"grantType":"refresh_token","refreshToken":"\#(session.refreshToken)"}"#,
        #"{"grant_type":"refresh_token","refresh_token":"\#(session.refreshToken)","scope":"x"}"#,
      ]
      for body in bodies {
        let response = try await server.send(
          "POST", "/v1/token?key=k", headers: ["Content-Type": "application/json"], body: body)
        #expect(response.status == 200, "\(response.text)")
      }
      let wrong: [([(name: String, value: String)], String)] = [
        ([("grant_type", "refresh_token")], "MISSING_REFRESH_TOKEN"),
        ([("grant_type", "password"), ("refresh_token", "x")], "INVALID_REFRESH_TOKEN"),
        ([("grant_type", "password"), ("refresh_token", session.refreshToken)], "INVALID_GRANT_TYPE"),
        ([("refresh_token", session.refreshToken)], "MISSING_GRANT_TYPE"),
        ([("grant_type", "refresh_token"), ("refresh_token", session.idToken)], "INVALID_REFRESH_TOKEN"),
        (
          [("grant_type", "refresh_token"), ("refresh_token", session.refreshToken + "x")],
          "INVALID_REFRESH_TOKEN"
        ),
      ]
      for (form, message) in wrong {
        let response = try await server.send(
          "POST", "/v1/token?key=k", headers: ["Content-Type": "application/x-www-form-urlencoded"],
          body: FormURLEncoded(form).text)
        #expect(response.status == 400)
        #expect(response.errorMessage == message)
      }
    }
  }

  @Test("a changed password ends older tokens also within one second, and no newer one")
  func tokenEpoch() async throws {
    var options = TestServer.Options()
    options.clock = SettableClock(Timestamp(milliseconds: 1_900_000_000_500))
    try await TestServer.run(options) { server in
      var old = try await server.signUp("ada@example.com")
      let other = try await server.signUp("other@example.com")
      for round in 0..<4 {
        let changed = try await server.call(
          "accounts:update",
          [
            "idToken": .string(old.idToken), "password": .string("new password \(round)"),
            "returnSecureToken": true,
          ])
        let new = try TestSession(changed)
        #expect(
          try await server.call("accounts:lookup", ["idToken": .string(old.idToken)]).errorMessage
            == "TOKEN_EXPIRED",
          "round \(round)")
        #expect(
          try await server.refresh(old.refreshToken).errorMessage == "TOKEN_EXPIRED", "round \(round)")
        #expect(try await server.lookUp(new.idToken)["localId"] == .string(new.localID))
        let refreshed = try await server.refresh(new.refreshToken)
        #expect(
          try await server.lookUp(refreshed.json["id_token"]?.stringValue ?? "")["localId"]
            == .string(new.localID))
        old = new
      }
      #expect(try await server.lookUp(other.idToken)["localId"] == .string(other.localID))
      server.clock.advance(seconds: 2)
      #expect(try await server.lookUp(old.idToken)["localId"] == .string(old.localID))
    }
  }

  @Test("a changed address ends older tokens; a changed name does not")
  func whatRevokes() async throws {
    try await TestServer.run { server in
      let session = try await server.signUp("ada@example.com")
      let named = try await server.call(
        "accounts:update",
        ["idToken": .string(session.idToken), "displayName": "Ada", "photoUrl": "https://a.example/p"])
      #expect(named.json["displayName"] == "Ada")
      #expect(named.json["idToken"] == nil)
      #expect(try await server.lookUp(session.idToken)["photoUrl"] == "https://a.example/p")

      _ = try await server.administer(
        "accounts:update", ["localId": .string(session.localID), "emailVerified": true])
      let moved = try await server.call(
        "accounts:update",
        ["idToken": .string(session.idToken), "email": "New@Example.com", "returnSecureToken": true])
      #expect(moved.json["email"] == "new@example.com")
      #expect(moved.json["emailVerified"] == false)
      #expect(
        try await server.call("accounts:lookup", ["idToken": .string(session.idToken)]).errorMessage
          == "TOKEN_EXPIRED")
      let user = try await server.lookUp(TestSession(moved).idToken)
      #expect(user["initialEmail"] == "ada@example.com")
    }
  }

  @Test("attributes are deleted by name, and by an empty text")
  func deleteAttributes() async throws {
    try await TestServer.run { server in
      let session = try await server.signUp("ada@example.com")
      func update(_ change: [String: JSONValue]) async throws -> JSONValue {
        try await server.call(
          "accounts:update", .object(change.merging(["idToken": .string(session.idToken)]) { $1 })
        ).json
      }
      _ = try await update(["displayName": "Ada", "photoUrl": "https://a.example/p"])
      #expect(try await update(["deleteAttribute": ["DISPLAY_NAME"]])["displayName"] == nil)
      #expect(try await update(["photoUrl": ""])["photoUrl"] == nil)
      _ = try await update(["displayName": "Ada"])
      // By index, as proto3 JSON allows; null means nothing.
      #expect(try await update(["deleteAttribute": [2]])["displayName"] == nil)
      #expect(try await update(["deleteAttribute": .null])["email"] == "ada@example.com")
    }
  }

  @Test("a deleted account is gone with its tokens")
  func delete() async throws {
    try await TestServer.run { server in
      let session = try await server.signUp("ada@example.com")
      let deleted = try await server.call("accounts:delete", ["idToken": .string(session.idToken)])
      #expect(deleted.json == ["kind": "identitytoolkit#DeleteAccountResponse"])
      #expect(
        try await server.call("accounts:lookup", ["idToken": .string(session.idToken)]).errorMessage
          == "USER_NOT_FOUND")
      #expect(try await server.refresh(session.refreshToken).errorMessage == "INVALID_REFRESH_TOKEN")
      #expect(try await server.signUp("ada@example.com").localID != session.localID)
    }
  }

  @Test("a disabled account is refused at every door")
  func disabled() async throws {
    try await TestServer.run { server in
      let session = try await server.signUp("ada@example.com", password: "correct horse")
      _ = try await server.administer(
        "accounts:update", ["localId": .string(session.localID), "disableUser": true])
      let token: JSONValue = .string(session.idToken)
      for (operation, message) in [
        ("lookup", ["idToken": token]), ("update", ["idToken": token, "displayName": "x"]),
        ("delete", ["idToken": token]),
        ("signUp", ["idToken": token, "email": "b@example.com", "password": "long enough"]),
        ("signInWithPassword", ["email": "ada@example.com", "password": "correct horse"]),
      ] as [(String, JSONValue)] {
        #expect(
          try await server.call("accounts:\(operation)", message).errorMessage == "USER_DISABLED",
          "\(operation)")
      }
      #expect(try await server.refresh(session.refreshToken).errorMessage == "USER_DISABLED")
    }
  }

  // MARK: The administrator

  @Test("an administrator makes, finds, changes and deletes accounts")
  func administration() async throws {
    try await TestServer.run { server in
      let made = try await server.administer(
        "accounts",
        [
          "localId": "chosen", "email": "ada@example.com", "emailVerified": true, "phoneNumber": "+15550100",
          "displayName": "Ada", "password": "correct horse",
        ])
      #expect(made.json["localId"] == "chosen", "\(made.text)")
      #expect(made.json["idToken"] == nil)
      for key in [("localId", "chosen"), ("email", "ADA@example.com"), ("phoneNumber", "+15550100")] {
        let found = try await server.administer("accounts:lookup", [key.0: [.string(key.1)]])
        #expect(found.json["users"]?.arrayValue?.count == 1, "\(key)")
      }
      let union = try await server.administer(
        "accounts:lookup", ["localId": ["chosen", "nobody"], "email": ["ada@example.com"]])
      #expect(union.json["users"]?.arrayValue?.count == 1)
      let none = try await server.administer("accounts:lookup", ["localId": ["nobody"]])
      #expect(none.status == 200)
      #expect(none.json["users"] == nil)
      let many: [JSONValue] = (0..<101).map { .string("\($0)") }
      #expect(try await server.administer("accounts:lookup", ["localId": .array(many)]).status == 400)

      for (change, message) in [
        (["localId": "chosen"], "DUPLICATE_LOCAL_ID"), (["email": "ada@example.com"], "EMAIL_EXISTS"),
        (["phoneNumber": "+15550100"], "PHONE_NUMBER_EXISTS"),
      ] as [(JSONValue, String)] {
        #expect(try await server.administer("accounts", change).errorMessage == message)
      }
      #expect(try await server.administer("accounts:delete", ["localId": "chosen"]).status == 200)
      #expect(try await server.accountCount() == 0)
    }
  }

  @Test("validSince ends the tokens before it")
  func validSince() async throws {
    try await TestServer.run { server in
      let session = try await server.signUp("ada@example.com")
      server.clock.advance(seconds: 10)
      let moment = server.clock.now().seconds - 5
      _ = try await server.administer(
        "accounts:update", ["localId": .string(session.localID), "validSince": .string(String(moment))])
      #expect(
        try await server.call("accounts:lookup", ["idToken": .string(session.idToken)]).errorMessage
          == "TOKEN_EXPIRED")
      #expect(try await server.refresh(session.refreshToken).errorMessage == "TOKEN_EXPIRED")
    }
  }

  // MARK: Beside the operations

  @Test("the project's configuration is what clients read it for")
  func projectConfig() async throws {
    try await TestServer.run { server in
      for path in ["/v1/projects", "/www.googleapis.com/identitytoolkit/v3/relyingparty/getProjectConfig"] {
        let response = try await server.send("GET", path + "?key=k")
        #expect(response.json["projectId"] == .string(try await server.project().number))
        #expect(response.json["authorizedDomains"]?.arrayValue?.contains("localhost") == true)
        #expect(try await server.send("GET", path).status == 403)
      }
    }
  }

  @Test("pages of any origin may call the API, and read its refusals")
  func crossOrigin() async throws {
    try await TestServer.run { server in
      let path = "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k"
      let preflight = try await server.send(
        "OPTIONS", path,
        headers: [
          "Origin": "https://app.example", "Access-Control-Request-Method": "POST",
          "Access-Control-Request-Headers": "content-type,x-client-version,x-firebase-client",
        ])
      #expect(preflight.status == 204)
      #expect(preflight.headers.first(name: "access-control-allow-origin") == "https://app.example")
      #expect(
        preflight.headers.first(name: "access-control-allow-headers")
          == "content-type,x-client-version,x-firebase-client")
      #expect(preflight.headers.first(name: "access-control-allow-credentials") == nil)
      let refusal = try await server.send(
        "POST", path, headers: ["Origin": "https://app.example", "Content-Type": "application/json"],
        body: "{")
      #expect(refusal.status == 400)
      #expect(refusal.headers.first(name: "access-control-allow-origin") == "https://app.example")
    }
  }

  @Test("many devices that sign in to one account at the same moment all get in")
  func concurrentSignIn() async throws {
    try await TestServer.run { server in
      _ = try await server.signUp("ada@example.com", password: "correct horse")
      let answers = try await withThrowingTaskGroup(of: TestResponse.self) { group in
        for _ in 0..<16 {
          group.addTask {
            try await server.call(
              "accounts:signInWithPassword", ["email": "ada@example.com", "password": "correct horse"])
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(answers.allSatisfy { $0.status == 200 }, "\(answers.filter { $0.status != 200 }.map(\.text))")
    }
  }

  @Test("when too many passwords wait the answer is 429 with Retry-After, and lookups go on")
  func overload() async throws {
    var options = TestServer.Options()
    options.maximumQueuedPasswords = 1
    try await TestServer.run(options) { server in
      let session = try await server.signUp("ada@example.com", password: "correct horse")
      let (answers, lookups) = try await withThrowingTaskGroup(of: (Bool, TestResponse).self) { group in
        for _ in 0..<40 {
          group.addTask {
            let message: JSONValue = ["email": "ada@example.com", "password": "correct horse"]
            return (true, try await server.call("accounts:signInWithPassword", message))
          }
        }
        for _ in 0..<10 {
          group.addTask {
            (false, try await server.call("accounts:lookup", ["idToken": .string(session.idToken)]))
          }
        }
        return try await group.reduce(into: ([TestResponse](), [TestResponse]())) { all, next in
          if next.0 { all.0.append(next.1) } else { all.1.append(next.1) }
        }
      }
      let refused = answers.filter { $0.status == 429 }
      #expect(!refused.isEmpty)
      let others = answers.filter { $0.status != 200 && $0.status != 429 }
      #expect(others.isEmpty, "\(others.map(\.text))")
      #expect(answers.contains { $0.status == 200 })
      for answer in refused {
        #expect(answer.errorMessage == "TOO_MANY_ATTEMPTS_TRY_LATER")
        #expect(answer.headers.first(name: "retry-after").flatMap { Int($0) }.map { $0 > 0 } == true)
      }
      #expect(lookups.allSatisfy { $0.status == 200 })
    }
  }
}
