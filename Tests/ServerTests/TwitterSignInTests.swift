import IdentityWire
import ProviderLab
import TestSupport
import Testing

@Suite("Sign-in with X", .fewAtOnce)
struct TwitterSignInTests {
  private static let id = "twitter.com"

  /// A token of the lab with its secret, as an app brings them.
  private static func credential(
    _ server: TestServer, _ options: JSONValue = [:]
  ) async throws -> [(name: String, value: String)] {
    let token = try await server.labToken(id, options)
    return [
      ("providerId", id), ("access_token", token), ("oauth_token_secret", server.lab.tokenSecret(of: token)),
    ]
  }

  private static let behaviours: [Behaviour<TestServer>] = [
    Behaviour("an app's token and secret sign in, and come back with who the user is") {
      try await checkCredential($0)
    },
    Behaviour("an address of X's is not believed: it joins no account") { try await address($0) },
    Behaviour("X is linked, confirms who is there, and is unlinked") { try await linking($0) },
    Behaviour("an app that asks for the code flow gets no other flow: it could not redeem the verifier") {
      try await codeFlow($0)
    },
    Behaviour("whatever goes wrong at X ends as INVALID_IDP_RESPONSE, with a diagnosis, and changes nothing")
    { try await faults($0) },
  ]

  @Test("a user of X signs in, links and is refused as at any provider")
  func signIns() async throws { try await TestServer.look(at: Self.behaviours) }

  private static func checkCredential(_ server: TestServer) async throws {
    let parameters = try await Self.credential(server)
    let response = try await server.signInWithIdp(parameters, ["returnIdpCredential": true])
    let json = response.json
    #expect(json["providerId"] == "twitter.com" && json["isNewUser"] == true)
    let rawID = try #require(
      try JSONParser().parse(json["rawUserInfo"]?.stringValue ?? "")["id_str"]?.stringValue)
    #expect(json["federatedId"] == .string("http://twitter.com/\(rawID)"))
    #expect(json["screenName"] == "ada" && json["username"] == "ada")
    #expect(json["displayName"] == "Ada Lovelace" && json["fullName"] == "Ada Lovelace")
    #expect(json["oauthAccessToken"] == .string(parameters[1].value))
    #expect(json["oauthTokenSecret"] == .string(parameters[2].value))
    #expect(json["oauthIdToken"] == nil && json["oauthExpireIn"] == nil)
    #expect(json["email"] == "ada@example.com" && json["emailVerified"] == false)
    let session = try TestSession(response)
    #expect(session.claims["firebase"]?["identities"]?["twitter.com"] == [.string(rawID)])
    #expect(session.claims["firebase"]?["sign_in_provider"] == "twitter.com")
    let account = try #require(try await server.account(session.localID))
    #expect(account.links.map(\.rawID) == [rawID] && !account.emailVerified)
    let again = try await server.signInWithIdp(parameters)
    #expect(again.json["localId"] == .string(session.localID) && again.json["isNewUser"] == nil)
  }

  @Test("a token without its secret is refused before X is asked")
  func withoutSecret() async throws {
    try await TestServer.run { server in
      let parameters = try await Self.credential(server)
      let bare: [(name: String, value: String)] = Array(parameters.prefix(2))
      for given in [bare, bare + [("oauth_token_secret", "")]] {
        let response = try await server.signInWithIdp(given)
        #expect(
          response.errorMessage
            == "INVALID_CREDENTIAL_OR_PROVIDER_ID : Invalid IdP response/credential: http://localhost")
      }
      #expect(try await server.requestCount(Self.id, endpoint: "userinfo") == 0)
      #expect(try await server.accountCount() == 0)
    }
  }

  private static func address(_ server: TestServer) async throws {
    let session = try await server.signUp("ada@example.com")
    for trust in [false, true] {
      if trust { try await server.changeProject { $0.signIn.emailTrust = .providerClaim } }
      let held = try await server.signInWithIdp(try await Self.credential(server))
      #expect(held.json["needConfirmation"] == true && held.json["idToken"] == nil)
    }
    #expect(try await server.account(session.localID)?.links.isEmpty == true)
    let katherine = try await server.signInWithIdp(
      try await Self.credential(server, ["person": "katherine"]))
    #expect(katherine.status == 200 && katherine.json["email"] == nil)
  }

  private static func linking(_ server: TestServer) async throws {
    let session = try await server.signUp("ada@example.com")
    let parameters = try await Self.credential(server)
    let linked = try await server.signInWithIdp(parameters, ["idToken": .string(session.idToken)])
    #expect(linked.json["localId"] == .string(session.localID), "\(linked.text)")
    let confirmed = try await server.signInWithIdp(parameters, ["autoCreate": false])
    #expect(confirmed.json["localId"] == .string(session.localID))
    let stranger = try await server.signInWithIdp(
      try await Self.credential(server, ["person": "grace"]), ["autoCreate": false])
    #expect(stranger.errorMessage == "USER_NOT_FOUND")
    let other = try await server.signUp("other@example.com")
    let taken = try await server.signInWithIdp(
      parameters, ["idToken": .string(other.idToken), "returnIdpCredential": true])
    #expect(taken.json["errorMessage"] == "FEDERATED_USER_ID_ALREADY_LINKED")
    #expect(taken.json["oauthTokenSecret"] == .string(parameters[2].value))
    let pending = try #require(taken.json["pendingToken"]?.stringValue)
    let signedIn = try await server.signInWithIdp([("providerId", Self.id), ("pendingToken", pending)])
    #expect(signedIn.json["localId"] == .string(session.localID), "\(signedIn.text)")
    #expect(signedIn.json["oauthTokenSecret"] == .string(parameters[2].value))
    let unlinked = try await server.call(
      "accounts:update",
      ["idToken": linked.json["idToken"] ?? .null, "deleteProvider": [.string(Self.id)]])
    #expect(unlinked.status == 200, "\(unlinked.text)")
    #expect(try await server.account(session.localID)?.links.isEmpty == true)
  }

  @Test("the web flow's answer has the secret of the token, and the browser never sees one")
  func webFlow() async throws {
    try await TestServer.run { server in
      let flow = try await WebFlow.appleApp(server, Self.id, [("hl", "ja")])
      let start = try await flow.start()
      let address = try #require(start.location)
      #expect(address.hasPrefix("\(server.origin)/lab/twitter.com/oauth/authenticate?oauth_token="))
      #expect(address.hasSuffix("&lang=ja") && !address.contains("secret") && !address.contains("state"))
      let last = try await flow.comeBack(try await flow.decide(at: address, as: "ada"))
      let link = try #require(last.deepLink?.value("link"))
      for name in ["state", "oauth_token", "oauth_verifier"] { #expect(link.contains("\(name)="), "\(name)") }
      #expect(!link.contains("secret"))
      let answer = try await flow.redeem(link)
      #expect(answer.json["screenName"] == "ada", "\(answer.text)")
      let token = try #require(answer.json["oauthAccessToken"]?.stringValue)
      #expect(answer.json["oauthTokenSecret"] == .string(server.lab.tokenSecret(of: token)))
      #expect(try await server.requestCount(Self.id, endpoint: "request_token") == 1)
    }
  }

  private static func codeFlow(_ server: TestServer) async throws {
    let flow = try await server.beginFlow(Self.id, ["authFlowType": "CODE_FLOW"])
    let answer = try await server.finishFlow(flow, at: try await server.authorize(flow))
    #expect(answer.json["screenName"] == "ada", "\(answer.text)")
  }

  @Test("a page that cannot be begun at X hears why, and nothing is kept")
  func cannotBegin() async throws {
    try await TestServer.run { server in
      try await server.setFault("callback-not-confirmed", at: Self.id)
      let begun = try await server.call(
        "accounts:createAuthUri",
        ["providerId": "twitter.com", "continueUri": "http://localhost:4000/callback"])
      #expect(
        begun.errorMessage
          == "INVALID_IDP_RESPONSE : Error getting request token: the callback is not confirmed.")
      try await server.setFault("http-500", at: Self.id, endpoint: "request_token")
      let page = try await WebFlow.page(server, Self.id).start()
      #expect(page.pageData["step"] == "fail" && page.pageData["error"]?["code"] == "auth/invalid-credential")
      #expect(page.headers.first(name: "x-latchkey-diagnostic")?.isEmpty == false)
    }
  }

  private static func faults(_ server: TestServer) async throws {
    try await eachCase(
      of: [
        "other-user", "numeric-id", "other-oauth-token", "reused-code", "expired", "wrong-audience",
        "broken-json", "http-500", "huge-answer", "redirected-answer",
      ]
    ) { fault in
      let flow = try await server.beginFlow(Self.id)
      let callback = try await server.authorize(flow, ["lab_fault": fault])
      let answer = try await server.finishFlow(flow, at: callback)
      #expect(answer.status == 400)
      #expect(answer.errorMessage?.hasPrefix("INVALID_IDP_RESPONSE : ") == true, "\(answer.text)")
      #expect(answer.headers.first(name: "x-latchkey-diagnostic")?.isEmpty == false)
      #expect(try await server.accountCount() == 0)
    }
  }
}
