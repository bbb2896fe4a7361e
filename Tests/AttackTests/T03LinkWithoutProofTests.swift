import Identity
import IdentityWire
import TestSupport
import Testing

@Suite("T3: link without proof", .fewAtOnce)
struct T03LinkWithoutProofTests {
  private static let behaviours: [Behaviour<TestServer>] = [
    Behaviour("a token without a proper subject identifies nobody") { try await subjects($0) },
    Behaviour("an access token whose profile has no id identifies nobody") {
      try await accessTokenWithoutSubject($0)
    },
    Behaviour("a link needs an assertion that the server has checked") { try await incompleteAssertions($0) },
    Behaviour(
      "somebody else's pending credential links the identity that was verified and nothing else of theirs"
    ) { try await pendingOfAnother($0) },
    Behaviour("a flow is finished by who began it") { try await flowOfAnother($0) },
    Behaviour("the digest of a session id, which travels through the browser, does not finish the flow") {
      try await sessionDigest($0)
    },
    Behaviour("a user cannot write a link into their account") { try await writtenLinks($0) },
  ]

  @Test("nothing is linked without a proof of it")
  func links() async throws { try await TestServer.look(at: Self.behaviours) }

  // Fails when IDTokenVerification takes a token without a subject for one of the empty subject (and
  // ProviderIdentity takes that).
  private static func subjects(_ server: TestServer) async throws {
    try await eachCase(of: IDTokenProvider.all) { provider in
      let subjects: [(String, JSONValue?)] = [
        ("missing", nil), ("null", .null), ("empty", ""), ("number", 4711), ("zero", 0), ("boolean", true),
        ("list", ["4711"]), ("object", ["sub": "4711"]), ("control characters", "47\u{1}11"),
        ("too long", .string(String(repeating: "1", count: 600))),
      ]
      for (name, subject) in subjects {
        let token = try server.forge(provider, ["sub": subject])
        expectRefused(try await server.signIn(provider, token), "INVALID_IDP_RESPONSE", name)
        let somebody = try await server.signUpAnonymously()
        expectRefused(
          try await server.signIn(provider, token, ["idToken": .string(somebody.idToken)]),
          "INVALID_IDP_RESPONSE", "link, \(name)")
      }
      #expect(try await server.accounts().allSatisfy(\.links.isEmpty))
    }
  }

  // Fails when GitHubVerifier takes a user id of zero.
  private static func accessTokenWithoutSubject(_ server: TestServer) async throws {
    let token = try await server.labToken("github.com", ["sub": "0", "email": "a@example.com"])
    expectRefused(
      try await server.signInWithIdp([("providerId", "github.com"), ("access_token", token)]),
      "INVALID_IDP_RESPONSE")
    #expect(try await server.accounts().isEmpty)
  }

  // Fails when `signInWithIdp` settles a link with an identity made of the request alone (here: of a
  // `providerId` and a subject that the client names).
  private static func incompleteAssertions(_ server: TestServer) async throws {
    let user = try await server.signUp("ann@example.com", "a password")
    let before = try await server.accounts()
    let flow = try await server.beginFlow("google.com")
    let state = try #require(flow["state"])
    let attempts: [[(name: String, value: String)]] = [
      [("providerId", "google.com")],
      [("providerId", "google.com"), ("sub", "1"), ("localId", "1"), ("rawId", "1")],
      [("providerId", "google.com"), ("id_token", "")],
      [("providerId", "google.com"), ("id_token", #"{"sub":"1"}"#)],
      [("providerId", "facebook.com"), ("access_token", #"{"sub":"1"}"#)],
      [("providerId", "google.com"), ("code", "4/0Aguessed")],
      [("providerId", "google.com"), ("state", state)],
      [("providerId", "google.com"), ("pendingToken", state)],
      [("providerId", "password"), ("id_token", user.idToken)],
      [("providerId", "google.com"), ("id_token", user.idToken)],
    ]
    for parameters in attempts {
      let response = try await server.signInWithIdp(
        parameters, ["idToken": .string(user.idToken), "sessionId": .string(flow.sessionID)])
      expectRefused(response, nil, "\(parameters)")
    }
    #expect(try await server.accounts() == before)
  }

  // Fails when LinkPolicy.decideLink links an identity whose address another account has.
  private static func pendingOfAnother(_ server: TestServer) async throws {
    _ = try await server.signUp("ann@example.com", "ann's password")
    let token = try await server.labToken("facebook.com", ["sub": "1", "email": "ann@example.com"])
    let conflict = try await server.signInWithIdp([("providerId", "facebook.com"), ("access_token", token)])
    #expect(conflict.json["needConfirmation"] == true)
    expectNoTokens(conflict)
    let pending = try require(conflict, "pendingToken")
    let ann = try #require(try await server.account(email: "ann@example.com"))

    let ben = try await server.signUp("ben@example.com", "ben's password")
    let linked = try await server.signInWithIdp(
      [("pendingToken", pending)], ["idToken": .string(ben.idToken), "returnIdpCredential": true])
    // Ann has the address, so the identity cannot become Ben's.
    #expect(linked.json["errorMessage"] == "EMAIL_EXISTS")
    expectNoTokens(linked)
    #expect(try await server.account(ann.id.rawValue) == ann)
    #expect(try await server.account(ben.localID)?.links.isEmpty == true)

    let other = try await server.labToken("facebook.com", ["sub": "2", "email": "carl@example.com"])
    let carl = try await server.signInWithIdp([("providerId", "facebook.com"), ("access_token", other)])
    let carlBefore = try await server.account(try TestSession(carl).localID)
    let second = try await server.signInWithIdp(
      [("pendingToken", try require(carl, "pendingToken"))], ["idToken": .string(ben.idToken)])
    expectRefused(second, "FEDERATED_USER_ID_ALREADY_LINKED")
    #expect(try await server.account(try TestSession(carl).localID) == carlBefore)
    #expect(try await server.account(ben.localID)?.email?.text == "ben@example.com")
  }

  // Fails when `redeemFlow` does not compare the session id.
  private static func flowOfAnother(_ server: TestServer) async throws {
    let ben = try await server.signUp("ben@example.com", "ben's password")
    for session in ["", "another session", String(repeating: "0", count: 64)] {
      let flow = try await server.beginFlow("google.com", ["sessionId": "ann's session"])
      let callback = try await server.authorize(flow, ["lab_sub": "1", "lab_email": "ann@gmail.com"])
      let response = try await server.finishFlow(
        flow, at: callback, ["idToken": .string(ben.idToken), "sessionId": .string(session)])
      expectRefused(response, "INVALID_IDP_RESPONSE", session)
    }
    #expect(try await server.account(ben.localID)?.links.isEmpty == true)

    let flow = try await server.beginFlow("google.com", ["sessionId": "ben's session"])
    let callback = try await server.authorize(flow, ["lab_sub": "1", "lab_email": "ann@gmail.com"])
    _ = try TestSession(
      await server.finishFlow(flow, at: callback, ["idToken": .string(ben.idToken)]))
    let links = try #require(try await server.account(ben.localID)?.links)
    #expect(links.map(\.rawID) == ["1"])
    #expect(try await server.account(ben.localID)?.email?.text == "ben@example.com")
  }

  // Fails when the `sessionId` that the app sent hashed may be presented in that form.
  private static func sessionDigest(_ server: TestServer) async throws {
    // SHA-256 of "raw".
    let digest = "d7439bee24773bcbfa2d0a97947ee36227b10d1022b1a55847e928965bb6bfde"
    let flow = try await server.beginFlow("google.com", ["sessionId": .string(digest)])
    let callback = try await server.authorize(flow)
    expectRefused(
      try await server.finishFlow(flow, at: callback, ["sessionId": .string(digest)]),
      "INVALID_IDP_RESPONSE")
    let again = try await server.beginFlow("google.com", ["sessionId": .string(digest)])
    _ = try TestSession(
      await server.finishFlow(again, at: try await server.authorize(again), ["sessionId": "raw"]))
  }

  // Fails when `update` leaves `linkProviderUserInfo` of a user unrefused.
  private static func writtenLinks(_ server: TestServer) async throws {
    let user = try await server.signUp("ann@example.com", "a password")
    let before = try await server.accounts()
    let link: JSONValue = ["providerId": "google.com", "rawId": "1", "email": "victim@gmail.com"]
    expectRefused(
      try await server.call(
        "accounts:update", ["idToken": .string(user.idToken), "linkProviderUserInfo": link]),
      "OPERATION_NOT_ALLOWED")
    _ = try await server.call(
      "accounts:update",
      ["idToken": .string(user.idToken), "providerUserInfo": [link], "providerId": "google.com"])
    _ = try await server.call(
      "accounts:signUp", ["email": "x@example.com", "password": "a password", "providerUserInfo": [link]])
    #expect(try await server.accounts().filter { $0.id.rawValue == user.localID } == before)
    #expect(try await server.accounts().allSatisfy(\.links.isEmpty))
  }
}
