import Identity
import IdentityWire
import Operations
import Secrets
import TestSupport
import Testing

@Suite("T9: artifact used for another purpose", .fewAtOnce)
struct T09WrongPurposeTests {
  /// A place where an artifact can be presented, and which of them belong there.
  private struct Place: Sendable {
    let name: String
    let takes: Set<String>
    let present: @Sendable (TestServer, String) async throws -> TestResponse

    init(
      _ name: String, takes: Set<String> = [],
      _ present: @escaping @Sendable (TestServer, String) async throws -> TestResponse
    ) {
      self.name = name
      self.takes = takes
      self.present = present
    }

    static func credential(_ provider: String, _ parameter: String, takes: Set<String> = []) -> Place {
      Place("\(provider) \(parameter)", takes: takes) { server, value in
        try await server.signInWithIdp([("providerId", provider), (parameter, value)])
      }
    }
  }

  private static let idToken: Set<String> = ["ID token"]

  /// In an order in which each can be used in turn; the last ends the account.
  private static let places: [Place] = [
    .credential("google.com", "id_token", takes: ["Google ID token"]),
    .credential("apple.com", "id_token", takes: ["Apple ID token"]),
    .credential("facebook.com", "id_token"), .credential("oidc.lab", "id_token"),
    .credential("google.com", "access_token", takes: ["Google access token"]),
    .credential("facebook.com", "access_token"), .credential("github.com", "access_token"),
    .credential("google.com", "code"),
    Place("pendingToken", takes: ["pending token"]) { server, value in
      try await server.signInWithIdp([("providerId", "apple.com")], ["pendingToken": .string(value)])
    },
    Place("pendingToken in the body") { server, value in
      try await server.signInWithIdp([("providerId", "google.com"), ("pendingToken", value)])
    },
    Place("code of a flow") { server, value in
      let flow = try await server.beginFlow("google.com")
      return try await server.signInWithIdp(
        [("state", flow["state"] ?? ""), ("code", value)], ["sessionId": .string(flow.sessionID)])
    },
    Place("session of a flow") { server, value in
      let flow = try await server.beginFlow("google.com")
      let callback = try await server.authorize(flow)
      return try await server.finishFlow(flow, at: callback, ["sessionId": .string(value)])
    },
    Place("refresh", takes: ["refresh token", "used refresh token", "successor"]) { server, value in
      try await server.refresh(value)
    },
    Place("refresh by another grant") { server, value in
      try await server.send(
        "POST", "/securetoken.googleapis.com/v1/token?key=key",
        headers: ["Content-Type": "application/x-www-form-urlencoded"],
        body: FormURLEncoded([("grant_type", "authorization_code"), ("code", value)]).text)
    },
    Place("lookup", takes: idToken) { server, value in
      try await server.call("accounts:lookup", ["idToken": .string(value)])
    },
    Place("update", takes: idToken) { server, value in
      try await server.call("accounts:update", ["idToken": .string(value), "displayName": "changed"])
    },
    Place("link", takes: idToken) { server, value in
      let token = try await server.labToken("google.com", ["sub": "77", "email": "linked@gmail.com"])
      return try await server.signIn(.google, token, nonce: nil, ["idToken": .string(value)])
    },
    Place("upgrade", takes: idToken) { server, value in
      try await server.call(
        "accounts:signUp",
        ["idToken": .string(value), "email": "upgraded@example.com", "password": "a password"])
    },
    Place("custom token", takes: ["custom token"]) { server, value in
      try await server.signInWithCustomToken(value)
    },
    Place("token endpoint", takes: ["assertion"]) { server, value in try await server.grant(value) },
    Place("session cookie", takes: idToken) { server, value in
      try await server.administer(bearer: "owner", ":createSessionCookie", ["idToken": .string(value)])
    },
    Place("revocation at Apple", takes: idToken) { server, value in
      let code = try await server.controlLab("POST", "token/apple.com", ["kind": "code"])["code"] ?? .null
      return try await server.send(
        "POST", "/v2/accounts:revokeToken?key=key", headers: ["Content-Type": "application/json"],
        body: JSONWriter.text([
          "idToken": .string(value), "providerId": "apple.com", "tokenType": "CODE", "token": code,
        ]))
    },
    Place("code to revoke") { server, value in
      let bob = try await server.call(
        "accounts:signInWithPassword",
        [
          "email": "bob@example.com", "password": "a password",
        ])
      return try await server.send(
        "POST", "/v2/accounts:revokeToken?key=key", headers: ["Content-Type": "application/json"],
        body: JSONWriter.text([
          "idToken": bob.json["idToken"] ?? .null, "providerId": "apple.com", "tokenType": "CODE",
          "token": .string(value),
        ]))
    },
    Place("administrator's bearer token", takes: ["access token", "administrator's token"]) {
      server, value in
      try await server.send(
        "POST", "/identitytoolkit.googleapis.com/v1/projects/example/accounts:lookup",
        headers: ["Authorization": "Bearer \(value)", "Content-Type": "application/json"],
        body: #"{"email":["ann@example.com"]}"#)
    },
    Place("delete", takes: idToken) { server, value in
      try await server.call("accounts:delete", ["idToken": .string(value)])
    },
  ]

  /// Everything that a client may hold, all of it good, two that are nothing, and what anyone can write.
  ///
  /// - Parameter unsigned: whether the server takes its ID tokens without a signature.
  private static func artifacts(
    _ server: TestServer, unsigned: Bool
  ) async throws -> (all: [(name: String, value: String)], flow: AuthUriFlow, callback: String) {
    let ann = try await server.signUp("ann@example.com", "a password")
    let flow = try await server.beginFlow("google.com")
    let callback = try await server.authorize(flow, ["lab_sub": "88", "lab_email": "flow@gmail.com"])
    let answer = FormURLEncoded(parsing: String(callback.split(separator: "?")[1]))
    let apple = try await server.labToken("apple.com", ["sub": "1", "email": "apple@example.com"])
    let pending = try require(try await server.signIn(.apple, apple, nonce: nil), "pendingToken")
    _ = try await server.signUp("bob@example.com", "a password")
    let account = try await server.addServiceAccount()
    let administratorToken = try await server.backend.administration.createAdministratorToken(
      "a", scopes: [.cloudPlatform], expiresAt: nil, in: TestServer.project)
    // An hour, so that the used token is good for its successor however slow the machine is.
    try await server.changeProject {
      $0.sessions = .rotating
      $0.sessions.gracePeriod = 3_600
    }
    let carl = try await server.signUp("carl@example.com", "a password")
    let cookie = try await server.sessionCookie(ann.idToken)
    let all = [
      ("used refresh token", carl.refreshToken),
      ("successor", try await server.refreshed(carl.refreshToken)), ("ID token", ann.idToken),
      ("refresh token", ann.refreshToken), ("pending token", pending),
      ("flow state", try #require(flow["state"])), ("authorization code", try #require(answer["code"])),
      ("session id", flow.sessionID), ("code challenge", try #require(flow["code_challenge"])),
      ("Google ID token", try await server.labToken("google.com", ["sub": "2", "email": "g@gmail.com"])),
      ("Apple ID token", try await server.labToken("apple.com", ["sub": "3", "email": "a@example.com"])),
      (
        "Google access token",
        try await server.labToken("google.com", ["kind": "access", "sub": "4", "email": "h@gmail.com"])
      ),
      ("custom token", try server.customToken(of: account)),
      ("assertion", try account.token(server.assertionClaims(account, ["jti": "once"]))),
      ("access token", try await server.accessToken(of: account)),
      ("administrator's token", administratorToken.reveal()),
      ("session cookie", cookie),
      ("service account's key id", account.keyID),
      ("API key", "key"), ("garbage", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"),
    ]
    let written = try Self.written(
      like: ann.idToken, cookie, accessToken: try await server.accessToken(of: account),
      customToken: server.customToken(of: account), unsigned: unsigned)
    return ((all + written).map { (name: $0.0, value: $0.1) }, flow, callback)
  }

  /// What nobody signed, with the claims of good ones. An ID token is among them where those have to be signed, and a
  /// custom token everywhere: it takes a switch of its own.
  private static func written(
    like good: String, _ cookie: String, accessToken: String, customToken: String, unsigned: Bool
  ) throws -> [(String, String)] {
    let claims = try UnverifiedJWT(good).claims
    func idToken(_ changes: [String: JSONValue]) -> String {
      unsignedToken(claims.merging(changes) { $1 })
    }
    let (issuedAt, tenant) = (claims["iat"]?.integerValue ?? 0, JSONValue.string("nowhere"))
    var written = [
      ("unsigned session cookie", unsignedToken(try UnverifiedJWT(cookie).claims)),
      ("unsigned custom token", unsignedToken(try UnverifiedJWT(customToken).claims)),
      ("unsigned access token", unsignedToken(try UnverifiedJWT(accessToken).claims)),
      (
        "unsigned access token of its type",
        unsignedToken(try UnverifiedJWT(accessToken).claims, header: ["alg": "none", "typ": "at+jwt"])
      ),
      (
        "unsigned ID token of another project",
        idToken(["iss": "https://securetoken.google.com/other", "aud": "other"])
      ),
      ("unsigned ID token for another audience", idToken(["aud": "other"])),
      ("unsigned ID token of another issuer", idToken(["iss": "https://accounts.google.com"])),
      ("unsigned ID token of nobody", idToken(["sub": "nobody", "user_id": "nobody"])),
      (
        "unsigned ID token of a tenant",
        idToken(["firebase": ["identities": [:], "sign_in_provider": "password", "tenant": tenant]])
      ),
      (
        "unsigned ID token that expired",
        idToken(["iat": .integer(issuedAt - 3_601), "exp": .integer(issuedAt - 1)])
      ),
      ("unsigned ID token that never expires", idToken(["exp": .integer(issuedAt + 315_360_000)])),
      ("unsigned ID token with a signature", unsignedToken(claims, signature: "AAAA")),
      (
        "unsigned ID token under a key",
        unsignedToken(claims, header: ["alg": "none", "typ": "JWT", "kid": "a"])
      ),
    ]
    if !unsigned { written.append(("unsigned ID token", unsignedToken(claims))) }
    return written
  }

  // Fails when IssuedTokenVerifier takes the issuer of session cookies, when AccessTokenVerifier takes any type or
  // an ID token's audience, when ServiceAccountJWT does not compare the audience, when ArtifactVault reads an artifact whatever its purpose (then its payload is of another type,
  // which is an error of the server's), when the owner's bearer check takes any text, or when an ID token
  // refreshes (each alone); without signatures, when IssuedTokenVerifier does not compare a token's lifetime, or when
  // UnsignedTokens does not look at header and signature. Not when signatures are not compared: every token here is a good one, which its
  // issuer and audience keep to its place.
  @Test(
    "every artifact is refused everywhere but at its own place, and refusing uses nothing up",
    arguments: [false, true])
  func matrix(unsigned: Bool) async throws {
    var options = TestServer.Options()
    options.unsignedTokens = unsigned
    try await TestServer.run(options) { server in
      let (artifacts, flow, callback) = try await Self.artifacts(server, unsigned: unsigned)
      let before = try await server.accounts()
      func settled() async throws -> [Account] {
        // The one who asks for a revocation signs in for it.
        try await server.accounts().filter { $0.email?.text != "bob@example.com" }
      }
      for place in Self.places {
        for artifact in artifacts where !place.takes.contains(artifact.name) {
          let response = try await place.present(server, artifact.value)
          expectRefused(response, nil, "\(artifact.name) at \(place.name)")
        }
      }
      // A flow that is presented wrongly is used up, so its state is left out of this place.
      for artifact in artifacts where artifact.name != "flow state" {
        let parts = callback.split(separator: "?", maxSplits: 1).map(String.init)
        var query = FormURLEncoded(parsing: parts[1])
        query["state"] = artifact.value
        let response = try await server.finishFlow(flow, at: "\(parts[0])?\(query.text)")
        expectRefused(response, nil, "\(artifact.name) as state")
      }
      #expect(try await settled() == before.filter { $0.email?.text != "bob@example.com" })

      let finished = try await server.finishFlow(flow, at: callback)
      #expect(finished.status == 200, "\(finished.text)")
      var successor: String?
      for place in Self.places {
        for artifact in artifacts where place.takes.contains(artifact.name) {
          let isIDToken = artifact.name == "ID token"
          let response = try await place.present(
            server, isIDToken ? successor ?? artifact.value : artifact.value)
          #expect(response.status == 200, "\(artifact.name) at \(place.name): \(response.text)")
          // A changed credential ends the token that changed it.
          if isIDToken { successor = response.json["idToken"]?.stringValue ?? successor }
        }
      }
    }
  }

  // Fails when the parser of unsigned custom tokens does not compare the audience.
  @Test("what nobody signed is good for its own purpose alone where custom tokens need no signature either")
  func unsignedCustomTokens() async throws {
    var options = TestServer.Options()
    options.unsignedTokens = true
    options.acceptsUnsignedCredentials = true
    try await TestServer.run(options) { server in
      let ann = try await server.signUp("ann@example.com", "a password")
      let account = try await server.addServiceAccount()
      let custom = unsignedToken(try UnverifiedJWT(try server.customToken(of: account)).claims)
      for (name, token) in [
        ("ID token", ann.idToken), ("session cookie", try await server.sessionCookie(ann.idToken)),
      ] {
        expectRefused(try await server.signInWithCustomToken(token), "INVALID_CUSTOM_TOKEN", name)
      }
      for place in Self.places where place.takes == Self.idToken || place.takes.contains("access token") {
        expectRefused(try await place.present(server, custom), nil, "custom token at \(place.name)")
      }
      #expect(try await server.signInWithCustomToken(custom).status == 200)
    }
  }
}
