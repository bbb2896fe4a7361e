import Identity
import IdentityWire
import TestSupport
import Testing

@Suite("Tokens and what ends them", .fewAtOnce)
struct SessionTests {
  private static let behaviours: [Behaviour<TestServer>] = [
    Behaviour("an ID token ends after an hour; its refresh token goes on and keeps auth_time") {
      try await refresh($0)
    },
    Behaviour("the token endpoint takes forms and JSON, in both spellings, and names what is wrong") {
      try await tokenForms($0)
    },
    Behaviour("a changed address ends older tokens; a changed name does not") { try await whatRevokes($0) },
    Behaviour("validSince ends the tokens before it") { try await validSince($0) },
    Behaviour(
      "a user's own validSince means now, whatever it names: other sessions end, and the user's goes on"
    ) { try await ownValidSince($0) },
    Behaviour("a disabled account is refused at every door") { try await disabled($0) },
  ]

  @Test("a session goes on until something ends it")
  func sessions() async throws { try await TestServer.look(at: Self.behaviours) }

  private static func refresh(_ server: TestServer) async throws {
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

  private static func tokenForms(_ server: TestServer) async throws {
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

  @Test("a changed password ends older tokens also within one second, and no newer one")
  func tokenEpoch() async throws {
    var options = TestServer.Options()
    options.clock = SettableClock(Instant(milliseconds: 1_900_000_000_500))
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

  private static func whatRevokes(_ server: TestServer) async throws {
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

  private static func validSince(_ server: TestServer) async throws {
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

  private static func ownValidSince(_ server: TestServer) async throws {
    try await eachCase(of: ["1", "now", "99999999999"]) { named in
      let email = "\(named)@example.com"
      let session = try await server.signUp(email)
      let elsewhere = try TestSession(try await server.signIn(email))
      let now = server.clock.now().seconds
      let moment = named == "now" ? String(now) : named
      let new = try TestSession(
        try await server.call(
          "accounts:update", ["idToken": .string(session.idToken), "validSince": .string(moment)]))
      for old in [session, elsewhere] {
        #expect(
          try await server.call("accounts:lookup", ["idToken": .string(old.idToken)]).errorMessage
            == "TOKEN_EXPIRED")
        #expect(try await server.refresh(old.refreshToken).errorMessage == "TOKEN_EXPIRED")
      }
      #expect(try await server.refresh(new.refreshToken).status == 200)
      let shown = try await server.lookUp(new.idToken)["validSince"]?.stringValue.flatMap { Int64($0) }
      #expect((now...now + 60).contains(shown ?? 0))
    }
  }

  private static func disabled(_ server: TestServer) async throws {
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
